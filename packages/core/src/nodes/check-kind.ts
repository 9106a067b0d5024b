/** The part of a kind of node in the checker. */
import type { EventOf } from '../interpreter/event.js';
import type { Job, JobKind } from '../interpreter/job.js';
import type { StepState } from '../interpreter/state.js';

/** The attempts of an execution, as its events tell. */
export interface Attempts {
  /** Whether the attempt that the step is in has begun. */
  isBegun(step: StepState): boolean;
  /** When the attempt that the step is in was to begin. */
  dueAt(step: StepState): number;
}

/** All that the checker knows of a kind of node. Methods, so that the entry of each kind is one of any node (`check.ts`). */
export interface CheckKind<N> {
  /** Kinds of the jobs that its steps can have, beside that of their deadline. */
  readonly jobs: readonly JobKind[];
  /** Returns the jobs that an open step cannot do without, beside that of its deadline. */
  neededJobs(node: N, step: StepState, attempts: Attempts): Job[];
  /** Returns the most attempts that a step can have: to call its agent, or to find its people. */
  mostAttempts(node: N): number;
}

/** Returns the attempts of an execution by its `step.started` and `step.retried`. */
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
