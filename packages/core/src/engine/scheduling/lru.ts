/** What a process remembers of many things: the ones used last. */
import { LRUCache } from 'lru-cache';

/**
 * Counted as sizes, and not as the library's `max`, which makes room for all of them at once: an engine, or a transaction of
 * the host, would begin by filling a megabyte that it may never need.
 */
export const remembered = <V extends object | number>(
  most: number,
  { ttl }: { readonly ttl?: number } = {},
): LRUCache<string, V> =>
  new LRUCache({ maxSize: most, sizeCalculation: () => 1, ...(ttl !== undefined && { ttl }) });
