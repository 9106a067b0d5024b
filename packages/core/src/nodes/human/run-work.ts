/** A human step has a job for the directory, or for its next reminder. */
import type { CompiledHumanNode } from '../../compile/compiled.js';
import { peopleOf } from '../../compile/people.js';
import { remindersOf } from '../../interpreter/people/reminders.js';
import type { NodeWork } from '../run-work.js';

export const humanWork: NodeWork<CompiledHumanNode> = {
  neededJobs(node, step, attempts) {
    const { stepId, attempt } = step;
    if (step.status !== 'waiting') {
      return [{ stepId, kind: 'resolve-reviewers', dueAt: attempts.dueAt(step), attempt }];
    }
    const [next] = remindersOf(node, step);
    return next === undefined ? [] : [{ stepId, kind: 'step-reminder', dueAt: next.at, attempt: 1 }];
  },
  mostAttempts: (node) => peopleOf(node).retry.maximumAttempts,
  next: () => null,
  timers: { 'step-reminder': (stepId, dueAt) => ({ kind: 'reminder-due', stepId, dueAt }) },
};
