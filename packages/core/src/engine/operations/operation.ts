/** How every operation runs: counted, and with one kind of error. */
import type { EngineContext } from '../context.js';
import { ApprovalError, refusalError, unavailable } from '../errors.js';
import type { CommandOutcome } from '../commit/decide-mailbox.js';

/** Parts that operations run with. */
export type Operating = Pick<EngineContext, 'activity' | 'clock'>;

/**
 * Runs an operation; whatever a store throws comes out as UNAVAILABLE.
 * @throws the reason of `signal` where the caller has given up: that is no answer of the store.
 */
export async function operate<T>(
  { activity, clock }: Operating,
  run: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  activity.enter();
  try {
    const unknown = clock.unknown();
    if (unknown !== null) await unknown;
    return await run();
  } catch (error) {
    if (signal?.aborted === true && error === signal.reason) throw error;
    throw unavailable(error);
  } finally {
    activity.leave();
  }
}

/** Runs one that may read much: only so many of them are under way at once, so that memory does not grow with callers. */
export const operateReading = <T>(
  on: Operating & Pick<EngineContext, 'reads'>,
  run: () => Promise<T>,
): Promise<T> => operate(on, () => on.reads.within(run));

/** The result of a command that no claim stands behind, or the error that its refusal is. */
export function resultOf<R>(outcome: CommandOutcome<R>): R {
  if (outcome.kind === 'accepted') return outcome.result;
  if (outcome.kind === 'refused') throw refusalError(outcome.refusal);
  throw new ApprovalError('INTERNAL', 'a command without a claim lost one');
}
