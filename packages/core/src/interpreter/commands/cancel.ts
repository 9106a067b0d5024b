import { isCancellingActor } from '../actors.js';
import {
  type CommandOf,
  type HandlerResult,
  invalidField,
  succeeded,
  noStepOf,
  refused,
} from '../command.js';
import { cancelStep as endAsCancelled } from '../ending.js';
import { cancelExecution as endExecution } from '../finish.js';
import { findStep, isOpen, isTerminal } from '../state.js';
import type { Transition } from '../transition.js';

export function cancelStep(
  transition: Transition,
  { stepId, actorId, reason }: CommandOf<'cancel-step'>,
): HandlerResult<null> {
  const step = findStep(transition.state, stepId);
  if (step === null) return noStepOf(transition.state, { stepId });
  // Such a cancellation counts as the engine's own in the outcome of the execution.
  if (isCancellingActor(actorId))
    return invalidField('actorId', `is "${actorId}", which only the engine may use; name the actor`);
  if (!isOpen(step.status)) {
    return refused('FAILED_PRECONDITION', `step "${stepId}" has already ended: ${step.status}`, {
      stepStatus: step.status,
    });
  }
  endAsCancelled(transition, step, { actorId, reason });
  return succeeded(null);
}

/** Cancels the execution. A repeat succeeds; an execution that ended otherwise is refused. */
export function cancelExecution(
  transition: Transition,
  { reason }: CommandOf<'cancel-execution'>,
): HandlerResult<null> {
  const { status } = transition.state;
  if (status === 'cancelled') return succeeded(null);
  if (isTerminal(status)) {
    return refused('FAILED_PRECONDITION', `the execution has already ended: ${status}`, {
      executionStatus: status,
    });
  }
  endExecution(transition, reason);
  return succeeded(null);
}

/** Withdraws the execution. Only its initiator may. */
export function withdraw(
  transition: Transition,
  { actorId, reason }: CommandOf<'withdraw'>,
): HandlerResult<null> {
  const initiatorId = transition.state.parties?.initiatorId ?? null;
  if (initiatorId !== actorId) {
    return refused('PERMISSION_DENIED', `"${actorId}" did not start this execution and cannot withdraw it`);
  }
  return cancelExecution(transition, { kind: 'cancel-execution', reason: reason ?? 'withdrawn' });
}
