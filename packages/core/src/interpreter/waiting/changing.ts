/** Changes the people of a step, and emits the events. */
import type { CompiledHumanNode } from '../../compile/compiled.js';
import { peopleOf } from '../../compile/people.js';
import type { StepState } from '../state.js';
import type { AssignmentCause, PeopleChange, PeopleState } from '../people-state.js';
import type { Transition } from '../transition.js';
import { withChange } from '../people/change.js';
import { peopleOfStep, waitingFor } from '../people/places.js';

/** Records the people of a step without fields of section 17, before a change that needs them. */
export function ownPeople(transition: Transition, node: CompiledHumanNode, step: StepState): StepState {
  if (step.people !== undefined) return step;
  transition.emit('step.reviewers-resolved', step.stepId, peopleOfStep(node, step) ?? NOBODY);
  return transition.step(step.stepId);
}

const NOBODY: PeopleState = { places: [] };

/** Applies the change and returns the changed step. */
export function changePeople(
  transition: Transition,
  node: CompiledHumanNode,
  step: StepState,
  change: PeopleChange,
): StepState {
  const own = ownPeople(transition, node, step);
  const { people, decisions } = withChange(own, change);
  const waitingForReviewers = waitingFor(peopleOf(node), people.places, decisions);
  transition.emit('step.people-changed', step.stepId, { ...change, waitingForReviewers });
  return transition.step(step.stepId);
}

interface Assignment {
  readonly cause: AssignmentCause;
  readonly actorId: string;
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
}

/** Emits the change of the asked reviewers; nothing if the same people are asked as before. */
export function tellAssigned(
  transition: Transition,
  { stepId, nodeId, waitingForReviewers }: StepState,
  { cause, actorId, added = [], removed = [] }: Assignment,
): void {
  if (added.length === 0 && removed.length === 0) return;
  transition.emit('step.assigned', stepId, { nodeId, cause, actorId, added, removed, waitingForReviewers });
}
