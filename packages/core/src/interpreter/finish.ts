/** Ends executions (contract section 9). */
import { interruptAllOpen } from './ending.js';
import type { FailureReason } from './state.js';
import type { Transition } from './transition.js';

const EXECUTION_ACTOR = 'system:execution';

/** Ends the execution as failed, after it cancels open steps. */
export function failExecution(transition: Transition, failureReason: FailureReason): void {
  interruptAllOpen(transition, { actorId: EXECUTION_ACTOR, reason: 'execution-failed' });
  transition.emit('execution.failed', null, { failureReason });
  transition.abandonEndings();
}

export function cancelExecution(transition: Transition, reason: string | null): void {
  interruptAllOpen(transition, { actorId: EXECUTION_ACTOR, reason: 'execution-cancelled' });
  transition.emit('execution.cancelled', null, { reason });
}

/** Completes an execution without open steps, or cancels it if all its steps were cancelled. */
export function rollUp(transition: Transition): void {
  if (transition.state.steps.every((it) => it.status === 'cancelled')) {
    transition.emit('execution.cancelled', null, { reason: 'all-steps-cancelled' });
    return;
  }
  transition.emit('execution.completed', null, { durationMs: transition.now - transition.state.createdAt });
}
