/** What a command that was let happen did, as people are told of it. */
import type { EngineEvent, EventOf, EventType } from '../../interpreter/event.js';
import type { ExecutionState, ExecutionStatus, ReviewVote, StepStatus } from '../../interpreter/state.js';

/** What an answer would do. */
export interface AnswerEffect {
  /** Status of the step. */
  readonly stepStatus: StepStatus;
  /** How the step would be decided; null: it would not be yet. */
  readonly decision: ReviewVote | null;
  /** Nodes that would start; not those whose steps would be cancelled at once. */
  readonly starts: readonly string[];
  /** Open steps that would be cancelled. */
  readonly cancels: readonly string[];
  /** The loop that would begin again, or be exhausted; null: none. */
  readonly loopId: string | null;
  /** Status of the execution. */
  readonly executionStatus: ExecutionStatus;
}

/**
 * What follows from these events; `state` is as they left it.
 * @param stepId the step that the command is about; null: all of them.
 */
export function effectOf(
  { events, state }: { readonly events: readonly EngineEvent[]; readonly state: ExecutionState },
  stepId: string | null,
): AnswerEffect {
  const step = state.steps.find((it) => it.stepId === stepId);
  const decision = step?.output?.['decision'];
  const loop = ofType(events, 'loop.iteration-started')[0] ?? ofType(events, 'loop.exhausted')[0];
  // A step may be made and cancelled at once, as one of a group that is decided: it does not start, and was never open.
  const made = ofType(events, 'step.scheduled');
  const cancelled = ofType(events, 'step.cancelled').map((it) => it.stepId ?? '');
  return {
    stepStatus: step?.status ?? 'cancelled',
    decision: decision === 'approve' || decision === 'reject' ? decision : null,
    starts: made.filter((it) => !cancelled.includes(it.stepId ?? '')).map((it) => it.data.nodeId),
    cancels: cancelled.filter((id) => id !== stepId && !made.some((it) => it.stepId === id)),
    loopId: loop?.data.loopId ?? null,
    executionStatus: state.status,
  };
}

const ofType = <T extends EventType>(events: readonly EngineEvent[], type: T): EventOf<T>[] =>
  events.filter((it) => it.type === type) as unknown as EventOf<T>[];
