import { type CommandOf, type Reply, answered, noStep, refused } from '../command.js';
import { cancelStep as endAsCancelled } from '../ending.js';
import { cancelExecution as endExecution } from '../finish.js';
import { findStep, isOpen, isTerminal } from '../state.js';
import type { Turn } from '../turn.js';

export function cancelStep(turn: Turn, { stepId, actorId, reason }: CommandOf<'cancel-step'>): Reply<null> {
  const step = findStep(turn.state, stepId);
  if (step === null) return noStep(stepId);
  if (!isOpen(step.status)) {
    return refused('FAILED_PRECONDITION', `step "${stepId}" has ended already: ${step.status}`, {
      stepStatus: step.status,
    });
  }
  endAsCancelled(turn, step, { actorId, reason });
  return answered(null);
}

/** Cancelling again what is cancelled is no fault; what ended otherwise cannot be cancelled. */
export function cancelExecution(turn: Turn, { reason }: CommandOf<'cancel-execution'>): Reply<null> {
  const { status } = turn.state;
  if (status === 'cancelled') return answered(null);
  if (isTerminal(status)) {
    return refused('FAILED_PRECONDITION', `the execution has ended already: ${status}`, {
      executionStatus: status,
    });
  }
  endExecution(turn, reason);
  return answered(null);
}
