/** Isolates faults of a batch to the items that cause them. */
import { ApprovalError } from '../errors.js';
import { paired } from './paired.js';

/** Result of one item of a batch. */
export type ItemOutcome<O> =
  { readonly ok: true; readonly result: O } | { readonly ok: false; readonly error: unknown };

/**
 * Runs a batch; one that the store refuses for its content is halved until the culprit is alone. A
 * temporary error (UNAVAILABLE, or anything that is not an ApprovalError) applies to all items:
 * retrying halves would only multiply the wait.
 */
export async function isolated<I, O>(
  items: readonly I[],
  run: (items: readonly I[]) => Promise<readonly O[]>,
): Promise<ItemOutcome<O>[]> {
  try {
    const results = await run(items);
    return paired(items, results).map(([, result]) => ({ ok: true, result }));
  } catch (error) {
    if (items.length <= 1 || !isRefusal(error)) return items.map(() => ({ ok: false, error }));
    const half = Math.ceil(items.length / 2);
    return [...(await isolated(items.slice(0, half), run)), ...(await isolated(items.slice(half), run))];
  }
}

/** Nothing of the batch is written, and a retry would fail too (see `commit`). */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApprovalError && error.status !== 'UNAVAILABLE';
