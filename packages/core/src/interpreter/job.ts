/**
 * Work that a change leaves behind: done later, at least once, by whichever process claims it. A job is
 * written in the commit of the change that causes it, and goes with the step that it belongs to.
 */
export const JOB_KINDS = [
  /** Call the agent of a step. */
  'agent-call',
  /** The step's SLA has passed. */
  'step-deadline',
  /** The agent's ceiling of run time has passed. */
  'agent-timeout',
  /** Ask the directory who decides a step. */
  'resolve-reviewers',
  /** A reminder of a step is due. */
  'step-reminder',
] as const;
/** Kind of a job of the interpreter. */
export type JobKind = (typeof JOB_KINDS)[number];

/** A piece of work that falls due for a step. */
export interface Job {
  /** What is to be done. */
  readonly kind: JobKind;
  readonly stepId: string;
  /** Not to be claimed before; ms since the epoch. */
  readonly dueAt: number;
  /** Attempt of an agent call, or to find the people of a step; 1 for all others. */
  readonly attempt: number;
}
