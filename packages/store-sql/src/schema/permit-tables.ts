/** The tables of permits and standing grants. */
import type { StoredGrant, StoredPermit } from '@org/approval-agents';
import { id, json, number, orNull } from '../sql/columns.js';
import type { TableShape } from '../sql/dialect.js';

export const PERMIT_TABLES = {
  permits: {
    columns: {
      workspace_id: id(),
      permit_id: id(),
      rev: number(),
      state: id<StoredPermit['state']>(),
      /**
       * Three hashes: SHA-256 of requester and ref without its attempt; SHA-256 of the requester;
       * the key of the principal.
       */
      ref_key: id(),
      requester_key: id(),
      principal_key: id(),
      attempt: number(),
      asked_digest: id(),
      digest: id(),
      /** `ref_key` while pending or granted, so a ref has one live row. */
      live_key: orNull(id()),
      /** Slot among the pending permits of its principal, which limits their number. */
      pending_slot: orNull(number()),
      grant_id: orNull(id()),
      /** Time of the next check; null when none is needed. */
      due_at: orNull(number()),
      /** Time of the end, once it may be deleted. */
      deletable_at: orNull(number()),
      /** 1 while it is spent and its outcome is not reported. */
      unreported: number<0 | 1>(),
      created_at: number(),
      /** Counted separately from `rev`. */
      refusals: number(),
      body: json<StoredPermit>(),
    },
    key: ['workspace_id', 'permit_id'],
    indexes: [
      { name: 'asked', columns: ['workspace_id', 'ref_key', 'attempt', 'asked_digest'], unique: true },
      {
        name: 'live',
        columns: ['workspace_id', 'live_key'],
        unique: true,
        where: 'live_key is not null',
      },
      {
        name: 'slots',
        columns: ['workspace_id', 'principal_key', 'pending_slot'],
        unique: true,
        where: 'pending_slot is not null',
      },
      { name: 'same_call', columns: ['workspace_id', 'requester_key', 'asked_digest'] },
      { name: 'same_call_now', columns: ['workspace_id', 'requester_key', 'digest'] },
      { name: 'newest', columns: ['workspace_id', 'created_at', 'permit_id'] },
      { name: 'by_state', columns: ['workspace_id', 'state', 'created_at', 'permit_id'] },
      { name: 'by_principal', columns: ['workspace_id', 'principal_key', 'created_at', 'permit_id'] },
      {
        name: 'unreported',
        columns: ['workspace_id', 'unreported', 'created_at', 'permit_id'],
        where: 'unreported = 1',
      },
      { name: 'by_grant', columns: ['workspace_id', 'grant_id', 'state'], where: 'grant_id is not null' },
      { name: 'walk', columns: ['state', 'workspace_id', 'permit_id'], where: "state = 'pending'" },
      { name: 'due', columns: ['due_at'], where: 'due_at is not null' },
      { name: 'deletable', columns: ['deletable_at'], where: 'deletable_at is not null' },
    ],
  },
  standing_grants: {
    columns: {
      workspace_id: id(),
      grant_id: id(),
      principal_key: id(),
      /** SHA-256 of requester and tool. */
      tool_key: id(),
      uses: number(),
      max_uses: number(),
      created_at: number(),
      expires_at: number(),
      revoked_at: orNull(number()),
      body: json<StoredGrant>(),
    },
    key: ['workspace_id', 'grant_id'],
    indexes: [
      { name: 'covering', columns: ['workspace_id', 'tool_key', 'expires_at'] },
      { name: 'newest', columns: ['workspace_id', 'created_at', 'grant_id'] },
      { name: 'by_principal', columns: ['workspace_id', 'principal_key', 'created_at', 'grant_id'] },
    ],
  },
} as const satisfies Record<string, TableShape>;
