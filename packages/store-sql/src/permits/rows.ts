/** Permits and grants as rows. */
import type { Requester, StoredGrant, StoredPermit } from '@org/approval-agents';
import { createHash } from 'node:crypto';
import type { RowOf } from '../schema/tables.js';
import { fromJson, toJson } from '../sql/json.js';
import { userKey } from '../sql/user-key.js';

export type PermitRow = RowOf<'permits'>;
export type GrantRow = RowOf<'standing_grants'>;

const keyOf = (...parts: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

export const refKeyOf = ({
  requester,
  ref,
}: {
  requester: Requester;
  ref: Pick<StoredPermit['ref'], 'framework' | 'runId' | 'callId'>;
}): string => keyOf(requester.principal, requester.onBehalfOf, ref.framework, ref.runId, ref.callId);

export const requesterKeyOf = (requester: Requester): string =>
  keyOf(requester.principal, requester.onBehalfOf);

export const toolKeyOf = (requester: Requester, tool: string): string =>
  keyOf(requester.principal, requester.onBehalfOf, tool);

export const principalKeyOf = userKey;

const isLive = ({ state }: StoredPermit): boolean => state === 'pending' || state === 'granted';

/** All columns except the slot among the pending permits, which only the table knows. */
export function rowOf(permit: StoredPermit): Omit<PermitRow, 'pending_slot'> {
  const { requester, ref } = permit;
  const isUnreported = permit.state === 'spent' && permit.outcome === null;
  const refKey = refKeyOf(permit);
  return {
    workspace_id: permit.workspaceId,
    permit_id: permit.permitId,
    rev: permit.rev,
    state: permit.state,
    ref_key: refKey,
    requester_key: requesterKeyOf(requester),
    principal_key: principalKeyOf(requester.principal),
    attempt: ref.attempt,
    asked_digest: permit.askedDigest,
    digest: permit.digest,
    live_key: isLive(permit) ? refKey : null,
    grant_id: permit.grantId,
    due_at: dueAtOf(permit),
    deletable_at: isUnreported || permit.closing ? null : permit.endedAt,
    unreported: isUnreported ? 1 : 0,
    created_at: permit.createdAt,
    refusals: permit.refusals,
    body: toJson(permit),
  };
}

function dueAtOf(permit: StoredPermit): number | null {
  if (permit.closing) return 0;
  return isLive(permit) ? permit.expiresAt : null;
}

/** Columns that change; the others are fixed when the permit is requested. */
export const CHANGING = [
  'rev',
  'state',
  'digest',
  'live_key',
  'due_at',
  'deletable_at',
  'unreported',
  'body',
] as const;

export const permitOf = ({ body, refusals }: Pick<PermitRow, 'body' | 'refusals'>): StoredPermit => ({
  ...fromJson(body),
  refusals,
});

export const grantRowOf = (grant: StoredGrant): GrantRow => ({
  workspace_id: grant.workspaceId,
  grant_id: grant.grantId,
  principal_key: principalKeyOf(grant.requester.principal),
  tool_key: toolKeyOf(grant.requester, grant.tool),
  uses: grant.uses,
  max_uses: grant.maxUses,
  created_at: grant.createdAt,
  expires_at: grant.expiresAt,
  revoked_at: grant.revokedAt,
  body: toJson(grant),
});

export const grantOf = ({
  body,
  uses,
  revoked_at: revokedAt,
}: Pick<GrantRow, 'body' | 'uses' | 'revoked_at'>): StoredGrant => ({ ...fromJson(body), uses, revokedAt });
