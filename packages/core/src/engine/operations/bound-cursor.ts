/** Cursors that hold for their own query only (contract section 17). */
import { invalidField } from '../../definition/issue.js';
import type { JsonObject } from '../../definition/json.js';
import type { PageRequest } from '../../ports/store/page.js';
import { fingerprintOf } from '../scheduling/encoding.js';
import { invalidArgument } from '../errors.js';
import type { PageView } from '../shapes/shared/page.js';

const MARK_LENGTH = 12;

/** Binds the store's cursor of a list to its query. */
export async function boundToQuery<T>(
  query: Readonly<Record<string, unknown>>,
  { limit, cursor }: PageRequest,
  list: (page: PageRequest) => Promise<PageView<T>>,
): Promise<PageView<T>> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const mark = `${fingerprintOf(Object.fromEntries(given) as JsonObject).slice(0, MARK_LENGTH)}.`;
  if (cursor !== null && !cursor.startsWith(mark)) {
    throw invalidArgument([
      invalidField(
        'cursor',
        'is not the nextCursor of a page of this query; begin at the first page without it',
      ),
    ]);
  }
  const page = await list({ limit, cursor: cursor?.slice(mark.length) ?? null });
  return { ...page, nextCursor: page.nextCursor === null ? null : mark + page.nextCursor };
}
