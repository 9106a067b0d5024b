/**
 * Pages that lead nowhere: a side that always says that there is another one would be read for
 * ever.
 */
import type { ResolverResponse } from './config.js';

/**
 * Pages without anything new in a row: what a caller may not read, or what was deleted, is left out
 * of pages.
 */
const MOST_EMPTY_PAGES = 1_000;

/**
 * Returns the start of the next page of an answer; undefined on the last page, which a host's own
 * backend may mark with null.
 */
export const nextOf = ({ next }: Pick<ResolverResponse, 'next'>): string | undefined =>
  ((next as unknown) ?? '') === '' ? undefined : next;

/**
 * Told of each page that says there is another.
 *
 * @param fail the error for a `next` that came before, or for too many pages that brought nothing
 * new.
 */
export function createProgress(fail: () => Error): (next: string, found: number) => void {
  const seen = new Set<string>();
  let empty = 0;
  return (next, found) => {
    empty = found === 0 ? empty + 1 : 0;
    if (seen.has(next) || empty > MOST_EMPTY_PAGES) throw fail();
    seen.add(next);
  };
}
