/** What happens in an execution: a closed set of events (contract section 11). */
import type { ResolutionPolicy } from '../compile/compiled.js';
import type { NodeType } from '../definition/definition.js';
import type { JsonObject } from '../definition/json.js';
import type { Job } from './job.js';
import type {
  FailureReason,
  Pause,
  PeopleAnswer,
  PeopleState,
  Place,
  PoolClaim,
  Question,
  RemindedByHand,
  ReviewDecision,
  ReviewVote,
  StepError,
  KeyedRevision,
  Subject,
  Via,
} from './state.js';

/** Who stopped a step, and why. */
export interface Cancellation {
  readonly actorId: string;
  readonly reason: string | null;
}

/**
 * Why others are asked than before. `order`: the mandatory entries of the lower orders are satisfied; `separation`:
 * somebody must not decide any more; `reset`: what was approved is another.
 */
export type AssignmentCause = 'order' | 'delegated' | 'added' | 'separation' | 'reset';

/** How the people of a step change; what is left out stays. */
export interface PeopleChange {
  /** New ones, and those that take the place of the one with their userId. */
  readonly places?: readonly Place[];
  /** Holders of places whose answers stand no more. */
  readonly voided?: readonly string[];
  /** All of them. */
  readonly claims?: readonly PoolClaim[];
  /** A new one, or one that takes the place of the one with its id. */
  readonly question?: Question;
  readonly pause?: Pause;
  readonly dueAt?: number;
  /** What somebody said why; for the record alone. */
  readonly reason?: string;
}

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
  /** Somebody took an answer back; `round` is the one that the next answer has to name. */
  'step.answer-retracted': {
    readonly nodeId: string;
    readonly reviewerId: string;
    readonly onBehalfOf: string | null;
    readonly round: number;
  };
  /** A reviewer asked somebody for information; what, the view alone says. */
  'step.question-asked': QuestionData;
  'step.question-answered': QuestionData;
  /** Those who are asked, or owe an answer to a question, are reminded. */
  'step.reminder': {
    readonly nodeId: string;
    /** Index of the reminder in the node; null: somebody reminded them by hand. */
    readonly level: number | null;
    readonly userIds: readonly string[];
    readonly dueAt: number | null;
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
  /** What is to be approved is another now. */
  'execution.subject-revised': {
    readonly digest: string;
    readonly previousDigest: string | null;
    readonly actorId: string;
    readonly contributorId: string | null;
    readonly resetStepIds: readonly string[];
  };
  'execution.completed': { readonly durationMs: number };
  'execution.failed': { readonly failureReason: FailureReason };
  'execution.cancelled': { readonly reason: string | null };
}

interface QuestionData {
  readonly nodeId: string;
  readonly questionId: string;
  readonly by: string;
  readonly of: string;
  readonly dueAt: number | null;
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
  /** Places, claims or questions of a step are others now. */
  'step.people-changed': PeopleChange & { readonly waitingForReviewers: readonly string[] };
  /** These reminders are given, the last of them as an event. By hand there are none of the node's. */
  'step.reminded': { readonly levels: readonly number[]; readonly byHand?: RemindedByHand };
  /** Jobs of open steps that were lost are made again; nothing else changes. */
  'execution.jobs-restored': { readonly jobs: readonly Job[] };
  /** What a revision changes, beside the steps. */
  'execution.parties-changed': {
    readonly subject: Subject;
    readonly contributorIds: readonly string[];
    /** Absent where it did not change. */
    readonly revisions?: readonly KeyedRevision[];
  };
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
  'step.answer-retracted': true,
  'step.question-asked': true,
  'step.question-answered': true,
  'step.reminder': true,
  'step.completed': true,
  'step.failed': true,
  'step.breached': true,
  'step.cancelled': true,
  'group.quorum-met': true,
  'loop.iteration-started': true,
  'loop.exhausted': true,
  'execution.subject-revised': true,
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
