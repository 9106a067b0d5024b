/**
 * Values that survive a change of user, a reload and an outage: in this tab, by key. Only for
 * unsent text, which is stored nowhere else.
 */
import { useCallback, useSyncExternalStore } from 'react';

export interface Stored<Value> {
  readonly get: (key: string) => Value;
  readonly set: (key: string, value: Value) => void;
  readonly use: (key: string) => Value;
}

/** @param revive makes a value from what an earlier page stored; called once for each key. */
export function createStored<Value>(
  name: string,
  empty: Value,
  revive: (left: Value) => Value = (left) => left,
): Stored<Value> {
  const values = new Map<string, Value>();
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const get = (key: string): Value => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const left = sessionStorage.getItem(`${name}:${key}`);
    const value = left === null ? empty : revive(JSON.parse(left) as Value);
    values.set(key, value);
    return value;
  };
  return {
    get,
    set: (key, value) => {
      values.set(key, value);
      if (value === empty) sessionStorage.removeItem(`${name}:${key}`);
      else sessionStorage.setItem(`${name}:${key}`, JSON.stringify(value));
      for (const listener of listeners) listener();
    },
    use: (key) => {
      const read = useCallback(() => get(key), [key]);
      return useSyncExternalStore(subscribe, read);
    },
  };
}
