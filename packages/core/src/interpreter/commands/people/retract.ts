/** Retracts a decision while the step waits (contract section 17). */
import { LIMITS } from '../../../definition/limits.js';
import {
  type CommandOf,
  type CommandResults,
  type HandlerResult,
  excludedRefusal,
  refused,
  refusedWith,
  succeeded,
} from '../../command.js';
import { holderOf } from '../../people/change.js';
import { changePeople } from '../../waiting/changing.js';
import type { Place } from '../../people-state.js';
import type { Transition } from '../../transition.js';
import { type HumanStep, humanStep, isExcluded, noPlace, notWaiting, placeOf } from '../find-step.js';

type RetractCommand = CommandOf<'retract-decision'>;

export function retractDecision(
  transition: Transition,
  command: RetractCommand,
): HandlerResult<CommandResults['retract-decision']> {
  const { stepId, reviewerId, onBehalfOf, round, reason } = command;
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step, node, rules } = found;
  const place = placeOf(found, onBehalfOf ?? reviewerId);
  if (place?.retracted?.includes(round)) return succeeded({ retracted: false, round: place.round });
  if (step.status !== 'waiting') return notWaiting(step);
  if (!rules.allow.includes('retract')) {
    return refusedWith(
      'not-allowed',
      `node "${node.nodeId}" does not allow reviewers to retract their decision`,
    );
  }
  if (place === undefined) return noPlace(reviewerId, node);
  if (isExcluded(transition, found, place, reviewerId)) return excludedRefusal(reviewerId);
  const refusal = refusalOf(found, place, command);
  if (refusal !== null) return refusal;

  const next = place.round + 1;
  changePeople(transition, node, step, {
    places: [{ ...place, round: next, retracted: [...(place.retracted ?? []), round] }],
    voided: [place.holder],
    ...(reason !== null && { reason }),
  });
  transition.emit('step.answer-retracted', stepId, {
    nodeId: step.nodeId,
    reviewerId,
    onBehalfOf,
    round: next,
  });
  return succeeded({ retracted: true, round: next });
}

function refusalOf(
  { step, node }: HumanStep,
  place: Place,
  { reviewerId, onBehalfOf, round }: RetractCommand,
): ReturnType<typeof refused> | null {
  const answer = step.decisions.find((it) => holderOf(it) === place.holder);
  const isOwn = answer?.reviewerId === reviewerId && (answer.onBehalfOf ?? null) === onBehalfOf;
  if (!isOwn && (answer !== undefined || onBehalfOf !== null)) return noPlace(reviewerId, node);
  if (round !== place.round) {
    const message = `the place of "${place.holder}" is in round ${place.round}`;
    return refusedWith('stale-round', message, { round: place.round });
  }
  if (answer === undefined) {
    return refused('FAILED_PRECONDITION', `"${reviewerId}" has no decision on this step to retract`);
  }
  if ((place.retracted ?? []).length < LIMITS.retractions) return null;
  const message = `decisions of this place were retracted ${LIMITS.retractions} times, which is the limit`;
  return refusedWith('limit-reached', message);
}
