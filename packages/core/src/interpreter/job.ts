/**
 * Jobs: work done later, at least once, by the process that claims it. A job is committed with the
 * change that causes it, and removed when its step moves on.
 */
export const JOB_KINDS = [
  /** Call the agent of a step. */
  'agent-call',
  /** Breach a step when its deadline has passed. */
  'step-deadline',
  /** Fail a step when its agent exceeds its run time. */
  'agent-timeout',
  /** Ask the directory for the people of a step. */
  'resolve-reviewers',
  /** Give a reminder of a step. */
  'step-reminder',
] as const;
/** Kind of a job of the interpreter. */
export type JobKind = (typeof JOB_KINDS)[number];

/** A job of a step. */
export interface Job {
  /** Kind of the job. */
  readonly kind: JobKind;
  readonly stepId: string;
  /** Earliest time to claim it, in ms since the epoch. */
  readonly dueAt: number;
  /** Attempt of an agent call, or to find the people of a step; 1 for all others. */
  readonly attempt: number;
}
