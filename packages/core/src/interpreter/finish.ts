/** Ends executions (contract section 9). */
import { CANCELLING_ACTORS, EXECUTION_ACTOR } from './actors.js';
import { interruptAllOpen } from './ending.js';
import { outcomeOfRun } from './outcome/outcome.js';
import type { FailureReason } from './state.js';
import type { Transition } from './transition.js';

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
  complete(transition);
}

/** Completes an execution at an end that terminates it, after it cancels open steps. */
export function terminate(transition: Transition): void {
  interruptAllOpen(transition, { actorId: CANCELLING_ACTORS.end, reason: 'execution-ended' });
  complete(transition);
  transition.abandonEndings();
}

function complete(transition: Transition): void {
  const { compiled, state, now } = transition;
  transition.emit('execution.completed', null, {
    durationMs: now - state.createdAt,
    outcome: outcomeOfRun(compiled, state),
  });
}
