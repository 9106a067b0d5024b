/** What happens in an execution: a closed set of events (contract section 11). */
import type { ResolutionPolicy } from '../compile/compiled.js';
import type { NodeType } from '../definition/definition.js';
import type { JsonObject } from '../definition/json.js';
import type {
  FailureReason,
  PeopleAnswer,
  PeopleState,
  ReviewDecision,
  ReviewVote,
  StepError,
  Via,
} from './state.js';

/** Who stopped a step, and why. */
export interface Cancellation {
  readonly actorId: string;
  readonly reason: string | null;
}

/** Why others are asked than before. `order`: the mandatory entries of the lower orders are satisfied. */
type AssignmentCause = 'order';

/** Data of the events that leave the engine, exactly as they are stored. Times in ms since the epoch. */
interface ExternalEventData {
  'execution.dispatched': {
    readonly definitionId: string;
    readonly definitionVersion: number;
    readonly rootStepIds: readonly string[];
  };
  'step.awaiting-approval': {
    readonly nodeId: string;
    readonly nodeType: NodeType;
    readonly waitingForReviewers: readonly string[];
    readonly mandatoryCount: number;
    readonly commentBody: string | null;
    readonly dueAt: number | null;
    /** Agents only. */
    readonly resolutionPolicy?: ResolutionPolicy;
    /** Agents only; null when none were declared. */
    readonly findings?: readonly JsonObject[] | null;
  };
  /** Somebody answered on a people node; before what follows from it. */
  'step.answered': {
    readonly nodeId: string;
    readonly reviewerId: string;
    readonly onBehalfOf: string | null;
    readonly decision: ReviewVote;
    readonly reasonCode: string | null;
    readonly round: number;
    readonly subjectDigest: string | null;
  };
  /** Others are asked now, or somebody is asked no more. */
  'step.assigned': {
    readonly nodeId: string;
    readonly cause: AssignmentCause;
    readonly actorId: string;
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly waitingForReviewers: readonly string[];
  };
  'step.completed': {
    readonly nodeId: string;
    readonly nodeType: NodeType;
    /** Human steps and blocking agents; null after a force-complete. */
    readonly decision?: ReviewDecision | null;
    readonly aggregatorStatus?: 'resolved';
    /** Agents only. */
    readonly agentId?: string;
  };
  'step.failed': { readonly nodeId: string; readonly error: StepError; readonly attempt: number };
  'step.breached': { readonly nodeId: string; readonly slaMs: number; readonly dueAt: number };
  'step.cancelled': { readonly nodeId: string } & Cancellation;
  'group.quorum-met': {
    readonly groupId: string;
    readonly iteration: number;
    readonly quorum: number;
    readonly totalApproved: number;
    readonly completedTotal: number;
    readonly expectedSteps: number;
  };
  'loop.iteration-started': {
    readonly loopId: string;
    readonly iteration: number;
    readonly triggeredBy: 'rejection';
  };
  'loop.exhausted': {
    readonly loopId: string;
    readonly iteration: number;
    readonly lastRejectedBy: string | null;
    readonly lastRejectionReason: string | null;
  };
  'execution.completed': { readonly durationMs: number };
  'execution.failed': { readonly failureReason: FailureReason };
  'execution.cancelled': { readonly reason: string | null };
}

/** Data of the events that only the engine reads. */
interface InternalEventData {
  'execution.started': Readonly<Record<string, never>>;
  'step.scheduled': {
    readonly nodeId: string;
    readonly nodeType: NodeType;
    readonly iteration: number;
    readonly input: JsonObject;
    readonly dueAt: number | null;
  };
  /** An agent is about to be called, once for every attempt. */
  'step.started': { readonly attempt: number };
  'step.retried': { readonly attempt: number; readonly error: StepError; readonly retryAt: number };
  /** It is known who decides the step. */
  'step.reviewers-resolved': PeopleState;
  'step.decision-recorded': {
    readonly reviewerId: string;
    readonly decision: ReviewVote;
    readonly reason: string | null;
    /** Absent in events of before it was kept. */
    readonly via?: Via | null;
    /** People nodes only. */
    readonly people?: PeopleAnswer;
    /** People nodes only: who is waited for now. */
    readonly waitingForReviewers?: readonly string[];
  };
  'step.resolution-recorded': {
    readonly resolutionId: string;
    readonly status: 'success' | 'failure';
    readonly output: JsonObject | null;
    readonly errorMessage: string | null;
  };
  'step.overridden': {
    readonly actorId: string;
    readonly action: string;
    readonly reason: string | null;
    /** Absent in events of before it was kept. */
    readonly via?: Via | null;
  };
  /** A link that answers for somebody was taken away. */
  'step.link-revoked': { readonly linkId: string };
  /** A deferred agent has called back; what with, so that a repeat is known. */
  'step.called-back': { readonly fingerprint: string };
  /** The step has its output, and the workflow goes on from it. */
  'step.resumed': { readonly output: JsonObject };
  'step.skipped': { readonly output: JsonObject };
  'group.quorum-unreachable': { readonly groupId: string; readonly iteration: number };
  /** A step with this id was started before, so it was not started again. */
  'idempotency.suppressed': { readonly stepId: string };
}

/** Data of every event, by its type. */
export type EventData = ExternalEventData & InternalEventData;
/** Type of any event, internal ones included. */
export type EventType = keyof EventData;
/** Type of an event that hosts and receivers see. */
export type ExternalEventType = Extract<keyof ExternalEventData, string>;

/** An event of one type, as it is stored and sent. */
export interface EventOf<T extends EventType> {
  readonly eventId: string;
  /** From 1, without gaps within an execution; external events alone skip some. */
  readonly seq: number;
  /** What happened. */
  readonly type: T;
  readonly executionId: string;
  readonly stepId: string | null;
  /** When it happened, in ms since the epoch. */
  readonly timestamp: number;
  readonly correlationId: string;
  /** What else is to be known. */
  readonly data: EventData[T];
}

/** Any event, as it is stored. */
export type EngineEvent = { [T in EventType]: EventOf<T> }[EventType];
/** An event that hosts and receivers see. */
export type ExternalEvent = { [T in ExternalEventType]: EventOf<T> }[ExternalEventType];

const EXTERNAL: Readonly<Record<ExternalEventType, true>> = {
  'execution.dispatched': true,
  'step.awaiting-approval': true,
  'step.answered': true,
  'step.assigned': true,
  'step.completed': true,
  'step.failed': true,
  'step.breached': true,
  'step.cancelled': true,
  'group.quorum-met': true,
  'loop.iteration-started': true,
  'loop.exhausted': true,
  'execution.completed': true,
  'execution.failed': true,
  'execution.cancelled': true,
};

/** Types of the events that hosts and receivers see. */
export const EXTERNAL_EVENT_TYPES = Object.keys(EXTERNAL) as ExternalEventType[];

/** Whether an event leaves the engine. */
export function isExternal(event: EngineEvent): event is ExternalEvent {
  return Object.hasOwn(EXTERNAL, event.type);
}
