/** Restores lost jobs (see `engine.doctor`). The rest of the execution does not change. */
import { type CommandOf, type HandlerResult, refused, succeeded } from '../command.js';
import { isOpen } from '../state.js';
import type { Transition } from '../transition.js';

/** Refuses any other state than the inspected one, where the jobs may be done. */
export function restoreJobs(
  transition: Transition,
  { seq, jobs }: CommandOf<'restore-jobs'>,
): HandlerResult<null> {
  if (transition.state.seq !== seq) {
    return refused('FAILED_PRECONDITION', `the execution is at seq ${transition.state.seq}, not ${seq}`);
  }
  const isLost = jobs.every(({ stepId }) => isOpen(transition.find(stepId)?.status ?? 'cancelled'));
  if (jobs.length === 0 || !isLost) {
    return refused('FAILED_PRECONDITION', 'jobs are restored for open steps only');
  }
  transition.emit('execution.jobs-restored', null, { jobs });
  for (const job of jobs) transition.schedule(job);
  return succeeded(null);
}
