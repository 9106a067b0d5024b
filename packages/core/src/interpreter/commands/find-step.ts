/** Shared checks of operations on human steps. */
import type { Allowed, CompiledPeople } from '../../compile/compiled-people.js';
import type { CompiledHumanNode } from '../../compile/compiled.js';
import { peopleOf } from '../../compile/people.js';
import { excludedRefusal, noStepOf, refused, refusedWith } from '../command.js';
import { excludedFrom } from '../people/excluded.js';
import { peopleOfStep } from '../people/places.js';
import { type StepState, findStep } from '../state.js';
import type { PeopleState, Place } from '../people-state.js';
import type { Transition } from '../transition.js';
import { isDecidedByPeople } from '../../nodes/schema.js';

export interface HumanStep {
  readonly ok: true;
  readonly step: StepState;
  readonly node: CompiledHumanNode;
  readonly rules: CompiledPeople;
  /** null until the people are found. */
  readonly people: PeopleState | null;
}

type Refused = ReturnType<typeof refused>;

export function humanStep(transition: Transition, stepId: string): HumanStep | Refused {
  const step = findStep(transition.state, stepId);
  if (step === null) return noStepOf(transition.state, { stepId });
  const node = transition.node(step.nodeId);
  if (!isDecidedByPeople(node)) {
    return refused('FAILED_PRECONDITION', `step "${stepId}" is not a human step; it does not take decisions`);
  }
  return { ok: true, step, node, rules: peopleOf(node), people: peopleOfStep(node, step) };
}

export const notWaiting = (step: StepState) =>
  refused('FAILED_PRECONDITION', `step "${step.stepId}" is ${step.status}, not waiting`, {
    stepStatus: step.status,
  });

export const noPlace = (userId: string, { nodeId }: CompiledHumanNode) =>
  refused('PERMISSION_DENIED', `"${userId}" is not a reviewer of node "${nodeId}"`);

export const placeOf = ({ people }: HumanStep, holder: string): Place | undefined =>
  people?.places.find((it) => it.holder === holder);

/** Returns true if the user, or the holder they decide for, must not decide the place. */
export function isExcluded(transition: Transition, found: HumanStep, place: Place, userId: string): boolean {
  const excluded = excludedFrom(transition.compiled, transition.state, found.node);
  return place.lost === true || excluded.has(userId) || excluded.has(place.holder);
}

/** Refuses an action, once repeats are ruled out, by step status and permissions. */
export function refusalOfVerb(
  transition: Transition,
  found: HumanStep,
  verb: Allowed,
  reviewerId: string,
): Refused | null {
  const { step, node, rules } = found;
  if (step.status !== 'waiting') return notWaiting(step);
  if (!rules.allow.includes(verb)) {
    return refusedWith('not-allowed', `node "${node.nodeId}" does not allow reviewers to ${VERBS[verb]}`);
  }
  const place = placeOf(found, reviewerId);
  if (place === undefined) return noPlace(reviewerId, node);
  return isExcluded(transition, found, place, reviewerId) ? excludedRefusal(reviewerId) : null;
}

const VERBS: Readonly<Record<Allowed, string>> = {
  delegate: 'hand their place over',
  substitute: 'decide for an absent reviewer',
  claim: 'claim a decision',
  add: 'add others',
  retract: 'retract their decision',
  ask: 'ask for information',
};
