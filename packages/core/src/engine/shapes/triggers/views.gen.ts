// Generated from the schemas of views.ts by `npm run types`. Do not edit.

/** A trigger of a definition, and what it did. */
export interface TriggerView {
  /** Id of the trigger, unique in its definition. */
  triggerId: string;
  /** What starts its executions. */
  kind: 'inboundWebhook' | 'schedule' | 'event';
  /** False for a schedule that is stopped. */
  enabled: boolean;
  /** Next instant of the schedule, in ms since the epoch; null without one. */
  nextAt: number | null;
  /** Time at which it last started an execution, in ms since the epoch; null without one. */
  lastAt: number | null;
  /** Instant of the schedule that last fired, in ms since the epoch; null without one. */
  lastScheduledAt: number | null;
  /** Execution that it last started; null without one. */
  lastExecutionId: string | null;
  /** Last error that kept an execution from starting; null without one. */
  lastError: {
    /** Code of the fault. */
    code: string;
    /** Description of the fault. */
    message: string;
    /** Time of the fault, in ms since the epoch. */
    at: number;
  } | null;
  /** Number of instants that started no execution in time. */
  missed: number;
  /** Number of instants that were skipped while an execution was open. */
  skipped: number;
}

/** Triggers of a definition. */
export interface TriggerList {
  /** Triggers of the newest version, as written. */
  items: TriggerView[];
}

/** A stored event of the host. */
export interface EmitResult {
  /** Id of the event. */
  id: string;
  /** False if the same event was emitted before. */
  emitted: boolean;
  /** Number of triggers that it matched; each starts one execution. */
  matched: number;
}
