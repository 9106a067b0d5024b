/** What each answer that may be given to a step now would do (contract section 17), by letting the interpreter do it. */
import type { CompiledDefinition } from '../../compile/compiled.js';
import type { ReviewVote, ExecutionState, ExecutionStatus, StepStatus } from '../../interpreter/state.js';
import type { EngineEvent, EventOf, EventType } from '../../interpreter/event.js';
import { type PossibleAnswer, possibleAnswers, tryDecision } from '../../interpreter/trying.js';
import type { Absence } from '../../interpreter/people/substitutes.js';
import type { Environment } from '../../interpreter/transition.js';

/** An answer that somebody may give now, and what it would do. */
export interface NextAnswer {
  readonly userId: string;
  /** For whom, where they stand in; null: for themselves. */
  readonly onBehalfOf: string | null;
  /** What they would answer. */
  readonly decision: ReviewVote;
  /** What would follow in the same commit; agents are not called. */
  readonly then: AnswerEffect;
}

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

/** How many answers may still be told of, and how much work it may take to find out what they do. */
export interface AnswersLeft {
  count: number;
  work: number;
}

/** Up to `most` of them and as far as `left` goes, which is used up, and whether there are more. */
export function nextAnswers(
  compiled: CompiledDefinition,
  state: ExecutionState,
  {
    stepId,
    environment,
    absences,
    most,
    left,
  }: {
    readonly stepId: string;
    readonly environment: Environment;
    readonly absences: readonly Absence[];
    readonly most: number;
    readonly left: AnswersLeft;
  },
): { readonly next: readonly NextAnswer[]; readonly truncated: boolean } {
  if (isUsedUp(left)) return { next: [], truncated: true };
  const possible = possibleAnswers(compiled, state, { stepId, absences, now: environment.now });
  const next: NextAnswer[] = [];
  for (const answer of possible) {
    if (next.length === most || isUsedUp(left)) return { next, truncated: true };
    const { reviewerId: userId, onBehalfOf, decision } = answer;
    const { then, work } = effectOf(compiled, state, stepId, answer, environment);
    next.push({ userId, onBehalfOf, decision, then });
    left.count -= 1;
    left.work -= work;
  }
  return { next, truncated: false };
}

const isUsedUp = ({ count, work }: AnswersLeft): boolean => count <= 0 || work <= 0;

function effectOf(
  compiled: CompiledDefinition,
  state: ExecutionState,
  stepId: string,
  answer: PossibleAnswer,
  environment: Environment,
): { readonly then: AnswerEffect; readonly work: number } {
  const tried = tryDecision(compiled, state, { stepId, ...answer }, environment);
  const step = tried.state.steps.find((it) => it.stepId === stepId);
  const decision = step?.output?.['decision'];
  const restarted =
    ofType(tried.events, 'loop.iteration-started')[0] ?? ofType(tried.events, 'loop.exhausted')[0];
  // A step may be made and cancelled at once, as one of a group that is decided: it does not start, and was never open.
  const made = ofType(tried.events, 'step.scheduled');
  const cancelled = ofType(tried.events, 'step.cancelled').map((it) => it.stepId ?? '');
  const then: AnswerEffect = {
    stepStatus: step?.status ?? 'waiting',
    decision: decision === 'approve' || decision === 'reject' ? decision : null,
    starts: made.filter((it) => !cancelled.includes(it.stepId ?? '')).map((it) => it.data.nodeId),
    cancels: cancelled.filter((stepId) => !made.some((it) => it.stepId === stepId)),
    loopId: restarted?.data.loopId ?? null,
    executionStatus: tried.state.status,
  };
  return { then, work: tried.work };
}

const ofType = <T extends EventType>(events: readonly EngineEvent[], type: T): EventOf<T>[] =>
  events.filter((it) => it.type === type) as unknown as EventOf<T>[];
