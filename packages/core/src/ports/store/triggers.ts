/**
 * Stored triggers: the next instants of schedules, listeners for host events, and their outcomes.
 */
import type { HostEvent } from '../../expression/host-event.js';
import type { Claim } from './jobs.js';

/** Schedules and event triggers of a version, written with it. */
export interface TriggerPlan {
  /** Triggers of the version; all others of the definition are deleted, with their jobs. */
  readonly triggers: readonly PlannedTrigger[];
  /** Bounds of the workspace that the version must keep; none by default. */
  readonly bounds?: readonly TriggerBound[];
}

/**
 * Bound on the triggers that the other definitions of the workspace may have. MUST be counted in
 * the transaction of the plan, one writer of the workspace after the other: writers that race never
 * exceed it together.
 */
export type TriggerBound =
  | {
      /** Schedules with a next instant. */
      readonly kind: 'schedules';
      /** Most of them that the others may have. */
      readonly others: number;
    }
  | {
      /** Triggers for one type of host events. */
      readonly kind: 'listeners';
      /** Type of the host events. */
      readonly type: string;
      /** Most of them that the others may have. */
      readonly others: number;
    };

/** A trigger of a version. */
export interface PlannedTrigger {
  /** Id of the trigger in its definition. */
  readonly triggerId: string;
  /** Mechanism of the trigger. */
  readonly kind: 'schedule' | 'event';
  /** Types of host events; empty for a schedule. */
  readonly types: readonly string[];
  /** Next instant of a schedule in ms since the epoch, when its job is due; null: none. */
  readonly nextAt: number | null;
  /** True to keep the stored next instant and its job, claimed or not. */
  readonly keepsNext: boolean;
}

/** The plan of a version without schedules and event triggers. */
export const NO_TRIGGERS: TriggerPlan = Object.freeze({ triggers: Object.freeze([]) });

/** Key of a trigger: its definition, created once, and its id there. */
export interface TriggerKey {
  readonly workspaceId: string;
  /** Id of the definition itself. */
  readonly uid: string;
  /** Id of the trigger in its definition. */
  readonly triggerId: string;
}

/** Error of a trigger that started no execution. */
export interface TriggerError {
  /** Code of the error. */
  readonly code: string;
  /** Message of the error, for people. */
  readonly message: string;
  /** Time of the error, in ms since the epoch. */
  readonly at: number;
}

/** A stored trigger. Times in ms since the epoch. */
export interface StoredTrigger extends TriggerKey {
  /** Mechanism of the trigger. */
  readonly kind: PlannedTrigger['kind'];
  /** Next instant of a schedule; null: none. */
  readonly nextAt: number | null;
  /** Time at which it last started an execution; null before. */
  readonly lastAt: number | null;
  /** Instant of that; null unless a schedule fired by itself. */
  readonly lastScheduledAt: number | null;
  /** Execution that it last started. */
  readonly lastExecutionId: string | null;
  /** Newest error; null without one since the last start. */
  readonly lastError: TriggerError | null;
  /** Number of instants that started no execution in time. */
  readonly missed: number;
  /** Number of instants that were passed over because an execution was open. */
  readonly skipped: number;
}

/** Outcome to record at a trigger; absent fields stay. */
export interface TriggerNote extends Partial<
  Pick<StoredTrigger, 'nextAt' | 'lastAt' | 'lastScheduledAt' | 'lastExecutionId' | 'lastError'>
> {
  /** Number to add to `missed`. */
  readonly missed?: number;
  /** Number to add to `skipped`. */
  readonly skipped?: number;
}

/** A new trigger without an outcome. */
export const newTrigger = (
  { workspaceId, uid }: Omit<TriggerKey, 'triggerId'>,
  { triggerId, kind, nextAt }: PlannedTrigger,
): StoredTrigger => ({
  workspaceId,
  uid,
  triggerId,
  kind,
  nextAt,
  lastAt: null,
  lastScheduledAt: null,
  lastExecutionId: null,
  lastError: null,
  missed: 0,
  skipped: 0,
});

/** The trigger with an outcome. */
export const noted = (
  trigger: StoredTrigger,
  { missed = 0, skipped = 0, ...fields }: TriggerNote,
): StoredTrigger => ({
  ...trigger,
  ...fields,
  missed: trigger.missed + missed,
  skipped: trigger.skipped + skipped,
});

/** A trigger and its outcome. */
export interface NotedTrigger {
  /** Trigger that the outcome belongs to. */
  readonly trigger: TriggerKey;
  /** Outcome to record. */
  readonly note: TriggerNote;
}

/** The next due time of a claimed job, and the outcome at its trigger. */
export interface TriggerMove extends NotedTrigger {
  /** Claim on the job. */
  readonly claim: Claim;
  /** Due time of the job, claimable then; null deletes it. */
  readonly dueAt: number | null;
  /** Attempt number of the job from now on. */
  readonly attempt: number;
}

/** Storage that schedules and events share. */
export interface TriggerStore {
  /** The stored triggers of a definition, by triggerId. */
  listTriggers(definition: Omit<TriggerKey, 'triggerId'>): Promise<StoredTrigger[]>;

  /**
   * Moves or deletes each job and records the outcome, in one transaction per batch: true; false,
   * without a write, if the claim no longer holds. An outcome of a trigger that is gone is dropped.
   */
  moveJobs(moves: readonly TriggerMove[]): Promise<boolean[]>;

  /** Records outcomes without a claim. */
  noteTriggers(notes: readonly NotedTrigger[]): Promise<void>;
}

/**
 * Storage of schedules. A schedule with a next instant has a job: `executionId` is the uid of its
 * definition, `stepId` its triggerId, `kind` `schedule`.
 */
export interface ScheduleStore extends TriggerStore {
  /** Up to `limit` schedules of a workspace whose next instant has no job, for checks. */
  lostSchedules(query: { readonly workspaceId: string; readonly limit: number }): Promise<StoredTrigger[]>;

  /** Writes the jobs of these schedules that are missing, due at their next instants. */
  restoreSchedules(triggers: readonly TriggerKey[]): Promise<void>;
}

/** An emitted host event. */
export interface StoredHostEvent extends HostEvent {
  readonly workspaceId: string;
  /** Hash of its id, unique in the workspace. */
  readonly eventKey: string;
  /** Number of triggers that it matched. */
  readonly matched: number;
}

/** A listener: a trigger, and the newest version of its definition. */
export interface Listener extends TriggerKey {
  /** Version of the definition. */
  readonly version: number;
}

/**
 * Storage of host events. A match has a job until its execution has started: `executionId` is
 * `eventExecutionId` of the event, `stepId` `listenerStepId` of its trigger, `kind` `event-start`.
 */
export interface EventStore extends TriggerStore {
  /** Up to `limit` triggers of active definitions that listen for the type, in a stable order. */
  findListeners(query: {
    readonly workspaceId: string;
    readonly type: string;
    readonly limit: number;
  }): Promise<Listener[]>;

  /**
   * Stores the event, a job for each match that is due at `emittedAt`, and the outcomes of triggers
   * that failed to decide: all or nothing. Returns the stored event if one has its key already.
   * `deleteEnded` forgets an event as it forgets idempotency keys, once it has no job.
   */
  emit(emitted: {
    readonly event: StoredHostEvent;
    readonly matches: readonly TriggerKey[];
    readonly notes: readonly NotedTrigger[];
  }): Promise<StoredHostEvent | null>;

  /** The event, or null. */
  loadHostEvent(key: Pick<StoredHostEvent, 'workspaceId' | 'eventKey'>): Promise<StoredHostEvent | null>;
}

/** `executionId` of the jobs of an event; no execution has such an id. */
export const eventExecutionId = (eventKey: string): string => `event:${eventKey}`;
/** `stepId` of the job of a match. */
export const listenerStepId = ({ uid, triggerId }: Omit<TriggerKey, 'workspaceId'>): string =>
  `${uid}:${triggerId}`;

/** Event and trigger of an `event-start` job. */
export function matchOf({ executionId, stepId }: Claim['job']): {
  readonly eventKey: string;
  readonly uid: string;
  readonly triggerId: string;
} {
  const end = stepId.lastIndexOf(':');
  return {
    eventKey: executionId.slice('event:'.length),
    uid: stepId.slice(0, end),
    triggerId: stepId.slice(end + 1),
  };
}
