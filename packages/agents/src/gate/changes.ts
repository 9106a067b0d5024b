/** Changes of a permit, as pure functions from stored rows to stored rows. */
import { PERMIT_LIMITS } from '../limits.js';
import type { StoredAmendment, StoredPermit } from '../store/permit-store.js';
import type { GrantedBy, PermitHistoryEntry, PermitOutcome } from '../types.js';

/** Actor of changes that no user made. */
export const GATE_ACTOR = 'system:gate';

interface Act {
  readonly at: number;
  readonly type: string;
  readonly actorId: string;
  readonly reason?: string | null | undefined;
}

/** Returns the next state of the row, with a line in its history. */
function changed(permit: StoredPermit, act: Act, change: Partial<StoredPermit>): StoredPermit {
  const next = { ...permit, ...change, rev: permit.rev + 1 };
  return { ...next, history: [...permit.history, entryOf(act, next.digest)].slice(-PERMIT_LIMITS.history) };
}

export const entryOf = ({ at, type, actorId, reason = null }: Act, digest: string): PermitHistoryEntry => ({
  at,
  type,
  actorId,
  digest,
  ...(reason !== null && { reason }),
});

export const granted = (
  permit: StoredPermit,
  grantedBy: readonly GrantedBy[],
  { at, grantMs }: { at: number; grantMs: number },
): StoredPermit =>
  changed(
    permit,
    { at, type: 'granted', actorId: actorOf(grantedBy) },
    { state: 'granted', grantedBy, grantedAt: at, expiresAt: at + grantMs, amendment: null },
  );

/** Returns the last person who approved, else the gate. */
function actorOf(grantedBy: readonly GrantedBy[]): string {
  const last = grantedBy.at(-1);
  if (last?.kind === 'person') return last.userId;
  return last?.kind === 'override' ? last.actorId : GATE_ACTOR;
}

export const denied = (
  permit: StoredPermit,
  code: string,
  { at, closing = false }: { at: number; closing?: boolean },
): StoredPermit =>
  changed(
    permit,
    { at, type: 'denied', actorId: GATE_ACTOR },
    { state: 'denied', code, endedAt: at, closing, amendment: null },
  );

/** Expires the permit as of its expiry time, even if noticed later. */
export const expired = (permit: StoredPermit): StoredPermit =>
  changed(
    permit,
    { at: permit.expiresAt, type: 'expired', actorId: GATE_ACTOR },
    { state: 'expired', endedAt: permit.expiresAt, closing: hasOpenRun(permit), amendment: null },
  );

export const revoked = (
  permit: StoredPermit,
  { at, actorId, code, reason = null }: { at: number; actorId: string; code: string; reason?: string | null },
): StoredPermit =>
  changed(
    permit,
    { at, type: 'revoked', actorId, reason },
    { state: 'revoked', code, endedAt: at, closing: hasOpenRun(permit), amendment: null },
  );

/** True when a run goes on, or may be dispatched concurrently. */
const hasOpenRun = ({ state, ask }: StoredPermit): boolean => state === 'pending' && ask !== null;

export const spent = (permit: StoredPermit, at: number): StoredPermit =>
  changed(
    permit,
    { at, type: 'spent', actorId: permit.requester.principal },
    { state: 'spent', endedAt: at },
  );

export const reported = (permit: StoredPermit, outcome: PermitOutcome): StoredPermit =>
  changed(permit, { at: outcome.at, type: 'outcome', actorId: permit.requester.principal }, { outcome });

/** Replaces the call by the proposed one. */
export function amended(permit: StoredPermit): StoredPermit {
  const { amendment } = permit;
  if (amendment === null) return permit;
  const { at, actorId, reason, args, digest } = amendment;
  return changed(
    permit,
    { at, type: 'amended', actorId, reason },
    {
      ...{ call: { ...permit.call, args }, digest, revision: permit.revision + 1, amendment: null },
      ...keyedWith(permit, amendment),
    },
  );
}

/** Adds the key of this amendment to the newest keys, if it has one. */
function keyedWith({ keyed = [] }: StoredPermit, { actorId, key, digest }: StoredAmendment) {
  if (key === undefined) return {};
  return { keyed: [...keyed, { actorId, key, digest }].slice(-PERMIT_LIMITS.amendKeys) };
}

/** Applies a change without a line in the history. */
export const silently = (permit: StoredPermit, change: Partial<StoredPermit>): StoredPermit => ({
  ...permit,
  ...change,
  rev: permit.rev + 1,
});
