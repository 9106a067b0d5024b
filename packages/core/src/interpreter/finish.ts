/** How an execution ends (contract section 9). */
import { interruptAllOpen } from './ending.js';
import type { FailureReason } from './state.js';
import type { Turn } from './turn.js';

const EXECUTION_ACTOR = 'system:execution';

/** Ends the execution as failed; what is still open is cancelled first. */
export function failExecution(turn: Turn, failureReason: FailureReason): void {
  interruptAllOpen(turn, { actorId: EXECUTION_ACTOR, reason: 'execution-failed' });
  turn.emit('execution.failed', null, { failureReason });
  turn.abandonEndings();
}

export function cancelExecution(turn: Turn, reason: string | null): void {
  interruptAllOpen(turn, { actorId: EXECUTION_ACTOR, reason: 'execution-cancelled' });
  turn.emit('execution.cancelled', null, { reason });
  turn.abandonEndings();
}

/** No step is open and nothing was left unhandled: the run is completed, or cancelled if all its steps were. */
export function rollUp(turn: Turn): void {
  if (turn.state.steps.every((it) => it.status === 'cancelled')) {
    turn.emit('execution.cancelled', null, { reason: 'all-steps-cancelled' });
    return;
  }
  turn.emit('execution.completed', null, { durationMs: turn.now - turn.state.createdAt });
}
