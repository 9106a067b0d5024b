/**
 * Values that survive a change of user, a reload and an outage, by key. Only for unsent text, which
 * is stored nowhere else.
 */
import { useCallback, useSyncExternalStore } from 'react';

export interface Stored<Value> {
  readonly get: (key: string) => Value;
  readonly set: (key: string, value: Value) => void;
  readonly use: (key: string) => Value;
}

/**
 * @param revive makes a value from what an earlier page stored; called once for each key.
 * @param storage that of the tab, or `localStorage`: it outlives the tab, and all tabs share it.
 */
export function createStored<Value>(
  name: string,
  empty: Value,
  revive: (left: Value) => Value = (left) => left,
  storage: Storage = sessionStorage,
): Stored<Value> {
  const values = new Map<string, Value>();
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  // Another tab has changed it.
  addEventListener('storage', ({ storageArea, key, newValue }) => {
    if (storageArea !== storage || key === null || !key.startsWith(`${name}:`)) return;
    values.set(key.slice(name.length + 1), newValue === null ? empty : (JSON.parse(newValue) as Value));
    tell();
  });
  const get = (key: string): Value => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const left = storage.getItem(`${name}:${key}`);
    const value = left === null ? empty : revive(JSON.parse(left) as Value);
    values.set(key, value);
    return value;
  };
  return {
    get,
    set: (key, value) => {
      values.set(key, value);
      if (value === empty) storage.removeItem(`${name}:${key}`);
      else storage.setItem(`${name}:${key}`, JSON.stringify(value));
      tell();
    },
    use: (key) => {
      const read = useCallback(() => get(key), [key]);
      return useSyncExternalStore(subscribe, read);
    },
  };
}
