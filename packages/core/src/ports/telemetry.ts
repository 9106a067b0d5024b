/** What an engine tells of what it does: work that takes time, and what happens. Without a listener it costs nothing. */
import type { ExternalEventType } from '../interpreter/event.js';
import type { CommitResult } from './store/executions.js';
import type { StoredJobKind } from './store/jobs.js';

/** Which run something is about. */
export interface TelemetryRun {
  /** The workspace of the run. */
  readonly workspaceId: string;
  /** The run. */
  readonly executionId: string;
}

/** What of a run is about to be committed. */
export interface TelemetryChange extends TelemetryRun {
  /** The definition that it runs. */
  readonly definitionId: string;
  /** Number of its last event. */
  readonly seq: number;
  /** Types of its external events, in order. */
  readonly events: readonly ExternalEventType[];
  /** The commands that it answers; of this process. */
  readonly causes: readonly TelemetrySpan[];
}

/** From a call, or a job, to its answer: with the wait for a batch, and every try after a conflict. */
export interface TelemetryCommand extends TelemetryRun {
  /** What kind of work it is. */
  readonly kind: 'command';
  /** What was asked for: `dispatch`, `record-decision`, `deadline-passed`, … */
  readonly command: string;
  /** The step that it is about; null: the run. */
  readonly stepId: string | null;
}

/** One write to the store, of the changes of several runs. */
export interface TelemetryCommit {
  /** What kind of work it is. */
  readonly kind: 'commit';
  /** What is written. */
  readonly changes: readonly TelemetryChange[];
}

/** A job under a lease: an agent, a deadline, a delivery, a look into the directory. */
export interface TelemetryJob extends TelemetryRun {
  /** What kind of work it is. */
  readonly kind: 'job';
  /** What kind of job. */
  readonly job: StoredJobKind;
  /** The step that it is about. */
  readonly stepId: string;
  /** How late it began, in ms. */
  readonly delayMs: number;
}

/** A call of a function of the host's. */
export interface TelemetryAgentCall extends TelemetryRun {
  /** What kind of work it is. */
  readonly kind: 'agent-call';
  /** Its name, as the definition has it. */
  readonly agentId: string;
  /** The step that it is called for. */
  readonly stepId: string;
  /** Which attempt of the step it is, from 1. */
  readonly attempt: number;
}

/** An attempt to deliver an event. */
export interface TelemetryDelivery extends TelemetryRun {
  /** What kind of work it is. */
  readonly kind: 'delivery';
  /** The origin of the receiver. */
  readonly receiver: string;
  /** How often it was tried before. */
  readonly attempt: number;
}

/** Work that takes time, before it begins. */
export type TelemetryWork =
  TelemetryCommand | TelemetryCommit | TelemetryJob | TelemetryAgentCall | TelemetryDelivery;

/** How work of each kind ends. */
export interface TelemetryOutcomes {
  /** `refused`: the answer is an error of the caller's; `lost-claim`: another worker has the job. */
  readonly command: 'accepted' | 'refused' | 'lost-claim';
  /** Of each change, in the order of `changes`. */
  readonly commit: readonly CommitResult['kind'][];
  /** What became of the step is a command's to say. */
  readonly job: 'done';
  /** `late`: its time was up, or its step has ended, before it returned. */
  readonly 'agent-call': 'returned' | 'deferred' | 'failed' | 'invalid' | 'late';
  /** `retrying`: there is another attempt; `dead`: this was the last. */
  readonly delivery: 'delivered' | 'retrying' | 'dead';
}

/** Work under way. */
export interface TelemetrySpan {
  /** Calls `run` at once and returns what it returns: whatever `run` begins, also later, belongs to this work. */
  within<T>(run: () => T): T;
  /** It has ended: as its kind says, or by a throw. Called once. */
  end(
    ended: { readonly outcome: TelemetryOutcomes[keyof TelemetryOutcomes] } | { readonly error: unknown },
  ): void;
}

/** Jobs of a kind were claimed. */
export interface TelemetryClaimed {
  /** What has happened. */
  readonly kind: 'claimed';
  /** What kind of job. */
  readonly job: StoredJobKind;
  /** How late each of them is, in ms. */
  readonly delaysMs: readonly number[];
}

/** A job, or a subscription of the feed, went to another process while this one worked on it. */
export interface TelemetryLeaseLost {
  /** What has happened. */
  readonly kind: 'lease-lost';
  /** What was held. */
  readonly what: StoredJobKind | 'subscription';
}

/** What happens beside work. */
export type TelemetryHappening = TelemetryClaimed | TelemetryLeaseLost;

/** Hears what an engine does; `@org/approval-otel` is one. It must not throw: what it throws is logged, and the work goes on. */
export interface Telemetry {
  /** Work begins. */
  begin(work: TelemetryWork): TelemetrySpan;
  /** Something has happened. */
  happened(happening: TelemetryHappening): void;
}
