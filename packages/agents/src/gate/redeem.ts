/** Spending a permit on exactly its call, and reporting its outcome (permits G2). */
import { ApprovalError } from '@org/approval-core';
import type * as z from 'zod';
import { type DigestedCall, readCall } from '../call/call.js';
import { differenceOf, redacted } from '../call/pointer.js';
import { refused, unknownPermit } from '../errors.js';
import type { outcome as outcomeSchema, redeem as redeemSchema } from '../requests.js';
import type { PermitKey, StoredPermit } from '../store/permit-store.js';
import type { PermitOutcome, Redeemed, Refused, Requester, Why } from '../types.js';
import { requesterOf } from './ask.js';
import { reported, spent } from './changes.js';
import { type GateContext, redactionsOf } from './context.js';
import { permitKey } from './runs.js';
import { nextOf, settled, written } from './settle.js';
import { viewPermit } from './view.js';

/** Each round is lost to a concurrent change of the permit. */
const MAX_ROUNDS = 20;

interface Redemption extends DigestedCall {
  readonly key: PermitKey;
  readonly requester: Requester;
}

export const redemptionOf = (
  workspaceId: string,
  { permitId, call, requester }: z.infer<typeof redeemSchema>,
): Redemption => ({
  ...readCall(call, 'call'),
  key: { workspaceId, permitId },
  requester: requesterOf(requester),
});

/** Returns the permit in its current state, ready to be spent. */
type Look = (permit: StoredPermit) => Promise<StoredPermit>;

export async function redeem(context: GateContext, redemption: Redemption): Promise<Redeemed> {
  return spend(context, redemption, (permit) => settled(context, permit));
}

/**
 * Redeems in a transaction of the host. Changes of the permit are written with the spending only,
 * and no run is started or ended, because a rollback would not undo that.
 */
export async function redeemInTransaction(context: GateContext, redemption: Redemption): Promise<Redeemed> {
  return spend(context, redemption, async (permit) => {
    let current = permit;
    // It may since have been amended, granted and expired.
    for (let change = 0; change < MAX_ROUNDS && canBeLookedAt(current); change++) {
      const next = await nextOf(context, current);
      if (next === null) break;
      current = { ...next, rev: permit.rev };
    }
    return current;
  });
}

/** True when settling it starts or ends no run. */
const canBeLookedAt = ({ closing, state, executionId }: StoredPermit): boolean =>
  !closing && (state !== 'pending' || executionId !== null);

async function spend(
  context: GateContext,
  { key, requester, call, digest }: Redemption,
  look: Look,
): Promise<Redeemed> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const stored = await context.store.loadPermit(key);
    if (stored === null) return { ok: false, why: 'unknown', code: null, difference: [] };
    const permit = isSame(stored.requester, requester) ? await look(stored) : stored;
    const why = whyNot(permit, requester, digest);
    if (why !== null) {
      await context.store.countRefusal(key);
      return refusalOf(context, { permit, why, call });
    }
    const at = context.clock.now();
    // It expired during the read.
    if (at >= permit.expiresAt) continue;
    const next = spent(permit, at);
    if (await context.store.updatePermit({ permit: next, rev: permit.rev })) {
      context.announce(next);
      return redeemed(next, { call, digest });
    }
  }
  throw new ApprovalError('UNAVAILABLE', 'the permit keeps changing; it may be spent: do not execute');
}

/** Checks in the order of `Why`. */
function whyNot(permit: StoredPermit, requester: Requester, digest: string): Why | null {
  if (!isSame(permit.requester, requester)) return 'wrong-requester';
  const { state } = permit;
  if (state !== 'granted') return state;
  return digest === permit.digest || digest === permit.askedDigest ? null : 'mismatch';
}

const isSame = (a: Requester, b: Requester): boolean =>
  a.principal === b.principal && a.onBehalfOf === b.onBehalfOf;

function refusalOf(
  context: GateContext,
  { permit, why, call: given }: { permit: StoredPermit; why: Why; call: DigestedCall['call'] },
): Refused {
  const { code } = permit;
  // Another requester learns nothing about the permit.
  if (why === 'wrong-requester') return { ok: false, why, code: null, difference: [] };
  if (why !== 'mismatch') return { ok: false, why, code, difference: [] };
  const { call, hidden } = redacted(given, redactionsOf(context, permit.call.tool));
  const difference = differenceOf(permit.call, call);
  // Only hidden values may differ; that they do is not a secret.
  return { ok: false, why, code, difference: difference.length > 0 ? difference : [...hidden].sort() };
}

/** Executes the call it was redeemed with, unless another one was approved in its place. */
function redeemed(permit: StoredPermit, given: DigestedCall): Redeemed {
  const changed = given.digest !== permit.digest;
  return {
    ok: true,
    permit: viewPermit(permit),
    call: changed ? frozen(permit.call) : given.call,
    changed,
    idempotencyKey: permitKey(permit.permitId),
  };
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const item of Object.values(value)) frozen(item);
  return Object.freeze(value);
}

/** Reports the outcome of the call; returns false if it was reported already. */
export async function report(
  context: GateContext,
  workspaceId: string,
  { permitId, requester, ok, resultDigest = null, error = null }: z.infer<typeof outcomeSchema>,
): Promise<boolean> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const permit = await context.store.loadPermit({ workspaceId, permitId });
    if (permit === null || !isSame(permit.requester, requesterOf(requester))) throw unknownPermit(permitId);
    if (permit.state !== 'spent')
      throw refused('not-spent', `the permit is ${permit.state}; only what was redeemed has an outcome`);
    const outcome: PermitOutcome = { ok, resultDigest, error, at: context.clock.now() };
    if (permit.outcome !== null) {
      if (isSameOutcome(permit.outcome, outcome)) return false;
      throw refused('outcome-recorded', 'another outcome was reported; it stays');
    }
    const next = reported(permit, outcome);
    if ((await written(context, permit, next)) === next) return true;
  }
  throw new ApprovalError('UNAVAILABLE', 'the permit keeps changing; try again');
}

const isSameOutcome = (a: PermitOutcome, b: PermitOutcome): boolean =>
  a.ok === b.ok && a.resultDigest === b.resultDigest && a.error === b.error;
