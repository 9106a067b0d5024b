/** Bytes of JSON text: exact, as a difference between two values, and estimated. */
import { jsonTextBytes } from './json.js';

/** Bytes of the JSON text in UTF-8, without white space; 0 for `undefined`. */
export function jsonBytes(value: unknown): number {
  return bytesWith(value, jsonBytes);
}

/** Sizes of values that never change. A large one is measured once: outputs become parts of inputs, and these of others. */
export class JsonSizes {
  /** Made when it is needed: most commands measure nothing large. */
  private known: Map<object, number> | null = null;

  /** As `jsonBytes`. */
  readonly of = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return jsonBytes(value);
    const found = this.known?.get(value);
    if (found !== undefined) return found;
    const bytes = bytesWith(value, this.of);
    if (bytes >= LARGE) (this.known ??= new Map()).set(value, bytes);
    return bytes;
  };
}

/** Bytes from which a size is kept. */
const LARGE = 1_024;

function bytesWith(value: unknown, bytesOf: (part: unknown) => number): number {
  if (typeof value === 'string') return jsonTextBytes(value);
  if (value === undefined) return 0;
  if (value === null || typeof value !== 'object') return `${value as number | boolean | null}`.length;
  let bytes = 2;
  let items = 0;
  if (Array.isArray(value)) {
    for (const item of value) bytes += bytesOf(item);
    items = value.length;
  } else {
    for (const [key, item] of Object.entries(value)) {
      if (item === undefined) continue;
      bytes += jsonTextBytes(key) + 1 + bytesOf(item);
      items += 1;
    }
  }
  return bytes + Math.max(items - 1, 0);
}

/** Bytes by which `after` is longer than `before` as JSON. Parts that both share are not measured. */
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
