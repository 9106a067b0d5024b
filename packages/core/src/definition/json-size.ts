/** How large JSON is, for values that are never changed in place. */
import { type JsonValue, jsonTextBytes } from './json.js';

/** Sizes of what is large: outputs become parts of inputs, and these of others again. */
const known = new WeakMap<object, number>();
const LARGE = 1_024;

/** Bytes of the JSON text in UTF-8, without white space. */
export function jsonBytes(value: JsonValue): number {
  if (typeof value === 'string') return jsonTextBytes(value);
  if (typeof value !== 'object' || value === null) return String(value).length;
  const found = known.get(value);
  if (found !== undefined) return found;
  const bytes = containerBytes(value);
  if (bytes >= LARGE) known.set(value, bytes);
  return bytes;
}

function containerBytes(value: object): number {
  let bytes = 2;
  let items = 0;
  if (Array.isArray(value)) {
    for (const item of value as JsonValue[]) bytes += jsonBytes(item);
    items = value.length;
  } else {
    for (const key of Object.keys(value)) {
      const item = (value as Record<string, JsonValue | undefined>)[key];
      if (item === undefined) continue;
      bytes += jsonTextBytes(key) + 1 + jsonBytes(item);
      items += 1;
    }
  }
  return bytes + Math.max(items - 1, 0);
}
