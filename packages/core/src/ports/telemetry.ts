/** Reports of an engine's work and of single events. Without a listener they cost nothing. */
import type { ExternalEventType } from '../interpreter/event.js';
import type { CommitResult } from './store/executions.js';
import type { StoredJobKind } from './store/jobs.js';

/** Run of a report. */
export interface TelemetryRun {
  /** The workspace of the run. */
  readonly workspaceId: string;
  /** The run. */
  readonly executionId: string;
}

/** Change of a run before its commit. */
export interface TelemetryChange extends TelemetryRun {
  /** The definition that it runs. */
  readonly definitionId: string;
  /** Number of its last event. */
  readonly seq: number;
  /** Types of its external events, in order. */
  readonly events: readonly ExternalEventType[];
  /** Commands that the commit answers, of this process. */
  readonly causes: readonly TelemetrySpan[];
}

/** Span of a call or job to its result, with the wait for a batch and retries. */
export interface TelemetryCommand extends TelemetryRun {
  /** Kind of work. */
  readonly kind: 'command';
  /** Name of the command: `dispatch`, `record-decision`, `deadline-passed`, … */
  readonly command: string;
  /** The step that it is about; null: the run. */
  readonly stepId: string | null;
}

/** One write to the store, of the changes of several runs. */
export interface TelemetryCommit {
  /** Kind of work. */
  readonly kind: 'commit';
  /** Changes to write. */
  readonly changes: readonly TelemetryChange[];
}

/** A job under a lease: an agent, a deadline, a delivery, a look into the directory. */
export interface TelemetryJob extends TelemetryRun {
  /** Kind of work. */
  readonly kind: 'job';
  /** Kind of job. */
  readonly job: StoredJobKind;
  /** The step that it is about. */
  readonly stepId: string;
  /** Delay of its start in ms. */
  readonly delayMs: number;
}

/** A call of a function of the host's. */
export interface TelemetryAgentCall extends TelemetryRun {
  /** Kind of work. */
  readonly kind: 'agent-call';
  /** Its name, as the definition has it. */
  readonly agentId: string;
  /** The step that it is called for. */
  readonly stepId: string;
  /** Attempt number of the step, from 1. */
  readonly attempt: number;
}

/** A request of a webhook node. */
export interface TelemetryCall extends TelemetryRun {
  /** Kind of work. */
  readonly kind: 'call';
  /** The origin of the receiver. */
  readonly receiver: string;
  /** The step that it is made for. */
  readonly stepId: string;
  /** Attempt number of the step, from 1. */
  readonly attempt: number;
}

/** A call of a channel for a notification node. */
export interface TelemetryNotification extends TelemetryRun {
  /** Kind of work. */
  readonly kind: 'notification';
  /** Name of the channel. */
  readonly channel: string;
  /** The step that it is made for. */
  readonly stepId: string;
  /** Attempt number of the step, from 1. */
  readonly attempt: number;
}

/** An attempt to deliver an event. */
export interface TelemetryDelivery extends TelemetryRun {
  /** Kind of work. */
  readonly kind: 'delivery';
  /** The origin of the receiver. */
  readonly receiver: string;
  /** Number of previous attempts. */
  readonly attempt: number;
}

/** Work that takes time, before it begins. */
export type TelemetryWork =
  | TelemetryCommand
  | TelemetryCommit
  | TelemetryJob
  | TelemetryAgentCall
  | TelemetryCall
  | TelemetryNotification
  | TelemetryDelivery;

/** Outcomes of each kind of work. */
export interface TelemetryOutcomes {
  /** `refused`: the result is an error for the caller; `lost-claim`: another worker has the job. */
  readonly command: 'accepted' | 'refused' | 'lost-claim';
  /** Result of each change, in the order of `changes`. */
  readonly commit: readonly CommitResult['kind'][];
  /** Always `done`: the outcome of the step belongs to its command. */
  readonly job: 'done';
  /** `late`: its time was up, or its step has ended, before it returned. */
  readonly 'agent-call': 'returned' | 'deferred' | 'failed' | 'invalid' | 'late';
  /** `returned`: a response arrived, with any status; `late`: its step has ended before. */
  readonly call: 'returned' | 'failed' | 'late';
  /** `returned`: the channel returned; `late`: its step has ended before. */
  readonly notification: 'returned' | 'failed' | 'late';
  /** `retrying`: another attempt follows; `dead`: this was the last. */
  readonly delivery: 'delivered' | 'retrying' | 'dead';
}

/** Running work. */
export interface TelemetrySpan {
  /** Calls `run` at once and returns its result: everything it starts belongs to this work. */
  within<T>(run: () => T): T;
  /** Ends the work with the outcome of its kind, or with an error. Called once. */
  end(
    ended: { readonly outcome: TelemetryOutcomes[keyof TelemetryOutcomes] } | { readonly error: unknown },
  ): void;
}

/** Jobs of a kind were claimed. */
export interface TelemetryClaimed {
  /** Kind of event. */
  readonly kind: 'claimed';
  /** Kind of job. */
  readonly job: StoredJobKind;
  /** Delay of each in ms. */
  readonly delaysMs: readonly number[];
}

/** A job, or a subscription of the feed, went to another process while this one worked on it. */
export interface TelemetryLeaseLost {
  /** Kind of event. */
  readonly kind: 'lease-lost';
  /** Kind of lease. */
  readonly what: StoredJobKind | 'subscription';
}

/** Instants of a schedule started no execution in time. */
export interface TelemetryScheduleMissed {
  /** Kind of event. */
  readonly kind: 'schedule-missed';
  readonly workspaceId: string;
  readonly definitionId: string;
  /** Id of the schedule in its definition. */
  readonly triggerId: string;
  /** Number of instants. */
  readonly count: number;
}

/** Events beside work. */
export type TelemetryHappening = TelemetryClaimed | TelemetryLeaseLost | TelemetryScheduleMissed;

/** Listener for an engine's work. It must not throw; an error is logged and ignored. */
export interface Telemetry {
  /** Work begins. */
  begin(work: TelemetryWork): TelemetrySpan;
  /** Something has happened. */
  happened(happening: TelemetryHappening): void;
}
