/** Asks the next reviewers (contract section 17). */
import type { CompiledPeople } from '../../compile/compiled-people.js';
import type { StepState } from '../state.js';
import type { Transition } from '../transition.js';
import { waitingFor, withAsked } from '../people/places.js';

const ORDER_ACTOR = 'system:order';

export function askNext(transition: Transition, rules: CompiledPeople, step: StepState): void {
  if (step.people === undefined) return; // All people of a contract's node are asked from the start.
  const before = step.people.places;
  const places = withAsked(rules, step.people, step.decisions);
  const added = places.filter((it, index) => it.asked && !before[index]?.asked).map((it) => it.holder);
  if (added.length === 0) return;
  transition.emit('step.assigned', step.stepId, {
    nodeId: step.nodeId,
    cause: 'order',
    actorId: ORDER_ACTOR,
    added,
    removed: [],
    waitingForReviewers: waitingFor(rules, places, step.decisions),
  });
}
