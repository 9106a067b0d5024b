/** Sizes of JSON text in bytes: exact, as a difference, and estimated. */
import { jsonTextBytes } from './json.js';

/** Bytes of the JSON text in UTF-8, without white space; 0 for `undefined`. */
export function jsonBytes(value: unknown, sizes: JsonSizes | null = null): number {
  if (typeof value === 'string') return jsonTextBytes(value);
  if (value === undefined) return 0;
  if (value === null || typeof value !== 'object') return `${value as number | boolean | null}`.length;
  return sizes === null ? containerBytes(value, null) : sizes.ofContainer(value);
}

/** Sizes of immutable values. Large values are measured once, since outputs become inputs. */
export class JsonSizes {
  /** Created on first use, since most commands measure nothing large. */
  private known: Map<object, number> | null = null;

  /** Same as `jsonBytes`, with cached sizes. */
  of(value: unknown): number {
    return jsonBytes(value, this);
  }

  ofContainer(value: object): number {
    const found = this.known?.get(value);
    if (found !== undefined) return found;
    const bytes = containerBytes(value, this);
    if (bytes >= LARGE) (this.known ??= new Map<object, number>()).set(value, bytes);
    return bytes;
  }
}

/** Smallest size in bytes that is cached. */
const LARGE = 1_024;

function containerBytes(value: object, sizes: JsonSizes | null): number {
  let bytes = 2;
  let items = 0;
  if (Array.isArray(value)) {
    for (const item of value) bytes += jsonBytes(item, sizes);
    items = value.length;
  } else {
    for (const key of Object.keys(value)) {
      const item = (value as Fields)[key];
      if (item === undefined) continue;
      bytes += jsonTextBytes(key) + 1 + jsonBytes(item, sizes);
      items += 1;
    }
  }
  return bytes + Math.max(items - 1, 0);
}

/** Bytes that `after` adds to `before` as JSON. Shared parts are not measured. */
export function jsonGain(before: unknown, after: unknown): number {
  if (before === after) return 0;
  if (Array.isArray(before) || Array.isArray(after)) {
    if (Array.isArray(before) && Array.isArray(after)) return listGain(before, after);
  } else if (isObject(before) && isObject(after)) return objectGain(before, after);
  return jsonBytes(after) - jsonBytes(before);
}

function listGain(before: readonly unknown[], after: readonly unknown[]): number {
  const both = Math.min(before.length, after.length);
  let bytes = Math.max(after.length - 1, 0) - Math.max(before.length - 1, 0);
  for (let index = 0; index < both; index++) bytes += jsonGain(before[index], after[index]);
  for (let index = both; index < before.length; index++) bytes -= jsonBytes(before[index]);
  for (let index = both; index < after.length; index++) bytes += jsonBytes(after[index]);
  return bytes;
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
type Fields = Readonly<Record<string, unknown>>;

function objectGain(before: Fields, after: Fields): number {
  const [lost, gained] = [definedKeys(before), definedKeys(after)];
  let bytes = Math.max(gained.size - 1, 0) - Math.max(lost.size - 1, 0);
  for (const key of gained) {
    if (lost.delete(key)) bytes += jsonGain(before[key], after[key]);
    else bytes += fieldBytes(key, after[key]);
  }
  for (const key of lost) bytes -= fieldBytes(key, before[key]);
  return bytes;
}

const definedKeys = (value: Fields): Set<string> =>
  new Set(Object.keys(value).filter((key) => value[key] !== undefined));

const fieldBytes = (key: string, value: unknown): number => jsonTextBytes(key) + 1 + jsonBytes(value);

/** Estimated bytes of a key, a bracket or a number. */
const PER_VALUE = 8;

/** Estimated bytes of JSON text; non-ASCII text counts for a third. Stops soon after `enough`. */
export function estimatedBytes(value: unknown, enough: number): number {
  if (typeof value === 'string') return value.length + PER_VALUE;
  if (typeof value !== 'object' || value === null) return PER_VALUE;
  let bytes = PER_VALUE;
  for (const name in value) {
    if (bytes >= enough) break;
    bytes += name.length + estimatedBytes((value as Fields)[name], enough - bytes);
  }
  return bytes;
}
