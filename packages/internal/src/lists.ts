/** Items and keys that are known to be there. */

/**
 * Returns the item at the index.
 * @throws RangeError for an index outside the list.
 */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item !== undefined) return item;
  // A list of possibly undefined values: only iteration has the item's type, an index has not.
  for (const it of index < 0 ? [] : list.slice(index, index + 1)) return it;
  throw new RangeError(`item ${index} does not exist: the list has ${list.length}`);
}

/**
 * Returns the value of the key.
 * @throws RangeError for an unknown key.
 */
export function valueAt<K, V extends NonNullable<unknown> | null>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new RangeError(`the map has no key ${String(key)}`);
  return value;
}

/** Returns the keys of an object that has exactly the keys of its type. */
export const keysOf = <T extends object>(table: T): Extract<keyof T, string>[] =>
  Object.keys(table) as Extract<keyof T, string>[];
