/** Bounded caches of a process, by last use. */
import { LRUCache } from 'lru-cache';

/**
 * Counted as sizes, because the library's `max` allocates all entries at once: every engine and
 * host transaction would start with an unused megabyte.
 */
export const remembered = <V extends object | number>(
  most: number,
  { ttl }: { readonly ttl?: number } = {},
): LRUCache<string, V> =>
  new LRUCache({ maxSize: most, sizeCalculation: () => 1, ...(ttl !== undefined && { ttl }) });
