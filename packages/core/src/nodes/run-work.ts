/** Work outside the interpreter that the steps of a node kind wait for. */
import type { Command } from '../interpreter/command.js';
import type { EventOf } from '../interpreter/event.js';
import type { Job } from '../interpreter/job.js';
import type { StepState } from '../interpreter/state.js';

/** Attempts of an execution according to its events. */
export interface Attempts {
  /** Returns true if the current attempt of the step has begun. */
  isBegun(step: StepState): boolean;
  /** Time at which the current attempt of the step was due. */
  dueAt(step: StepState): number;
}

/** The work of a node kind with jobs. Methods, so that every entry fits any node. */
export interface NodeWork<N> {
  /** Jobs that an open step needs besides its deadline, for the checker. */
  neededJobs(node: N, step: StepState, attempts: Attempts): Job[];
  /** Maximum number of attempts of a step, to call its agent or to find its people. */
  mostAttempts(node: N): number;
  /**
   * Next command when the work of a step that does not wait yet goes well, for simulations; null
   * if it needs the directory.
   */
  next(step: StepState): Command | null;
  /** Commands of jobs that are only timers. */
  readonly timers: Timers;
}

/** Commands to give when a job is due, by its kind. A job that is not named needs a worker. */
export type Timers = Readonly<Record<string, (stepId: string, dueAt: number) => Command>>;

/** Builds the attempts from the events `step.started` and `step.retried`. */
export function attemptsOf(
  started: readonly EventOf<'step.started'>[],
  retried: readonly EventOf<'step.retried'>[],
): Attempts {
  const begun = new Set(started.map((it) => `${it.stepId} ${it.data.attempt}`));
  return {
    isBegun: ({ stepId, attempt }) => begun.has(`${stepId} ${attempt}`),
    dueAt({ stepId, attempt, createdAt }) {
      const retry = retried.find((it) => it.stepId === stepId && it.data.attempt === attempt);
      return retry?.data.retryAt ?? createdAt;
    },
  };
}
