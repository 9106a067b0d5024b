import { type CommandOf, type HandlerResult, succeeded, noStepOf, refused } from '../command.js';
import { breachStep } from '../ending.js';
import { findStep, isOpen } from '../state.js';
import type { Transition } from '../transition.js';

/** Breaches a step whose deadline has passed, unless it has ended. */
export function deadlinePassed(
  transition: Transition,
  { stepId, dueAt }: CommandOf<'deadline-passed'>,
): HandlerResult<null> {
  const step = findStep(transition.state, stepId);
  if (step === null) return noStepOf(transition.state, { stepId });
  if (!isOpen(step.status) || step.dueAt === null) {
    return refused(
      'FAILED_PRECONDITION',
      `step "${stepId}" is ${step.status}; its deadline no longer applies`,
    );
  }
  if (dueAt !== undefined && dueAt < step.dueAt) {
    return refused('FAILED_PRECONDITION', `the deadline of step "${stepId}" has moved to ${step.dueAt}`);
  }
  transition.reach(step.dueAt);
  breachStep(transition, step);
  return succeeded(null);
}
