/** Pages of listings (contract section 10). */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { invalidField } from '../../../definition/issue.js';
import { DEFAULTS } from '../../../definition/limits.js';
import type { Page, PageRequest } from '../../../ports/store/page.js';
import { invalidArgument } from '../../errors.js';

/** Returns the named schema of pages of `item`, which has a name too. */
export const pageOf = <T extends z.ZodType>(id: string, item: T) =>
  z
    .object({
      items: z.array(item).describe('The items of this page, in the order of the listing.'),
      nextCursor: z.string().nullable().describe('Give it as `cursor` to go on; null: nothing follows.'),
      hasMore: z.boolean().describe('True if another page follows.'),
    })
    .meta({ id, description: 'A page of a listing; it may hold fewer items than were asked for.' })
    .register(typeNames, { type: `PageView<${item.meta()?.id}>` });

/** A page of a listing; it may hold fewer items than were asked for. */
export interface PageView<T> {
  /** The items of this page, in the order of the listing. */
  items: T[];
  /** Pass it as `cursor` to go on; null: this is the last page. */
  nextCursor: string | null;
  /** True if another page follows. */
  hasMore: boolean;
}

export const pageRequest = (request: {
  readonly pageSize?: number | undefined;
  readonly cursor?: string | undefined;
}): PageRequest => ({
  limit: request.pageSize ?? DEFAULTS.pageSize,
  cursor: request.cursor ?? null,
});

/** The items of a page the store gave, and the view's other fields. */
export function takePage<T>(page: Page<T>): {
  readonly items: readonly T[];
  readonly rest: Omit<PageView<T>, 'items'>;
} {
  if (page === 'bad-cursor') {
    throw invalidArgument([
      invalidField('cursor', 'is not a cursor of this listing; give nextCursor as you got it'),
    ]);
  }
  return { items: page.items, rest: { nextCursor: page.cursor, hasMore: page.cursor !== null } };
}
