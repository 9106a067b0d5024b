/**
 * Steps that every adapter runs around the function: ask, redeem, execute the returned call,
 * report. Only `redeem` decides; stored state and input of clients never do.
 */
import { type Duration, msOf } from '@org/approval-internal/duration';
import type { Asked, Call, Permit, PermitOperations, Redeemable } from '../types.js';
import { unlessAborted } from './abandoned.js';
import { type Ran, textOf, whyNot } from './words.js';

/** Part of a gate, or of one of its workspaces, that adapters need. */
export type PermitGate = Pick<PermitOperations, 'request' | 'get' | 'redeem' | 'outcome'>;

/** Longest wait of one `get`. */
const WAIT_MS = 60_000;

/** Time that a caller waits for people. */
export interface Patience {
  /** Longest wait; 0 by default. */
  readonly waitMs?: Duration | undefined;
  /** Aborted when the caller gives up. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits until the permit is no longer pending, at most `waitMs`.
 * @throws the reason of the signal once it is aborted.
 */
export async function awaitAnswer(
  gate: PermitGate,
  permit: Permit,
  { waitMs = 0, signal }: Patience = {},
): Promise<Permit> {
  let seen = permit;
  for (let left = msOf(waitMs); seen.state === 'pending' && left > 0; left -= WAIT_MS) {
    const look = gate.get({ permitId: seen.permitId, waitMs: Math.min(left, WAIT_MS) });
    seen = await unlessAborted(signal, look);
  }
  return seen;
}

/** Details of the call that only the adapter has. */
export interface Running<R> {
  /** Aborted when the caller gives up. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Returns the error in a result, for tools that report errors without throwing; null for success.
   */
  readonly faultOf?: ((result: R) => string | null) | undefined;
}

/**
 * Redeems the permit for the call of `asked`, and executes the returned call once. An error of
 * `redeem` is rethrown, and nothing was executed. An error of `execute` is part of the result,
 * because it did run.
 * @throws the reason of the signal when the caller gave up; nothing was executed, and the outcome
 *   of a permit that was already spent says so.
 */
export async function runOnce<R>(
  gate: PermitGate,
  permit: Permit,
  asked: Asked,
  execute: (call: Call, redeemed: Redeemable) => R | PromiseLike<R>,
  { signal, faultOf = () => null }: Running<Awaited<R>> = {},
): Promise<Ran<Awaited<R>>> {
  const { permitId } = permit;
  const { call, requester } = asked;
  signal?.throwIfAborted();
  const redeemed = await gate.redeem({ permitId, call, requester });
  if (!redeemed.ok) {
    // The permit may have been read long ago; the reason for a refusal needs its current state.
    const now = redeemed.why === 'unknown' ? permit : await gate.get({ permitId });
    return { executed: false, permit: now, refused: redeemed, message: whyNot(redeemed, now) };
  }
  if (signal?.aborted === true) {
    await report(gate, asked, permitId, ABANDONED);
    signal.throwIfAborted();
  }
  const ran = { executed: true, permit: redeemed.permit, changed: redeemed.changed } as const;
  try {
    const result = await execute(redeemed.call, redeemed);
    await report(gate, asked, permitId, faultOf(result));
    return { ...ran, ok: true, result };
  } catch (error) {
    if (isPause(error)) throw error;
    await report(gate, asked, permitId, textOf(error));
    return { ...ran, ok: false, error };
  }
}

/** Outcome of a permit that was spent just after the caller gave up. */
export const ABANDONED = 'not executed: the caller gave up before the call began';

/**
 * The call did run, even if the report fails: its outcome then stays `unknown`, and `list` shows
 * it.
 */
async function report(gate: PermitGate, { requester }: Asked, permitId: string, error: string | null) {
  try {
    await gate.outcome({ permitId, requester, ok: error === null, ...(error !== null && { error }) });
  } catch (lost) {
    console.warn(`approval-agents: the outcome of permit ${permitId} was not recorded: ${textOf(lost)}`);
  }
}

/** True for LangGraph's interrupt, which is not a failure of the tool. */
const isPause = (error: unknown) =>
  typeof error === 'object' && error !== null && 'is_bubble_up' in error && error.is_bubble_up === true;
