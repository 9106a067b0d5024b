/** Work outside the interpreter that the steps of a node kind wait for. */
import type { JsonValue } from '../definition/json.js';
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

/** Responses of receivers in a simulated run, by nodeId. */
export type SimulatedAnswers = Readonly<Record<string, SimulatedAnswer | null>>;

/** Response of a receiver in a simulated run. */
export interface SimulatedAnswer {
  /** Status; 200 by default. */
  readonly status?: number;
  /** Headers by name in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON of the body; none by default. */
  readonly json?: JsonValue;
}

/**
 * End of a run that a step starts, in a simulated run: `approved` and `rejected` are decided by its
 * `decisionFrom`, `completed` without a decision.
 */
export type SimulatedRun = 'approved' | 'rejected' | 'completed' | 'failed' | 'cancelled';
/** Ends of the runs of subflow nodes in a simulated run, by nodeId. */
export type SimulatedRuns = Readonly<Record<string, SimulatedRun>>;

/** The work of a node kind with jobs. Methods, so that every entry fits any node. */
export interface NodeWork<N> {
  /** Jobs that an open step needs besides its deadline, for the checker. */
  neededJobs(node: N, step: StepState, attempts: Attempts): Job[];
  /** Maximum number of attempts of a step, to call its agent or to find its people. */
  mostAttempts(node: N): number;
  /**
   * Next command when the work of a step that does not wait yet goes well, or as `answers` and
   * `runs` say, for simulations; null if it needs the directory.
   */
  next(step: StepState, node: N, answers?: SimulatedAnswers, runs?: SimulatedRuns): Command | null;
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
