/** What happens in an execution: a closed set of events (contract section 11). */
import { EXTERNAL_EVENTS } from '../definition/event-types.js';
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
  /** Who did it; `system:…` for the engine. */
  readonly actorId: string;
  /** Why; null when nobody said. */
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
  /** A run was started. */
  'execution.dispatched': {
    /** Which definition runs. */
    readonly definitionId: string;
    /** The version that the run stays on. */
    readonly definitionVersion: number;
    /** Steps that it starts with. */
    readonly rootStepIds: readonly string[];
  };
  /** A step waits for people, or for resolutions of what its agent found. */
  'step.awaiting-approval': {
    /** The node of the step. */
    readonly nodeId: string;
    /** Kind of the node. */
    readonly nodeType: NodeType;
    /** Who is asked now, by userId. */
    readonly waitingForReviewers: readonly string[];
    /** How many entries have to be satisfied. */
    readonly mandatoryCount: number;
    /** What people are asked. */
    readonly commentBody: string | null;
    /** When it is due, in ms since the epoch; null without a deadline. */
    readonly dueAt: number | null;
    /** Agents only. */
    readonly resolutionPolicy?: ResolutionPolicy;
    /** Agents only; null when none were declared. */
    readonly findings?: readonly JsonObject[] | null;
  };
  /** Somebody answered on a people node; before what follows from it. */
  'step.answered': {
    /** The node of the step. */
    readonly nodeId: string;
    /** Who answered. */
    readonly reviewerId: string;
    /** For whom, where a substitute answered; null otherwise. */
    readonly onBehalfOf: string | null;
    /** What was decided. */
    readonly decision: ReviewVote;
    /** Why, as one of the reason codes of the node. */
    readonly reasonCode: string | null;
    /** Round of the place that was answered. */
    readonly round: number;
    /** Digest of what was decided on; null where it was not named. */
    readonly subjectDigest: string | null;
  };
  /** Others are asked now, or somebody is asked no more. */
  'step.assigned': {
    /** The node of the step. */
    readonly nodeId: string;
    /** Why others are asked. */
    readonly cause: AssignmentCause;
    /** Who did it; `system:…` for the engine. */
    readonly actorId: string;
    /** Who is asked from now on. */
    readonly added: readonly string[];
    /** Who is asked no more. */
    readonly removed: readonly string[];
    /** Who is asked now, by userId. */
    readonly waitingForReviewers: readonly string[];
  };
  /** Somebody took an answer back; `round` is the one that the next answer has to name. */
  'step.answer-retracted': {
    /** The node of the step. */
    readonly nodeId: string;
    /** Who answered. */
    readonly reviewerId: string;
    /** For whom, where a substitute answered; null otherwise. */
    readonly onBehalfOf: string | null;
    /** Round of the place that was answered. */
    readonly round: number;
  };
  /** A reviewer asked somebody for information; what, the view alone says. */
  'step.question-asked': QuestionData;
  /** A question of a reviewer was answered. */
  'step.question-answered': QuestionData;
  /** Those who are asked, or owe an answer to a question, are reminded. */
  'step.reminder': {
    /** The node of the step. */
    readonly nodeId: string;
    /** Index of the reminder in the node; null: somebody reminded them by hand. */
    readonly level: number | null;
    /** Who is reminded. */
    readonly userIds: readonly string[];
    /** When it is due, in ms since the epoch; null without a deadline. */
    readonly dueAt: number | null;
  };
  /** A step has ended well; what people decided is in `decision`. */
  'step.completed': {
    /** The node of the step. */
    readonly nodeId: string;
    /** Kind of the node. */
    readonly nodeType: NodeType;
    /** Human steps and blocking agents; null after a force-complete. */
    readonly decision?: ReviewDecision | null;
    /** `resolved` where findings were. */
    readonly aggregatorStatus?: 'resolved';
    /** Agents only. */
    readonly agentId?: string;
  };
  /** A step has failed for good. */
  'step.failed': {
    /** The node of the step. */
    readonly nodeId: string;
    /** What went wrong. */
    readonly error: StepError;
    /** Which call it was, from 1. */
    readonly attempt: number;
  };
  /** A step missed its deadline. */
  'step.breached': {
    /** The node of the step. */
    readonly nodeId: string;
    /** Time that the step had, in ms. */
    readonly slaMs: number;
    /** When it was due, in ms since the epoch. */
    readonly dueAt: number;
  };
  /** A step was stopped. */
  'step.cancelled': {
    /** The node of the step. */
    readonly nodeId: string;
  } & Cancellation;
  /** A group has as many approvals as it needs. */
  'group.quorum-met': {
    /** The group. */
    readonly groupId: string;
    /** Iteration of the loop that it is in, from 1. */
    readonly iteration: number;
    /** Approvals that are enough. */
    readonly quorum: number;
    /** Approvals there are. */
    readonly totalApproved: number;
    /** Members that have ended. */
    readonly completedTotal: number;
    /** Members to hear from. */
    readonly expectedSteps: number;
  };
  /** A loop was rewound to its entry. */
  'loop.iteration-started': {
    /** The loop. */
    readonly loopId: string;
    /** Iteration of the loop that it is in, from 1. */
    readonly iteration: number;
    /** What rewound it. */
    readonly triggeredBy: 'rejection';
  };
  /** The last iteration of a loop was rejected. */
  'loop.exhausted': {
    /** The loop. */
    readonly loopId: string;
    /** Iteration of the loop that it is in, from 1. */
    readonly iteration: number;
    /** Who rejected; null when nobody did it by name. */
    readonly lastRejectedBy: string | null;
    /** Why, in their words. */
    readonly lastRejectionReason: string | null;
  };
  /** What is to be approved is another now. */
  'execution.subject-revised': {
    /** Digest of the subject from now on. */
    readonly digest: string;
    /** Digest before; null when there was none. */
    readonly previousDigest: string | null;
    /** Who did it; `system:…` for the engine. */
    readonly actorId: string;
    /** Who made the revision, where it is known. */
    readonly contributorId: string | null;
    /** Steps whose answers are void. */
    readonly resetStepIds: readonly string[];
  };
  /** A run has ended well. */
  'execution.completed': {
    /** Time since the dispatch, in ms. */
    readonly durationMs: number;
  };
  /** A run has failed. */
  'execution.failed': {
    /** Why, as a code and a sentence. */
    readonly failureReason: FailureReason;
  };
  /** A run was cancelled. */
  'execution.cancelled': {
    /** Why, in the words of whoever did it. */
    readonly reason: string | null;
  };
}

interface QuestionData {
  /** The node of the step. */
  readonly nodeId: string;
  /** Id of the question. */
  readonly questionId: string;
  /** Who asked. */
  readonly by: string;
  /** Who was asked. */
  readonly of: string;
  /** When it is due, in ms since the epoch; null without a deadline. */
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
  /** Id of the event, the same wherever it is seen. */
  readonly eventId: string;
  /** From 1, without gaps within an execution; external events alone skip some. */
  readonly seq: number;
  /** What happened. */
  readonly type: T;
  /** The execution in which it happened. */
  readonly executionId: string;
  /** The step that it happened to; null when it is about the execution. */
  readonly stepId: string | null;
  /** When it happened, in ms since the epoch. */
  readonly timestamp: number;
  /** The host's own id, as the dispatch gave it. */
  readonly correlationId: string;
  /** What else is to be known. */
  readonly data: EventData[T];
}

/** Any event, as it is stored. */
export type EngineEvent = { [T in EventType]: EventOf<T> }[EventType];
/** An event that hosts and receivers see. */
export type ExternalEvent = { [T in ExternalEventType]: EventOf<T> }[ExternalEventType];

/** Every one, and nothing else: the compiler holds both. */
const EXTERNAL: Readonly<Record<ExternalEventType, true>> = EXTERNAL_EVENTS;

/** Types of the events that hosts and receivers see. */
export const EXTERNAL_EVENT_TYPES: ExternalEventType[] = Object.keys(
  EXTERNAL_EVENTS,
) as (keyof typeof EXTERNAL_EVENTS)[];

/** Whether an event leaves the engine. */
export function isExternal(event: EngineEvent): event is ExternalEvent {
  return Object.hasOwn(EXTERNAL, event.type);
}
