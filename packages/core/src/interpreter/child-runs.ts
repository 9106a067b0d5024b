/** Runs that steps start: their ids, and the jobs by which a run and its parent tell each other. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { traitsOf } from '../nodes/schema.js';
import type { Job, JobKind } from './job.js';
import { type ExecutionState, type StepState, isTerminal } from './state.js';

/** Prefix of the idempotency keys of runs that steps start. */
export const RUN_KEY_PREFIX = 'sub:';

/** Id of the run that a step starts. A repeated start gets the same id. */
export const childIdOf = (executionId: string, stepId: string): string =>
  `run_${bytesToHex(sha256(utf8ToBytes(`${executionId}\n${stepId}`))).slice(0, 40)}`;

/** A job of another execution of the same workspace. */
export interface JobOfOther extends Job {
  readonly executionId: string;
}

/** Jobs that other executions write: the step or execution may have ended by then. */
export const JOBS_BY_OTHERS: readonly JobKind[] = ['run-ended', 'stop-run'];

/** A run that a step has started looks once whether the step still waits for it. */
export function ownCheck(before: ExecutionState, after: ExecutionState): Job[] {
  if (before.seq > 0 || after.parent === undefined || isTerminal(after.status)) return [];
  return [{ kind: 'stop-run', stepId: '', dueAt: after.createdAt, attempt: 1 }];
}

/**
 * Jobs that a change writes for others: the end of a run is reported to its parent, and the run of
 * a step that ended otherwise is stopped.
 */
export function jobsOfOthers(
  before: ExecutionState,
  after: ExecutionState,
  ended: readonly StepState[],
): JobOfOther[] {
  const { executionId, parent, updatedAt: dueAt } = after;
  const told: JobOfOther[] =
    parent !== undefined && isTerminal(after.status) && !isTerminal(before.status)
      ? [{ kind: 'run-ended', executionId: parent.executionId, stepId: parent.stepId, dueAt, attempt: 1 }]
      : [];
  const stopped = ended
    .filter((it) => traitsOf(it.nodeType).startsRuns === true && it.callback === null)
    .map((it): JobOfOther => {
      const child = childIdOf(executionId, it.stepId);
      return { kind: 'stop-run', executionId: child, stepId: '', dueAt, attempt: 1 };
    });
  return [...told, ...stopped];
}
