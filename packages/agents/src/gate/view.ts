/** Views of permits and grants: copies, so that callers cannot change stored rows. */
import type { StoredGrant, StoredPermit } from '../store/permit-store.js';
import type { GrantState, GrantView, Permit } from '../types.js';

export function viewPermit(permit: StoredPermit): Permit {
  const { permitId, ref, call, digest, revision, requester, reason, batchId, state, code } = permit;
  const { executionId, policyVersion, refusals, createdAt, grantedAt, endedAt, expiresAt } = permit;
  return {
    permitId,
    ref: { ...ref },
    call: { ...call },
    digest,
    revision,
    requester: { ...requester },
    reason,
    batchId,
    state,
    code,
    executionId,
    policyVersion,
    grantedBy: permit.grantedBy.map((it) => ({ ...it })),
    refusals,
    createdAt,
    grantedAt,
    endedAt,
    expiresAt,
    history: permit.history.map((it) => ({ ...it })),
    outcome: state === 'spent' ? (permit.outcome === null ? 'unknown' : { ...permit.outcome }) : null,
  };
}

export function viewGrant(grant: StoredGrant, now: number): GrantView {
  const { grantId, requester, tool, target, match, maxUses, expiresAt, createdBy, reason, uses } = grant;
  return {
    grantId,
    requester: { ...requester },
    tool,
    target,
    match: { ...match },
    maxUses,
    expiresAt,
    createdBy,
    reason,
    uses,
    state: grantState(grant, now),
  };
}

function grantState({ revokedAt, uses, maxUses, expiresAt }: StoredGrant, now: number): GrantState {
  if (revokedAt !== null) return 'revoked';
  if (uses >= maxUses) return 'used';
  return now >= expiresAt ? 'expired' : 'active';
}
