/** Jobs that were lost are made again (see `engine.doctor`). Nothing else of the run changes. */
import { type CommandOf, type HandlerResult, refused, succeeded } from '../command.js';
import { isOpen } from '../state.js';
import type { Transition } from '../transition.js';

/** Only on the very state that was looked at: on another one the same jobs may be done. */
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
