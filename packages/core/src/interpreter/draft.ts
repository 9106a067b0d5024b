/** A state under construction: a private copy that events are applied to in place. */
import { type EndedStepStatus, type ExecutionState, type StepState, isOpen, stepIndex } from './state.js';

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/** A private copy under construction. The steps in it are shared with other states but for those in `own`. */
export interface Draft {
  readonly state: Mutable<Omit<ExecutionState, 'steps'>> & { steps: StepState[] };
  /** Each with the step of before that it stands for; null: it is new. */
  readonly own: Map<StepState, StepState | null>;
  /** How many more steps are open than before. */
  opened: number;
  /** Where each step stands, for as many of the first steps as were looked at; steps never move. */
  positions: Map<string, number> | null;
  /** How often a step was looked for. */
  lookups: number;
}

export const draftOf = (state: ExecutionState): Draft => ({
  state: { ...state, steps: state.steps.slice() },
  own: new Map(),
  opened: 0,
  // Made when it is needed: there is a draft for each command.
  positions: null,
  lookups: 0,
});

/** Up to this many steps a look at each is quicker than a map of them; so it is for a few looks, of however many. */
const FEW_STEPS = 32;
const FEW_LOOKUPS = 8;

/** Position of the step, or -1, without a look at every step of a long run. */
export function positionIn(draft: Draft, stepId: string): number {
  const { steps } = draft.state;
  if (steps.length <= FEW_STEPS || draft.lookups++ < FEW_LOOKUPS) return stepIndex(steps, stepId);
  const positions = (draft.positions ??= new Map<string, number>());
  for (let index = positions.size; index < steps.length; index++) {
    positions.set((steps[index] as StepState).stepId, index);
  }
  return positions.get(stepId) ?? -1;
}

/** Takes a new step in. */
export function addStep(draft: Draft, step: StepState): void {
  draft.state.steps.push(step);
  draft.own.set(step, null);
  draft.opened += 1;
}

/**
 * The draft's own copy of the open step, to be changed. An ended step never changes again; an event that says
 * otherwise is a defect.
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

/** The draft's own copy of the step, which this event ends. */
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

/** An empty list of people, shared by all steps that wait for none. */
export const NOBODY: readonly string[] = Object.freeze([]);
