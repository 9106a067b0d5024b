/** What happens in an execution: a closed set of events (contract section 11). */
import type { ResolutionPolicy } from '../compile/compiled.js';
import type { NodeType } from '../definition/definition.js';
import type { JsonObject } from '../definition/json.js';
import type { FailureReason, ReviewDecision, StepError } from './state.js';

/** Who stopped a step, and why. */
export interface Cancellation {
  readonly actorId: string;
  readonly reason: string | null;
}

/** Data of the events that leave the engine, exactly as they are stored. Times in ms since the epoch. */
export interface ExternalEventData {
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
export interface InternalEventData {
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
  'step.decision-recorded': {
    readonly reviewerId: string;
    readonly decision: ReviewDecision;
    readonly reason: string | null;
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
  };
  /** A deferred agent has called back; what with, so that a repeat is known. */
  'step.called-back': { readonly fingerprint: string };
  /** The step has its output, and the workflow goes on from it. */
  'step.resumed': { readonly output: JsonObject };
  'step.skipped': { readonly output: JsonObject };
  'group.quorum-unreachable': { readonly groupId: string; readonly iteration: number };
  /** A step with this id was started before, so it was not started again. */
  'idempotency.suppressed': { readonly stepId: string };
}

export type EventData = ExternalEventData & InternalEventData;
export type EventType = keyof EventData;
export type ExternalEventType = keyof ExternalEventData;

export interface EventOf<T extends EventType> {
  readonly eventId: string;
  /** From 1, without gaps within an execution; external events alone skip some. */
  readonly seq: number;
  readonly type: T;
  readonly executionId: string;
  readonly stepId: string | null;
  readonly timestamp: number;
  readonly correlationId: string;
  readonly data: EventData[T];
}

/** Any event, as it is stored. */
export type EngineEvent = { [T in EventType]: EventOf<T> }[EventType];
/** An event that hosts and receivers see. */
export type ExternalEvent = { [T in ExternalEventType]: EventOf<T> }[ExternalEventType];

const EXTERNAL: Readonly<Record<ExternalEventType, true>> = {
  'execution.dispatched': true,
  'step.awaiting-approval': true,
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

export const EXTERNAL_EVENT_TYPES = Object.keys(EXTERNAL) as ExternalEventType[];

export function isExternal(event: EngineEvent): event is ExternalEvent {
  return Object.hasOwn(EXTERNAL, event.type);
}
