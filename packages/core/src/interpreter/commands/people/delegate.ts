/** Hands a place over permanently (contract section 17). */
import { LIMITS } from '../../../definition/limits.js';
import type { refused } from '../../command.js';
import {
  type CommandOf,
  type CommandResults,
  type HandlerResult,
  excludedRefusal,
  refusedWith,
  succeeded,
} from '../../command.js';
import { holderOf } from '../../people/change.js';
import { changePeople, tellAssigned } from '../../waiting/changing.js';
import { excludedFrom } from '../../people/excluded.js';
import { everHeld, hasAnswered, isPersonal } from '../../people/places.js';
import type { Place } from '../../people-state.js';
import type { Transition } from '../../transition.js';
import { type HumanStep, humanStep, isExcluded, noPlace, notWaiting, placeOf } from '../find-step.js';

type DelegateCommand = CommandOf<'delegate'>;

export function delegate(
  transition: Transition,
  command: DelegateCommand,
): HandlerResult<CommandResults['delegate']> {
  const { stepId, reviewerId, toUserId, actorId, reason } = command;
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  if (isRepeat(found, command)) return succeeded({ delegated: false, toUserId });
  const { step, node, rules } = found;
  if (step.status !== 'waiting') return notWaiting(step);
  const byAdministrator = actorId !== reviewerId;
  if (!byAdministrator && !rules.allow.includes('delegate')) {
    return refusedWith(
      'not-allowed',
      `node "${node.nodeId}" does not allow reviewers to hand their place over`,
    );
  }
  const place = placeOf(found, reviewerId);
  if (place === undefined) return noPlace(reviewerId, node);
  if (isExcluded(transition, found, place, reviewerId)) return excludedRefusal(reviewerId);
  const refusal = refusalOf(transition, found, place, toUserId);
  if (refusal !== null) return refusal;

  const delegation = { from: reviewerId, to: toUserId, actorId, at: transition.now, reason };
  const handed = { ...place, holder: toUserId, delegations: [...(place.delegations ?? []), delegation] };
  const changed = changePeople(transition, node, step, { places: [handed] });
  tellAssigned(transition, changed, {
    cause: 'delegated',
    actorId,
    ...(place.asked && { added: [toUserId], removed: [reviewerId] }),
  });
  return succeeded({ delegated: true, toUserId });
}

/** Detects a repeat of the last delegation of that place. */
const isRepeat = ({ people }: HumanStep, { reviewerId, toUserId }: DelegateCommand): boolean =>
  (people?.places ?? []).some(({ delegations = [] }) => {
    const last = delegations.at(-1);
    return last?.from === reviewerId && last.to === toUserId;
  });

function refusalOf(
  transition: Transition,
  { rules, step, people, node }: HumanStep,
  place: Place,
  toUserId: string,
): ReturnType<typeof refused> | null {
  if (!isPersonal(rules, place)) {
    return refusedWith('not-personal', 'the place also belongs to a pool, so it cannot be handed over');
  }
  if (step.decisions.some((it) => holderOf(it) === place.holder)) {
    return refusedWith('answered-already', `the place of "${place.holder}" is already decided`);
  }
  if ((place.delegations ?? []).length >= LIMITS.delegations) {
    return refusedWith(
      'limit-reached',
      `the place was handed over ${LIMITS.delegations} times, which is the limit`,
    );
  }
  if (
    hasAnswered(step, toUserId) ||
    everHeld(people?.places ?? []).has(toUserId) ||
    people?.past?.includes(toUserId)
  ) {
    return refusedWith('already-asked', `"${toUserId}" already has, had or decided a place of this step`);
  }
  const excluded = excludedFrom(transition.compiled, transition.state, node);
  return excluded.has(toUserId) ? excludedRefusal(toUserId) : null;
}
