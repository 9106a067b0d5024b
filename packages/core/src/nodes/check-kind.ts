/** A node kind's part in the checker. */
import type { EventOf } from '../interpreter/event.js';
import type { Job, JobKind } from '../interpreter/job.js';
import type { StepState } from '../interpreter/state.js';

/** Attempts of an execution according to its events. */
export interface Attempts {
  /** Returns true if the current attempt of the step has begun. */
  isBegun(step: StepState): boolean;
  /** Time at which the current attempt of the step was due. */
  dueAt(step: StepState): number;
}

/** The checker's entry of a node kind. Methods, so that every entry fits any node (`check.ts`). */
export interface CheckKind<N> {
  /** Kinds of jobs that its steps can have besides their deadline. */
  readonly jobs: readonly JobKind[];
  /** Jobs that an open step needs besides its deadline. */
  neededJobs(node: N, step: StepState, attempts: Attempts): Job[];
  /** Maximum number of attempts of a step, to call its agent or to find its people. */
  mostAttempts(node: N): number;
}

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
