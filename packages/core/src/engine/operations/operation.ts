/** Runs every operation: counted, and with one kind of error. */
import type { EngineContext } from '../context.js';
import { ApprovalError, GivenUp, refusalError } from '../errors.js';
import { errorForCaller } from '../scheduling/store-errors.js';
import type { CommandOutcome } from '../commit/decide-mailbox.js';

/** Parts that operations run with. */
export type Operating = Pick<EngineContext, 'activity' | 'clock'>;

/**
 * Runs an operation; errors of the store become UNAVAILABLE, and others INTERNAL.
 * @throws the reason of the signal where the caller aborted.
 */
export async function operate<T>({ activity, clock }: Operating, run: () => Promise<T>): Promise<T> {
  activity.enter();
  try {
    const unknown = clock.unknown();
    if (unknown !== null) await unknown;
    return await run();
  } catch (error) {
    if (error instanceof GivenUp) error.signal.throwIfAborted();
    throw errorForCaller(error);
  } finally {
    activity.leave();
  }
}

/** Runs an operation that may read much; their concurrency is limited to bound memory. */
export const operateReading = <T>(
  on: Operating & Pick<EngineContext, 'reads'>,
  run: () => Promise<T>,
): Promise<T> => operate(on, () => on.reads.within(run));

/** Returns the result of a command without a claim, or throws its refusal. */
export function resultOf<R>(outcome: CommandOutcome<R>): R {
  if (outcome.kind === 'accepted') return outcome.result;
  if (outcome.kind === 'refused') throw refusalError(outcome.refusal);
  throw new ApprovalError('INTERNAL', 'a command without a claim lost one');
}
