/** Effects of an accepted command, as they are reported. */
import { ofType } from '../../checker/record.js';
import type { EngineEvent } from '../../interpreter/event.js';
import type { ExecutionState, ExecutionStatus, ReviewVote, StepStatus } from '../../interpreter/state.js';

/** Effect of a decision. */
export interface AnswerEffect {
  /** Status of the step. */
  readonly stepStatus: StepStatus;
  /** Resulting decision of the step; null while it stays undecided. */
  readonly decision: ReviewVote | null;
  /** Nodes that would start, without those whose steps would be cancelled at once. */
  readonly starts: readonly string[];
  /** Open steps that would be cancelled. */
  readonly cancels: readonly string[];
  /** Loop that would start again or be exhausted; null: none. */
  readonly loopId: string | null;
  /** Status of the execution. */
  readonly executionStatus: ExecutionStatus;
  /** Outcome of the execution if it would complete; absent if it would not. */
  readonly outcome?: string | null;
}

/**
 * Returns the effect of these events; `state` is the state after them.
 * @param stepId the step of the command; null: all steps.
 */
export function effectOf(
  { events, state }: { readonly events: readonly EngineEvent[]; readonly state: ExecutionState },
  stepId: string | null,
): AnswerEffect {
  const step = state.steps.find((it) => it.stepId === stepId);
  const decision = step?.output?.['decision'];
  const loop = ofType(events, 'loop.iteration-started')[0] ?? ofType(events, 'loop.exhausted')[0];
  // A step may be made and cancelled at once, in a decided group: it neither starts nor opens.
  const made = ofType(events, 'step.scheduled');
  const cancelled = ofType(events, 'step.cancelled').map((it) => it.stepId ?? '');
  return {
    stepStatus: step?.status ?? 'cancelled',
    decision: decision === 'approve' || decision === 'reject' ? decision : null,
    starts: made.filter((it) => !cancelled.includes(it.stepId ?? '')).map((it) => it.data.nodeId),
    cancels: cancelled.filter((id) => id !== stepId && !made.some((it) => it.stepId === id)),
    loopId: loop?.data.loopId ?? null,
    executionStatus: state.status,
    ...(state.status === 'completed' && { outcome: state.outcome ?? null }),
  };
}
