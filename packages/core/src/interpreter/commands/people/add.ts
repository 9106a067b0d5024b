/** Adds reviewers to a waiting step. They must approve too (contract section 17). */
import { LIMITS } from '../../../definition/limits.js';
import {
  type CommandOf,
  type CommandResults,
  type HandlerResult,
  excludedRefusal,
  refusedWith,
  succeeded,
} from '../../command.js';
import { changePeople, tellAssigned } from '../../waiting/changing.js';
import { excludedFrom } from '../../people/excluded.js';
import { everHeld, hasAnswered } from '../../people/places.js';
import type { Place } from '../../people-state.js';
import type { Transition } from '../../transition.js';
import { humanStep, refusalOfVerb } from '../find-step.js';

export function addReviewers(
  transition: Transition,
  { stepId, reviewerId, userIds, reason }: CommandOf<'add-reviewers'>,
): HandlerResult<CommandResults['add-reviewers']> {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node } = found;
  const places = found.people?.places ?? [];
  const wanted = new Set(userIds);
  for (const it of places) if (it.addedBy === reviewerId) wanted.delete(it.userId);
  const added = [...wanted];
  if (added.length === 0) return succeeded({ added });
  const refusal = refusalOfVerb(transition, found, 'add', reviewerId);
  if (refusal !== null) return refusal;
  const excluded = excludedFrom(transition.compiled, transition.state, node);
  const barred = added.find((it) => excluded.has(it));
  if (barred !== undefined) return excludedRefusal(barred);
  const held = everHeld(places);
  const known = added.find((it) => held.has(it) || found.people?.past?.includes(it) || hasAnswered(step, it));
  if (known !== undefined) {
    return refusedWith('already-asked', `"${known}" already has, had or decided a place of this step`);
  }
  const before = places.filter((it) => it.addedBy !== undefined).length;
  if (before + added.length > LIMITS.addedPeople) {
    return refusedWith(
      'limit-reached',
      `a step may have ${LIMITS.addedPeople} added reviewers; it has ${before}`,
    );
  }
  const order = Math.max(1, ...places.filter((it) => it.asked).map((it) => it.order));
  const changed = changePeople(transition, node, step, {
    places: added.map((userId) => addedPlace(userId, order, reviewerId)),
    ...(reason !== null && { reason }),
  });
  tellAssigned(transition, changed, { cause: 'added', actorId: reviewerId, added });
  return succeeded({ added });
}

const addedPlace = (userId: string, order: number, addedBy: string): Place => ({
  userId,
  holder: userId,
  entries: [],
  weight: 1,
  veto: false,
  order,
  round: 1,
  asked: true,
  addedBy,
});
