/** Listings that end at a number of items or bytes, whichever is first (contract section 1). */
import { jsonBytes } from '../../definition/bytes.js';
import { LIMITS } from '../../definition/limits.js';
import type { Page, PageRequest } from '../../ports/store/page.js';
import { type PageView, takePage } from '../shapes/shared/page.js';

/** Source and view of a listing. */
export interface Listing<T, V> {
  /** A page of the store. */
  readonly list: (page: PageRequest) => Promise<Page<T>>;
  /** Returns the caller's view of an item as JSON, or null to skip it. May be called twice. */
  readonly view: (item: T) => V | null | Promise<V | null>;
  /** Number of items per read: as many as fit in memory beside the page at any size. */
  readonly slice: number;
}

/** Limit of items that a page skips before it ends short, which bounds its cost. */
const MOST_PASSED = 200;

/**
 * Returns a page of at most `limit` items and `LIMITS.pageBytes` bytes, but at least one item
 * unless too many were skipped. The store is read in slices, so that memory does not grow with the
 * requested page size.
 * @throws ApprovalError INVALID_ARGUMENT for a cursor that is not one of this listing.
 */
export async function listWithin<T, V>(
  { list, view, slice }: Listing<T, V>,
  { limit, cursor: start }: PageRequest,
): Promise<PageView<V>> {
  const viewed = (found: readonly T[]) => Promise.all(found.map(async (it) => view(it)));
  const items: V[] = [];
  let left: number = LIMITS.pageBytes;
  let passed = 0;
  let cursor = start;
  do {
    const read = async (count: number) => takePage(await list({ limit: count, cursor }));
    const { items: found, rest } = await read(Math.min(slice, limit - items.length));
    const views = await viewed(found);
    const fitting = howManyFit(views, left, items.length === 0);
    if (fitting === 0 && views.length > 0) return { items, nextCursor: cursor, hasMore: true };
    if (fitting < views.length) {
      // The store alone knows the cursor behind an item.
      const { items: fewer, rest: shorter } = await read(fitting);
      return { items: [...items, ...shown(await viewed(fewer))], ...shorter };
    }
    const more = shown(views);
    items.push(...more);
    left -= bytesOf(more);
    passed += views.length - more.length;
    cursor = rest.nextCursor;
  } while (cursor !== null && items.length < limit && passed < MOST_PASSED);
  return { items, nextCursor: cursor, hasMore: cursor !== null };
}

const shown = <V>(views: readonly (V | null)[]): V[] => views.filter((it): it is V => it !== null);

/** At least one of the first, lest a page be empty for ever. */
function howManyFit(views: readonly unknown[], left: number, isFirst: boolean): number {
  let bytes = 0;
  const over = views.findIndex((it, index) => {
    bytes += bytesOf([it]);
    return bytes > left && !(isFirst && index === 0);
  });
  return over === -1 ? views.length : over;
}

/** Views are JSON by their schemas. */
const bytesOf = (views: readonly unknown[]): number => jsonBytes(views);
