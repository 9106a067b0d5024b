/** JSON pointers (RFC 6901) from a call. */
import type { JsonObject, JsonValue } from '@org/approval-core';
import type { JsonArray } from '@org/approval-core/definition';
import { isJsonList } from '@org/approval-internal/json';
import { PERMIT_LIMITS } from '../limits.js';
import type { Call } from '../types.js';

/** Replacement of a redacted value. */
export const HIDDEN = '[hidden]';

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns the keys of a pointer, or null if it is invalid. */
export function segmentsOf(pointer: string): string[] | null {
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((it) => it.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the call with every value at a pointer hidden, and the pointers that matched. */
export function redacted(
  call: Call,
  pointers: readonly string[],
): { readonly call: Call; readonly hidden: readonly string[] } {
  const hidden: string[] = [];
  const copies = new Set<object>();
  let shown: JsonValue = { ...call };
  for (const pointer of pointers) {
    // A null target is not hidden, because it means that the call has no target.
    if (pointer === '/target' && call.target === null) continue;
    const after = hiddenAt(shown, segmentsOf(pointer) ?? [], copies);
    if (after === null) continue;
    shown = after;
    hidden.push(pointer);
  }
  if (hidden.length === 0) return { call, hidden };
  // Frozen, because views share these copies.
  for (const copy of copies) Object.freeze(copy);
  return { call: shown as unknown as Call, hidden };
}

/**
 * Returns null if no value exists at the pointer.
 * @param copies containers copied for an earlier pointer; 50 pointers may each lead into 18,000
 *   arguments.
 */
function hiddenAt(
  value: JsonValue,
  [key, ...rest]: readonly string[],
  copies: Set<object>,
): JsonValue | null {
  if (key === undefined) return HIDDEN;
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(key)) return null;
  const member = memberOf(value, key);
  const inner = member === undefined ? null : hiddenAt(member, rest, copies);
  if (inner === null) return null;
  const copy = copies.has(value) ? value : copyOf(value);
  copies.add(copy);
  // The copy is not frozen yet.
  Reflect.set(copy, key, inner);
  return copy;
}

const copyOf = (value: JsonObject | JsonArray): JsonObject | JsonArray =>
  isJsonList(value) ? [...value] : { ...value };

/** Returns pointers to the deepest differing values, sorted, the first 20. */
export const differenceOf = (a: Call, b: Call): string[] => differences({ ...a }, { ...b });

/**
 * Compares two values like `differenceOf`; `['']` if they themselves differ. Each value is visited
 * once, and only reported pointers are built: a key may have 190 KiB, and 45,000 differing values
 * below it.
 */
function differences(a: JsonValue | undefined, b: JsonValue | undefined): string[] {
  const keys = keysOf(a, b);
  if (keys === null) return a === b ? [] : [''];
  const found: string[] = [];
  for (const key of keys) {
    for (const inner of differences(memberOf(a, key), memberOf(b, key))) {
      keepFirst(found, `/${escaped(key)}${inner}`);
    }
  }
  return found;
}

/** Inserts the pointer into the sorted list if it is among the first. */
function keepFirst(found: string[], pointer: string): void {
  const isFull = found.length === PERMIT_LIMITS.difference;
  if (isFull && pointer >= (found.at(-1) ?? '')) return;
  const at = found.findIndex((it) => pointer < it);
  found.splice(at === -1 ? found.length : at, 0, pointer);
  if (isFull) found.pop();
}

/** Returns the keys of both; null if one of them is not such a container. */
function keysOf(a: JsonValue | undefined, b: JsonValue | undefined): Set<string> | null {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return null;
  if (Array.isArray(a) !== Array.isArray(b)) return null;
  return new Set([...Object.keys(a), ...Object.keys(b)]);
}

function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return isJsonList(value) ? value[Number(key)] : value[key];
}
