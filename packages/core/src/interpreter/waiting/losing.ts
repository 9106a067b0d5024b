/** Places lost because their holders must not decide any more (contract section 17). */
import type { CompiledHumanNode } from '../../compile/compiled.js';
import { peopleOf } from '../../compile/people.js';
import { failStep } from '../ending.js';
import type { RecordedDecision, StepState } from '../state.js';
import type { Place } from '../people-state.js';
import type { Transition } from '../transition.js';
import { holderOf } from '../people/change.js';
import { changePeople, tellAssigned } from './changing.js';
import { isOutOfReach } from '../people/counting.js';
import { excludedFrom } from '../people/excluded.js';
import { countedPlaces, peopleOfStep } from '../people/places.js';
import { isDecidedByPeople } from '../../nodes/schema.js';

const SEPARATION_ACTOR = 'system:separation';

/** Takes the places of newly excluded users from all waiting human steps but one, permanently. */
export function loseExcluded(transition: Transition, exceptStepId: string | null = null): void {
  const { compiled, state } = transition;
  if (compiled.separated === undefined && state.parties === undefined) return;
  for (const { stepId } of state.steps.filter((it) => it.status === 'waiting')) {
    const step = transition.step(stepId);
    const node = transition.node(step.nodeId);
    if (isDecidedByPeople(node) && stepId !== exceptStepId) loseIn(transition, node, step);
  }
}

function loseIn(transition: Transition, node: CompiledHumanNode, step: StepState): void {
  const excluded = excludedFrom(transition.compiled, transition.state, node);
  const places = peopleOfStep(node, step)?.places ?? [];
  const isLost = (it: Place) => excluded.has(it.holder) || excluded.has(it.userId);
  const lost = places.filter((it) => it.lost !== true && isLost(it));
  const stoodIn = answersOf(step, (it) => it.onBehalfOf != null && excluded.has(it.reviewerId));
  const reopened = places.filter((it) => !isLost(it) && stoodIn.includes(it.holder));
  if (lost.length === 0 && reopened.length === 0) return;
  const holders = lost.map((it) => it.holder);
  const changed = changePeople(transition, node, step, {
    places: [
      ...lost.map((it) => ({ ...it, lost: true })),
      // Their substitute must not decide any more, so they decide again.
      ...reopened.map((it) => ({ ...it, round: it.round + 1 })),
    ],
    voided: [...answersOf(step, (it) => holders.includes(holderOf(it))), ...reopened.map((it) => it.holder)],
  });
  tellAssigned(transition, changed, {
    cause: 'separation',
    actorId: SEPARATION_ACTOR,
    added: reopened.map((it) => it.holder),
    removed: lost.filter((it) => it.asked).map((it) => it.holder),
  });
  failIfOutOfReach(transition, node, changed);
}

const answersOf = ({ decisions }: StepState, test: (it: RecordedDecision) => boolean): string[] =>
  decisions.filter(test).map(holderOf);

/** Lost people do not reject a step: it fails. */
function failIfOutOfReach(transition: Transition, node: CompiledHumanNode, step: StepState): void {
  const counted = countedPlaces(step.people?.places ?? [], step.decisions);
  if (!isOutOfReach(peopleOf(node), counted)) return;
  failStep(transition, step, {
    code: 'reviewers-insufficient',
    message:
      'some reviewers must not decide any more, and approvals from all others would not approve the step',
  });
}
