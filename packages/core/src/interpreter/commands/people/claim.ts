/** Claims a decision of a pool for a time, and releases it (contract section 17). */
import { LIMITS } from '../../../definition/limits.js';
import {
  type CommandOf,
  type CommandResults,
  type HandlerResult,
  invalidField,
  refused,
  refusedWith,
  succeeded,
} from '../../command.js';
import { changePeople } from '../../waiting/changing.js';
import { liveClaims, reservedBy } from '../../people/claims.js';
import { holderOf } from '../../people/change.js';
import type { StepState } from '../../state.js';
import type { PoolClaim } from '../../people-state.js';
import type { Transition } from '../../transition.js';
import { type HumanStep, humanStep, notWaiting, placeOf, refusalOfVerb } from '../find-step.js';

export function claim(
  transition: Transition,
  { stepId, reviewerId, entry }: CommandOf<'claim'>,
): HandlerResult<CommandResults['claim']> {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node, rules } = found;
  const own = claimOf(step, { reviewerId, entry }, transition.now);
  if (own !== undefined && step.status === 'waiting') return succeeded({ claimed: false, until: own.until });
  const refusal =
    refusalOfVerb(transition, found, 'claim', reviewerId) ?? refusalOf(found, reviewerId, entry);
  if (refusal !== null) return refusal;
  const claimedBy = reservedBy(rules, step, entry, { holder: reviewerId, now: transition.now });
  if (claimedBy.length > 0) {
    return refusedWith('claimed', `the decision is claimed by ${claimedBy.join(', ')}`, { claimedBy });
  }
  const place = placeOf(found, reviewerId);
  const count = place?.claims ?? 0;
  if (count >= LIMITS.claims) {
    const message = `"${reviewerId}" has claimed ${LIMITS.claims} times on this step, which is the limit; decide it`;
    return refusedWith('limit-reached', message);
  }
  const until = transition.now + rules.claimMs;
  changePeople(transition, node, step, {
    ...(place !== undefined && { places: [{ ...place, claims: count + 1 }] }),
    claims: [
      ...othersClaims(step, { reviewerId, entry }, transition.now),
      { userId: reviewerId, entry, until },
    ],
  });
  return succeeded({ claimed: true, until });
}

export function release(
  transition: Transition,
  { stepId, reviewerId, entry }: CommandOf<'release'>,
): HandlerResult<CommandResults['release']> {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node } = found;
  if (claimOf(step, { reviewerId, entry }, transition.now) === undefined)
    return succeeded({ released: false });
  if (step.status !== 'waiting') return notWaiting(step);
  const claims = othersClaims(step, { reviewerId, entry }, transition.now);
  changePeople(transition, node, step, { claims });
  return succeeded({ released: true });
}

interface Whose {
  readonly reviewerId: string;
  readonly entry: number;
}

const claimOf = (step: StepState, { reviewerId, entry }: Whose, now: number): PoolClaim | undefined =>
  liveClaims(step, entry, now).find((it) => it.userId === reviewerId);

/** Other live claims. Expired claims are dropped. */
const othersClaims = (step: StepState, { reviewerId, entry }: Whose, now: number): PoolClaim[] =>
  (step.people?.claims ?? []).filter(
    (it) => it.until > now && !(it.userId === reviewerId && it.entry === entry),
  );

function refusalOf(found: HumanStep, reviewerId: string, entry: number): ReturnType<typeof refused> | null {
  const place = placeOf(found, reviewerId);
  if (found.rules.entries[entry]?.kind !== 'pool') {
    return invalidField('entry', `entry ${entry} of the node is not a pool; pass the index of a pool`);
  }
  if (place === undefined || !place.entries.includes(entry)) {
    return refused('PERMISSION_DENIED', `"${reviewerId}" is not a candidate of the pool of entry ${entry}`);
  }
  if (found.step.decisions.some((it) => holderOf(it) === reviewerId)) {
    return refusedWith('answered-already', `the place of "${reviewerId}" is already decided`);
  }
  return place.asked ? null : refusedWith('not-asked-yet', `"${reviewerId}" is not asked yet`);
}
