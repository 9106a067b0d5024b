/** A person's place on a step, as a link sees it. */
import type { CompiledPeople } from '../../compile/compiled-people.js';
import { peopleOf } from '../../compile/people.js';
import type { Presentation } from '../../definition/presented.js';
import { presentationShown } from '../../interpreter/presenting/render.js';
import type { StoredLink } from '../../ports/store/links.js';
import { isMandatory, peopleOfStep } from '../../interpreter/people/places.js';
import { type ExecutionState, type ReviewVote, type StepState, findStep } from '../../interpreter/state.js';
import type { Subject } from '../../interpreter/header.js';
import type { Place } from '../../interpreter/people-state.js';
import { nodeOf } from '../../interpreter/transition.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import { isDecidedByPeople } from '../../nodes/schema.js';

export interface LinkPlace {
  readonly step: StepState;
  readonly commentBody: string | null;
  /** Presentation to show before a decision; null without one. */
  readonly presentation: Presentation | null;
  readonly rules: CompiledPeople;
  /** null: this user has no place. */
  readonly place: Place | null;
  readonly isAnswered: boolean;
}

/** Returns null when the step does not exist or has no reviewers. */
export function placeOf(
  { compiled }: Pick<DefinitionVersion, 'compiled'>,
  state: ExecutionState,
  { stepId, reviewerId, onBehalfOf }: Pick<StoredLink, 'stepId' | 'reviewerId' | 'onBehalfOf'>,
): LinkPlace | null {
  const step = findStep(state, stepId);
  const node = step === null ? null : nodeOf(compiled, step.nodeId);
  if (step === null || !isDecidedByPeople(node)) return null;
  const places = peopleOfStep(node, step)?.places ?? [];
  const holder = onBehalfOf ?? reviewerId;
  const place = places.find((it) => it.holder === holder) ?? null;
  const isAnswered = step.decisions.some((it) => (it.onBehalfOf ?? it.reviewerId) === holder);
  const presentation = presentationShown(state.presentation, step.presentation, compiled.name ?? '');
  const { commentBody } = node;
  return { step, commentBody, rules: peopleOf(node), place, isAnswered, presentation };
}

/** Returns the decisions that are open to this user. */
export function votesOf({ rules, place }: LinkPlace): ReviewVote[] {
  const canAbstain = rules.allowAbstain && place !== null && !isMandatory(rules, place);
  return ['approve', 'reject', ...(canAbstain ? (['abstain'] as const) : [])];
}

/** Subject of the approval, if the run has one. */
export const subjectOf = ({ parties }: ExecutionState): Subject | null => parties?.subject ?? null;

/** Returns its name for people. */
export function nameOf({ authored: { name } }: DefinitionVersion): string {
  return typeof name === 'string' ? name : '';
}
