/** Refusals of a decision (contract section 17), checked in the contracted order. */
import type { CompiledPeople } from '../../compile/compiled-people.js';
import { type CommandOf, excludedRefusal, invalidFields, refused, refusedWith } from '../command.js';
import { answerFaults } from '../people/answer.js';
import { holderOf } from '../people/change.js';
import { claimedFrom } from '../people/claims.js';
import { isMandatory, isPersonal } from '../people/places.js';
import { substitutesOf } from '../people/substitutes.js';
import type { Place } from '../people-state.js';
import type { Transition } from '../transition.js';
import { type HumanStep, isExcluded, noPlace, placeOf } from './find-step.js';

type DecisionCommand = CommandOf<'record-decision'>;
type Refused = ReturnType<typeof refused>;

export function stranger({ node }: HumanStep, { reviewerId, onBehalfOf = null }: DecisionCommand): Refused {
  if (onBehalfOf === null) return noPlace(reviewerId, node);
  const message = `"${reviewerId}" is not a substitute for "${onBehalfOf}" on node "${node.nodeId}"`;
  return refused('PERMISSION_DENIED', message);
}

/** Returns true for a reviewer's own decision, or a substitute covered by an absence. */
export function standsIn(
  transition: Transition,
  { rules }: HumanStep,
  place: Place,
  { reviewerId, onBehalfOf = null, absences = [] }: DecisionCommand,
): boolean {
  if (onBehalfOf === null) return true;
  if (!rules.allow.includes('substitute') || !isPersonal(rules, place)) return false;
  return substitutesOf(place.holder, absences, transition.now).includes(reviewerId);
}

type Check = (
  transition: Transition,
  found: HumanStep,
  place: Place,
  command: DecisionCommand,
) => Refused | null;

export function refusalOfDecision(...[transition, found, place, command]: Parameters<Check>): Refused | null {
  for (const check of CHECKS) {
    const refusal = check(transition, found, place, command);
    if (refusal !== null) return refusal;
  }
  return null;
}

const CHECKS: readonly Check[] = [
  (transition, found, place, { reviewerId }) =>
    isExcluded(transition, found, place, reviewerId) ? excludedRefusal(reviewerId) : null,
  answeredAlready,
  (_, found, __, { reviewerId, onBehalfOf = null }) => {
    if (onBehalfOf === null || placeOf(found, reviewerId) === undefined) return null;
    return refusedWith(
      'already-asked',
      `"${reviewerId}" is a reviewer of this step and cannot act as a substitute`,
    );
  },
  (_, __, { asked, holder, order }) => {
    if (asked) return null;
    const message = `"${holder}" is not asked yet: their order is ${order}, and reviewers of lower orders have not approved`;
    return refusedWith('not-asked-yet', message);
  },
  (transition, { rules, step }, place) => {
    const claimedBy = claimedFrom(rules, step, place, transition.now);
    if (claimedBy.length === 0) return null;
    return refusedWith('claimed', `the decision is claimed by ${claimedBy.join(', ')}`, { claimedBy });
  },
  (_, __, place, { round = null }) => roundRefusal(place, round),
  ({ state }, __, ___, { subjectDigest = null, shown = false }) => {
    const currentDigest = state.parties?.subject?.digest ?? null;
    if (subjectDigest === currentDigest) return null;
    // A decider who saw no subject has not seen the one set since.
    if (subjectDigest === null && !shown) return null;
    const message = 'the subject has changed since; review the current one and decide again';
    return refusedWith('subject-changed', message, { currentDigest });
  },
  (_, { rules }, place, { decision }) => (decision === 'abstain' ? abstainRefusal(rules, place) : null),
  (_, { rules }, __, command) => {
    const faults = answerFaults(rules, command);
    return faults.length === 0 ? null : invalidFields(faults);
  },
];

/** One decision per place and per user, substitutes included. */
function answeredAlready(...[, { step }, place, { reviewerId }]: Parameters<Check>): Refused | null {
  const standing = step.decisions.find((it) => holderOf(it) === place.holder || it.reviewerId === reviewerId);
  if (standing === undefined) return null;
  const message =
    holderOf(standing) === place.holder
      ? `the place of "${place.holder}" is already decided by "${standing.reviewerId}"`
      : `"${reviewerId}" has already decided this step, for "${holderOf(standing)}"`;
  return refusedWith('answered-already', message);
}

/** Decisions from round 2 on must name their round, so that a late repeat never counts. */
function roundRefusal({ holder, round: current }: Place, round: number | null): Refused | null {
  if (round === current || (round === null && current === 1)) return null;
  const message = `the place of "${holder}" is in round ${current}; read the step again and pass that round`;
  return refusedWith('stale-round', message, { round: current });
}

function abstainRefusal(rules: CompiledPeople, place: Place): Refused | null {
  if (!rules.allowAbstain) return refusedWith('abstain-not-allowed', 'this node does not allow abstentions');
  if (!isMandatory(rules, place)) return null;
  const message = `the approval of "${place.holder}" is mandatory, so they cannot abstain`;
  return refusedWith('abstain-not-allowed', message);
}
