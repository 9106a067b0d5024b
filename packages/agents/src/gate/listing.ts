/** Pages of listings; a cursor is valid for one query only. */
import type { JsonValue } from '@org/approval-core';
import type { Page, PageRequest } from '@org/approval-core/store';
import { canonicalJson, listWithin, sha256Hex } from '@org/approval-core/internal';
import { invalid } from '../errors.js';
import { PERMIT_DEFAULTS } from '../limits.js';
import type { PermitPage } from '../types.js';

interface Listing<T, V> {
  /** Filters that a cursor of this listing is bound to. */
  readonly query: JsonValue | readonly unknown[];
  readonly page: { readonly pageSize?: number | undefined; readonly cursor?: string | undefined };
  readonly list: (page: PageRequest) => Promise<Page<T>>;
  /** Returns null for an item that is not part of the listing. */
  readonly view: (item: T) => Promise<V | null>;
}

/**
 * Items read at once, which are in memory beside the page. A permit has a call of 192 KiB, and a
 * history that can be longer.
 */
const SLICE = 16;

/** Lists the visible items of a page, in order. */
export async function listed<T, V>({ query, page, list, view }: Listing<T, V>): Promise<PermitPage<V>> {
  const tag = `${sha256Hex(canonicalJson(JSON.parse(JSON.stringify(query)) as JsonValue)).slice(0, 16)}.`;
  const { pageSize: limit = PERMIT_DEFAULTS.pageSize, cursor } = page;
  if (cursor?.startsWith(tag) === false) throw badCursor();
  const start = { limit, cursor: cursor === undefined ? null : cursor.slice(tag.length) };
  const found = await listWithin({ list, view, slice: SLICE }, start);
  const items = found.items.filter((it) => it !== null);
  const nextCursor = found.nextCursor === null ? null : tag + found.nextCursor;
  return { items, nextCursor, hasMore: nextCursor !== null };
}

const badCursor = () => invalid('cursor', 'is not a cursor of this listing; give nextCursor as you got it');
