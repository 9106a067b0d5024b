/** Pages of listings (contract section 10). */
import { z } from 'zod';
import { DEFAULTS } from '../../definition/limits.js';
import type { Page, PageRequest } from '../../ports/store/page.js';
import { invalidArgument } from '../errors.js';

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), hasMore: z.boolean() });

export interface PageView<T> {
  items: T[];
  /** Give it as `cursor` to go on; null: nothing follows. */
  nextCursor: string | null;
  hasMore: boolean;
}

export const pageRequest = (request: {
  readonly pageSize?: number | undefined;
  readonly cursor?: string | undefined;
}): PageRequest => ({
  limit: request.pageSize ?? DEFAULTS.definitionsPageSize,
  cursor: request.cursor ?? null,
});

/** The items of a page the store gave, and the view's other fields. */
export function takePage<T>(page: Page<T>): {
  readonly items: readonly T[];
  readonly rest: Omit<PageView<T>, 'items'>;
} {
  if (page === 'bad-cursor') {
    const message = 'is no cursor of this listing; give nextCursor as you got it';
    throw invalidArgument([{ code: 'invalid-field', message, path: 'cursor' }]);
  }
  return { items: page.items, rest: { nextCursor: page.cursor, hasMore: page.cursor !== null } };
}
