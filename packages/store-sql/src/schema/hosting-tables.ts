/** The tables of a host: parties, the feed, subscriptions and links. */
import type { ExternalEventType } from '@org/approval-core';
import type { StoredLink, StoredSubscription } from '@org/approval-core/store';
import { id, json, number, orNull, reference } from '../sql/columns.js';
import type { TableShape } from '../sql/dialect.js';

const EXECUTION = ['workspace_id', 'execution_id'] as const;
const executionKey = { workspace_id: id(), execution_id: id() };

/** An event's seq and type. */
export type EarlierEntry = readonly [seq: number, type: ExternalEventType];

export const HOSTING_TABLES = {
  /** Parties of an execution; `user_key` stands for the user (`rows/parties.ts`). */
  parties: {
    columns: { ...executionKey, user_key: id(), created_at: number() },
    key: [...EXECUTION, 'user_key'],
    indexes: [{ name: 'by_user', columns: ['workspace_id', 'user_key', 'created_at', 'execution_id'] }],
  },
  /**
   * One row per commit with external events; it names the last of them. `position` is null until
   * the commit was seen (decision 0019).
   */
  feed: {
    columns: {
      ...executionKey,
      seq: number(),
      position: orNull(number()),
      type: id<ExternalEventType>(),
      definition_id: id(),
      organization_id: orNull(reference()),
      document_id: orNull(reference()),
      happened_at: number(),
      /** The earlier external events of the commit, or null. Their positions precede this one. */
      earlier: orNull(json<readonly EarlierEntry[]>()),
    },
    key: [...EXECUTION, 'seq'],
    indexes: [{ name: 'in_order', columns: ['workspace_id', 'position'] }],
  },
  /** The newest position of a workspace's feed, and the last one that retention deleted. */
  feed_heads: {
    columns: { workspace_id: id(), newest: number(), taken: number() },
    key: ['workspace_id'],
    indexes: [],
  },
  subscriptions: {
    columns: { workspace_id: id(), name: id(), rev: number(), body: json<StoredSubscription>() },
    key: ['workspace_id', 'name'],
    indexes: [],
  },
  links: {
    columns: {
      workspace_id: id(),
      link_id: id(),
      token_hash: id(),
      execution_id: id(),
      step_id: id(),
      revoked_at: orNull(number()),
      body: json<StoredLink>(),
    },
    key: ['workspace_id', 'link_id'],
    indexes: [
      { name: 'by_token', columns: ['token_hash'], unique: true },
      { name: 'by_step', columns: [...EXECUTION, 'step_id'] },
    ],
  },
} as const satisfies Record<string, TableShape>;
