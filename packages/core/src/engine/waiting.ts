/** Waiting until something holds of a run, whoever commits it. */
import { type ExecutionState, findStep, isOpen, isTerminal } from '../interpreter/state.js';
import { HOSTING_LIMITS } from './hosting-limits.js';
import type { Caller } from './caller.js';
import { readState } from './read-state.js';
import type { EngineContext } from './context.js';
import type { WaitExecutionRequest } from './requests/wait.js';

/** How long a commit of another process may go unnoticed: at first, and after a while. */
const FIRST_POLL_MS = 100;
const LONGEST_POLL_MS = 1_000;

export type Until = WaitExecutionRequest['until'];

export interface Wait {
  readonly executionId: string;
  readonly until: Until;
  /** null: for as long as it takes. */
  readonly waitMs: number | null;
  readonly signal?: AbortSignal | undefined;
}

/** Whether it holds. */
export function isReached(until: Until, state: ExecutionState): boolean {
  if (until === 'ended') return isTerminal(state.status);
  if (until === 'waiting') return state.steps.some((it) => it.status === 'waiting');
  const step = findStep(state, until.stepId);
  return step !== null && !isOpen(step.status);
}

/**
 * The state in which it holds, or the one after the time, at the end of the run, or when the engine stops.
 * @throws NOT_FOUND for what the caller may not read; the reason of `signal`.
 */
export async function waitFor(
  context: EngineContext,
  workspaceId: string,
  caller: Caller,
  { executionId, until, waitMs, signal }: Wait,
): Promise<ExecutionState> {
  const { signals, clock, activity, stopping, waits, reads } = context;
  const read = () => reads.within(() => readState(context, workspaceId, caller, executionId));
  // What is not it yet is not held while others wait: a run may hold 32 MiB.
  const look = async (isLast: boolean): Promise<ExecutionState | null> => {
    const state = await read();
    return isLast || isReached(until, state) || isTerminal(state.status) ? state : null;
  };
  const first = await look(waits.count >= HOSTING_LIMITS.waits);
  signal?.throwIfAborted();
  if (first !== null) return first;
  const end = waitMs === null ? Infinity : clock.now() + waitMs;
  const done = new AbortController();
  const ending = AbortSignal.any([done.signal, stopping, ...(signal === undefined ? [] : [signal])]);
  waits.count += 1;
  try {
    for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(LONGEST_POLL_MS, pollMs * 2)) {
      const leftMs = end - clock.now();
      const next = signals.next({ workspaceId, executionId }, Math.min(pollMs, Math.max(0, leftMs)), ending);
      const state = await look(leftMs <= 0 || stopping.aborted);
      if (state !== null) return state;
      await activity.pause(next);
      signal?.throwIfAborted();
    }
  } finally {
    waits.count -= 1;
    done.abort();
  }
}
