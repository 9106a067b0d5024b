/** Finds the people of a human step and begins to wait for them (contract section 17). */
import type { CompiledHumanNode } from '../../compile/compiled.js';
import { derived } from '../../compile/derived.js';
import { peopleOf } from '../../compile/people.js';
import type { JsonObject } from '../../definition/json.js';
import { failStep } from '../ending.js';
import type { StepState } from '../state.js';
import type { PeopleState } from '../people-state.js';
import type { Transition } from '../transition.js';
import { type Answers, NO_ANSWERS } from '../people/directory.js';
import { excludedFrom } from '../people/excluded.js';
import { mandatoryCounts } from '../people/mandatory.js';
import { contractPlaces, peopleOfStep, waitingFor } from '../people/places.js';
import { presentedIn } from '../presenting/render.js';
import { planReminder } from './plan-reminder.js';
import { type Resolved, resolvePeople } from '../people/resolve.js';

/** Finds the people of a scheduled step, in this commit or by a job for the directory. */
export function findPeople(transition: Transition, step: StepState, node: CompiledHumanNode): void {
  const excluded = excludedFrom(transition.compiled, transition.state, node);
  if (node.people === undefined && excluded.size === 0) {
    beginToWait(transition, step, node);
    return;
  }
  const resolved = resolutionOf(transition, step, node, NO_ANSWERS);
  if (resolved.kind !== 'asks') takePeople(transition, step, node, resolved);
  else
    transition.schedule({
      kind: 'resolve-reviewers',
      stepId: step.stepId,
      dueAt: transition.now,
      attempt: 1,
    });
}

/** Finds the people from the directory's answers. */
export function resolutionOf(
  { compiled, state, userIdLists }: Pick<Transition, 'compiled' | 'state' | 'userIdLists'>,
  step: StepState,
  node: CompiledHumanNode,
  answers: Answers,
): Resolved {
  // The engine wrote the input, so this is the output from the edge that started the step.
  const output = 'fromStepId' in step.input ? (step.input['output'] ?? null) : null;
  const values: JsonObject = { output, execution: { input: state.triggerContext } };
  const excluded = excludedFrom(compiled, state, node);
  return resolvePeople(peopleOf(node), { values, excluded, answers, userIdLists });
}

export function takePeople(
  transition: Transition,
  step: StepState,
  node: CompiledHumanNode,
  resolved: Exclude<Resolved, { kind: 'asks' }>,
): void {
  if (resolved.kind === 'failed') {
    failStep(transition, step, resolved.error);
    return;
  }
  transition.emit('step.reviewers-resolved', step.stepId, resolved.people);
  beginToWait(transition, transition.step(step.stepId), node);
}

/** Reviewers asked first. Steps of a node without fields of section 17 share one list. */
const askedFirst = (node: CompiledHumanNode, people: PeopleState | undefined): readonly string[] =>
  people === undefined ? derived(node, askedByContract) : waitingFor(peopleOf(node), people.places, []);

const askedByContract = (node: CompiledHumanNode): readonly string[] =>
  Object.freeze(waitingFor(peopleOf(node), contractPlaces(node), []));

function beginToWait(transition: Transition, step: StepState, node: CompiledHumanNode): void {
  const people = peopleOfStep(node, step);
  transition.emit('step.awaiting-approval', step.stepId, {
    nodeId: step.nodeId,
    nodeType: step.nodeType,
    waitingForReviewers: askedFirst(node, step.people),
    mandatoryCount: mandatoryCounts(node, step, people).mandatoryCount,
    commentBody: node.commentBody,
    dueAt: step.dueAt,
    ...presentedIn(transition, step),
  });
  planReminder(transition, node, transition.step(step.stepId));
}
