/** Waiting until a run meets a condition, in any process. */
import { refuseGivenUp } from '../errors.js';
import { EXECUTION_ENDINGS, type EngineEvent } from '../../interpreter/event.js';
import { type ExecutionState, findStep, isOpen, isTerminal } from '../../interpreter/state.js';
import type { ExecutionKey } from '../../ports/store/executions.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import { endingWith } from '../scheduling/abort.js';
import { readState } from './read-state.js';
import type { On, Reading } from '../scope.js';
import type { WaitExecutionRequest } from '../shapes/executions/wait-request.js';

/** Longest delay until a commit of another process is noticed: first, and later. */
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

/** True if the state meets the condition. */
export function isReached(until: Until, state: ExecutionState): boolean {
  if (until === 'ended') return isTerminal(state.status);
  if (until === 'waiting') return state.steps.some((it) => it.status === 'waiting');
  const step = findStep(state, until.stepId);
  return step !== null && !isOpen(step.status);
}

/** Events per read: external ones are small, an internal one may hold 4 MiB. */
const EVENTS_AT_ONCE = { external: 32, all: 4 } as const;

/** True if this event may have met the condition. */
function mayReach(until: Until, { type, stepId }: EngineEvent): boolean {
  if (EXECUTION_ENDINGS.includes(type)) return true;
  if (until === 'ended') return false;
  return until === 'waiting' ? type === 'step.awaiting-approval' : stepId === until.stepId;
}

/** Reads a run, which may hold 32 MiB, only after relevant new events; each event is read once. */
class News {
  private readonly store: Pick<ApprovalStore, 'readEvents'>;
  private readonly key: ExecutionKey;
  private readonly until: Until;
  private seen: number;

  /** @param seen seq of the state that was looked at. */
  constructor(store: Pick<ApprovalStore, 'readEvents'>, key: ExecutionKey, until: Until, seen: number) {
    this.store = store;
    this.key = key;
    this.until = until;
    this.seen = seen;
  }

  async any(): Promise<boolean> {
    // That a step was skipped is known inside only.
    const externalOnly = typeof this.until === 'string';
    const limit = externalOnly ? EVENTS_AT_ONCE.external : EVENTS_AT_ONCE.all;
    for (;;) {
      const { key, seen: afterSeq } = this;
      const events = await this.store.readEvents({ ...key, afterSeq, limit, externalOnly });
      this.seen = events.at(-1)?.seq ?? this.seen;
      if (events.some((it) => mayReach(this.until, it))) return true;
      if (events.length < limit) return false;
    }
  }
}

/** Parts that runs are waited for with. */
export type Waiting = Reading & On<'signals' | 'activity' | 'stopping' | 'waits' | 'reads'>;

/** Takes the place of a caller from outside; null if none is left. Calls in process need none. */
function placeOf({ waits, workspaceId, caller: { via } }: Waiting): (() => void) | null {
  if (via == null) return () => undefined;
  return waits.take({ workspaceId, subject: via.kind === 'token' ? via.sub : null });
}

/**
 * Resolves to the state that meets the condition, or the current one after the time, at the end of
 * the run, or when the engine stops. Without a place for the caller it returns at once.
 * @throws NOT_FOUND for a run that the caller may not read; GivenUp when `signal` is aborted.
 */
export async function waitFor(on: Waiting, wait: Wait): Promise<ExecutionState> {
  const leave = placeOf(on);
  try {
    return await waitAtPlace(on, leave === null ? { ...wait, waitMs: 0 } : wait);
  } finally {
    leave?.();
  }
}

async function waitAtPlace(
  on: Waiting,
  { executionId, until, waitMs, signal }: Wait,
): Promise<ExecutionState> {
  const { signals, clock, activity, stopping, store, reads, workspaceId } = on;
  const read = () => reads.within(() => readState(on, executionId));
  const isIt = (state: ExecutionState): boolean => isReached(until, state) || isTerminal(state.status);
  let seq = 0;
  // Other states are not kept during the wait: a run may hold 32 MiB.
  const look = async (isLast: boolean): Promise<ExecutionState | null> => {
    const state = await read();
    ({ seq } = state);
    return isLast || isIt(state) ? state : null;
  };
  const first = await look(waitMs === 0);
  refuseGivenUp(signal);
  if (first !== null) return first;
  const news = new News(store, { workspaceId, executionId }, until, seq);
  const end = waitMs === null ? Infinity : clock.now() + waitMs;
  const ending = endingWith(stopping, signal);
  try {
    for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(LONGEST_POLL_MS, pollMs * 2)) {
      const leftMs = end - clock.now();
      const ms = Math.min(pollMs, Math.max(0, leftMs));
      const next = signals.next({ workspaceId, executionId }, ms, ending.signal);
      const isLast = leftMs <= 0 || stopping.aborted;
      const state = isLast || (await reads.within(() => news.any())) ? await look(isLast) : null;
      if (state !== null) return state;
      await activity.pause(next);
      refuseGivenUp(signal);
    }
  } finally {
    ending.end();
  }
}
