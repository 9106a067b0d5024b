import { type CommandOf, type Reply, answered, noStep, refused } from '../command.js';
import { breachStep } from '../ending.js';
import { findStep, isOpen } from '../state.js';
import type { Turn } from '../turn.js';

/** The SLA of a step has passed; whatever ended it first has won. */
export function deadlinePassed(turn: Turn, { stepId }: CommandOf<'deadline-passed'>): Reply<null> {
  const step = findStep(turn.state, stepId);
  if (step === null) return noStep(stepId);
  if (!isOpen(step.status) || step.dueAt === null) {
    return refused(
      'FAILED_PRECONDITION',
      `step "${stepId}" is ${step.status}; its deadline means nothing now`,
    );
  }
  turn.reach(step.dueAt);
  breachStep(turn, step);
  return answered(null);
}
