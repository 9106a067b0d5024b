import { NODE_JOBS, type NodeJob } from '../nodes/schema.js';

/**
 * Kind of a job of the interpreter: a deadline, one of a kind of node (its trait `jobs`), or the
 * check of a run that a step started, which is of the run as a whole.
 */
export type JobKind = NodeJob | 'step-deadline' | 'stop-run';

/**
 * Jobs: work done later, at least once, by the process that claims it. A job is committed with the
 * change that causes it, and removed when its step moves on.
 */
export const JOB_KINDS: readonly JobKind[] = [...NODE_JOBS, 'step-deadline', 'stop-run'];

/** A job of a step. */
export interface Job {
  /** Kind of the job. */
  readonly kind: JobKind;
  readonly stepId: string;
  /** Earliest time to claim it, in ms since the epoch. */
  readonly dueAt: number;
  /** Attempt of a call, or to find the people of a step; 1 for all others. */
  readonly attempt: number;
  /** Jobs of one key share a limit: of a call, the origin; absent for all others. */
  readonly concurrencyKey?: string;
}
