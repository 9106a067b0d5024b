/** A human step has a job for the directory, or for its next reminder. */
import type { CompiledHumanNode } from '../../compile/compiled.js';
import { peopleOf } from '../../compile/people.js';
import { remindersOf } from '../../interpreter/people/reminders.js';
import type { CheckKind } from '../check-kind.js';

export const human: CheckKind<CompiledHumanNode> = {
  jobs: ['resolve-reviewers', 'step-reminder'],
  neededJobs(node, step, attempts) {
    const { stepId, attempt } = step;
    if (step.status !== 'waiting') {
      return [{ stepId, kind: 'resolve-reviewers', dueAt: attempts.dueAt(step), attempt }];
    }
    const [next] = remindersOf(node, step);
    return next === undefined ? [] : [{ stepId, kind: 'step-reminder', dueAt: next.at, attempt: 1 }];
  },
  mostAttempts: (node) => peopleOf(node).retry.maximumAttempts,
};
