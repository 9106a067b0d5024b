/** A state under construction: a private copy that events are applied to in place. */
import { itemAt } from '@org/approval-internal/lists';
import { type EndedStepStatus, type ExecutionState, type StepState, isOpen, stepIndex } from './state.js';

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/**
 * A private copy of a state under construction. Steps not in `own` are shared with other states.
 */
export interface Draft {
  readonly state: Mutable<Omit<ExecutionState, 'steps'>> & { steps: StepState[] };
  /** Own steps with the step that they replace; null for a new step. */
  readonly own: Map<StepState, StepState | null>;
  /** Increase of the number of open steps. */
  opened: number;
  /** Positions of the first steps, as many as were indexed. Steps never move. */
  positions: Map<string, number> | null;
  /** Number of lookups of steps. */
  lookups: number;
}

export const draftOf = (state: ExecutionState): Draft => ({
  state: { ...state, steps: state.steps.slice() },
  own: new Map(),
  opened: 0,
  // Created on first use, as each command has a draft.
  positions: null,
  lookups: 0,
});

/** For few steps or few lookups, a scan is faster than an index. */
const FEW_STEPS = 32;
const FEW_LOOKUPS = 8;

/** Position of the step, or -1. Builds an index for long executions. */
export function positionIn(draft: Draft, stepId: string): number {
  const { steps } = draft.state;
  if (steps.length <= FEW_STEPS || draft.lookups++ < FEW_LOOKUPS) return stepIndex(steps, stepId);
  const positions = (draft.positions ??= new Map<string, number>());
  for (let index = positions.size; index < steps.length; index++) {
    positions.set(itemAt(steps, index).stepId, index);
  }
  return positions.get(stepId) ?? -1;
}

/** Adds a new step. */
export function addStep(draft: Draft, step: StepState): void {
  draft.state.steps.push(step);
  draft.own.set(step, null);
  draft.opened += 1;
}

/**
 * Returns the draft's own copy of an open step. Ended steps never change.
 * @throws Error for a step that is not open, which is a defect.
 */
export function changing(draft: Draft, { stepId }: { readonly stepId: string | null }): Mutable<StepState> {
  const { state, own } = draft;
  const index = stepId === null ? -1 : positionIn(draft, stepId);
  const step = state.steps[index];
  if (step === undefined || !isOpen(step.status)) {
    throw new Error(`the event at seq ${state.seq} changes step ${String(stepId)}, which is not open`);
  }
  if (own.has(step)) return step;
  const copy = { ...step };
  state.steps[index] = copy;
  own.set(copy, step);
  return copy;
}

/** Ends a step and returns the draft's own copy. */
export function ending(
  draft: Draft,
  event: { readonly stepId: string | null; readonly seq: number; readonly timestamp: number },
  status: EndedStepStatus,
): Mutable<StepState> {
  const step = changing(draft, event);
  step.status = status;
  draft.opened -= 1;
  step.completedAt = event.timestamp;
  step.endedSeq = event.seq;
  step.waitingForReviewers = NOBODY;
  return step;
}

/** An empty list of users, shared by all steps that do not wait for people. */
export const NOBODY: readonly string[] = Object.freeze([]);
