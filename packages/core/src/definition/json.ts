/**
 * Plain JSON, the only data that the engine holds. All data of callers enters through `copyJson`.
 * The result is a frozen private copy, which can be shared without copying again.
 */
import { beginning } from '@org/approval-internal/character-count';
import { formatPath } from './path.js';

/** Any JSON, read-only. */
export type JsonValue = string | number | boolean | null | JsonArray | JsonObject;
/** A JSON array, read-only. */
export type JsonArray = readonly JsonValue[];
/** A JSON object, read-only. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Bounds of a JSON copy. */
export interface JsonLimits {
  /** Bytes of the JSON text in UTF-8, without white space. */
  readonly maxBytes: number;
  /** Maximum depth. A string or number has depth 0, `[]` and `{}` have depth 1. */
  readonly maxDepth: number;
  /** Maximum number of values and field names, nested ones included; unlimited by default. */
  readonly maxValues?: number;
  /** Maximum number of field names; unlimited by default. */
  readonly maxNames?: number;
}

/** A copy of a caller's data, or the reason why it is invalid. */
export type JsonCopy =
  | {
      /** True for JSON within the limits. */
      readonly ok: true;
      /** The frozen copy. */
      readonly value: JsonValue;
      /** Bytes of its JSON text in UTF-8. */
      readonly bytes: number;
    }
  | {
      readonly ok: false;
      /** Path of the first fault. */
      readonly path: string;
      /** Message that says what is wrong and how to fix it. */
      readonly message: string;
    };

class Fault extends Error {
  readonly path: (string | number)[] = [];
}

interface Budget {
  bytes: number;
  values: number;
  names: number;
  readonly limits: JsonLimits;
}

/**
 * Returns a deep, frozen copy of `input`, or the first reason why no store could hold it. Valid are
 * plain objects, arrays, strings, finite numbers, booleans and null. Refused are a key `__proto__`,
 * a NUL or lone surrogate in a string, and values that are too deep (cycles too) or too large.
 * `-0` becomes `0`. Undefined properties, symbol keys and names on a list are left out.
 * Never throws: a getter or proxy that throws is reported as a fault.
 */
export function copyJson(input: unknown, limits: JsonLimits): JsonCopy {
  const budget: Budget = { bytes: 0, values: 0, names: 0, limits };
  try {
    const value = copyValue(input, 0, budget);
    return { ok: true, value, bytes: budget.bytes };
  } catch (error) {
    // Errors of getters and proxies already became faults where they were read.
    if (error instanceof Fault) return { ok: false, path: formatPath(error.path), message: error.message };
    throw error;
  }
}

/** Reads a part of the input. A getter or proxy may throw. */
function read<T>(part: () => T): T {
  try {
    return part();
  } catch (error) {
    throw new Fault(`could not be read: ${describeError(error)}`);
  }
}

function copyValue(input: unknown, depth: number, budget: Budget): JsonValue {
  count(1, budget);
  switch (typeof input) {
    case 'string':
      spend(textBytes(input), budget);
      return input;
    case 'number':
      if (!Number.isFinite(input)) throw new Fault(`${input} is not a JSON number; give a finite one`);
      spend(String(input).length, budget);
      return input === 0 ? 0 : input;
    case 'boolean':
      spend(input ? 4 : 5, budget);
      return input;
    case 'object':
      if (input === null) {
        spend(4, budget);
        return null;
      }
      if (depth >= budget.limits.maxDepth) {
        throw new Fault(`is nested deeper than ${budget.limits.maxDepth} levels (or refers to itself)`);
      }
      return read(() => Array.isArray(input))
        ? copyArray(input as readonly unknown[], depth + 1, budget)
        : copyObject(input, depth + 1, budget);
    case 'undefined':
      throw new Fault('undefined is not JSON; give null');
    default:
      throw new Fault(`a ${typeof input} is not JSON; give a string, number, boolean, null, array or object`);
  }
}

function copyArray(input: readonly unknown[], depth: number, budget: Budget): JsonValue {
  const length = read(() => input.length);
  // A proxy may return any value as its length.
  if (!Number.isSafeInteger(length)) throw new Fault('has no valid length; pass an array');
  spend(length + 1 + (length === 0 ? 1 : 0), budget);
  if (length === 0) return EMPTY_ARRAY;
  // Checks the length before it reads any item.
  room(length, budget);
  const copy: JsonValue[] = [];
  let index = 0;
  try {
    for (; index < length; index++) copy.push(copyValue(propertyOf(input, index), depth, budget));
  } catch (error) {
    throw within(index, error);
  }
  return Object.freeze(copy);
}

function copyObject(input: object, depth: number, budget: Budget): JsonValue {
  if (!read(() => isPlainObject(input))) {
    throw new Fault(`is an instance of ${read(() => className(input))}, not plain JSON; convert it first`);
  }
  const keys = read(() => Object.keys(input));
  if (keys.includes('__proto__')) throw new Fault('has a key "__proto__", which is refused; rename it');
  spend(2, budget);
  if (keys.length === 0) return EMPTY_OBJECT;
  room(2 * keys.length, budget);
  roomForNames(keys.length, budget);
  const copy: Record<string, JsonValue> = {};
  let separator = 0;
  let current = '';
  try {
    for (const key of keys) {
      current = key;
      const value = propertyOf(input, key);
      if (value === undefined) continue;
      spend(separator + textBytes(key) + 1, budget);
      count(1, budget);
      budget.names += 1;
      copy[key] = copyValue(value, depth, budget);
      separator = 1;
    }
  } catch (error) {
    throw within(current, error);
  }
  return Object.freeze(copy);
}

/** Same as `read`, without a closure on the hottest path. */
function propertyOf(input: object, key: string | number): unknown {
  try {
    return (input as Record<string | number, unknown>)[key];
  } catch (error) {
    throw new Fault(`could not be read: ${describeError(error)}`);
  }
}

/** Prefixes the path of a child's fault with its key. */
function within(key: string | number, error: unknown): unknown {
  if (error instanceof Fault) error.path.unshift(key);
  return error;
}

function count(values: number, budget: Budget): void {
  room(values, budget);
  budget.values += values;
}

/** @throws Fault when the limit of values would be exceeded. */
function room(values: number, { limits, values: counted }: Budget): void {
  const { maxValues = Infinity } = limits;
  if (counted + values > maxValues)
    throw new Fault(`makes more than ${maxValues} values and names; send less at a time`);
}

function roomForNames(names: number, { limits, names: counted }: Budget): void {
  const { maxNames = Infinity } = limits;
  if (counted + names > maxNames)
    throw new Fault(`makes more than ${maxNames} names of fields; send less at a time`);
}

/** Frozen and empty, so one instance of each is shared. */
const EMPTY_ARRAY: JsonArray = Object.freeze([]);
export const EMPTY_OBJECT: Readonly<Record<string, never>> = Object.freeze({});

function spend(bytes: number, budget: Budget): void {
  budget.bytes += bytes;
  if (budget.bytes > budget.limits.maxBytes) {
    throw new Fault(`makes the JSON text longer than ${budget.limits.maxBytes} bytes`);
  }
}

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** Bytes of the string as JSON in UTF-8, with quotes. Throws if no store can hold it. */
function textBytes(text: string): number {
  if (text.length < 64 && PRINTABLE_ASCII.test(text) && !text.includes('"') && !text.includes('\\')) {
    return text.length + 2;
  }
  const fault = textFault(text);
  if (fault !== null) throw new Fault(fault);
  return jsonTextBytes(text);
}

/** Bytes of the text as JSON in UTF-8, quotes included. */
export function jsonTextBytes(text: string): number {
  let bytes = 2;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20) bytes += SHORT_ESCAPES.has(code) ? 2 : 6;
    else if (code === 0x22 || code === 0x5c) bytes += 2;
    else if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code < 0xe000)
      bytes += 2; // one half of a surrogate pair, which takes 4 bytes
    else bytes += 3;
  }
  return bytes;
}

const SHORT_ESCAPES = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d]);

/** Reason why no store can hold this string, or null. */
export function textFault(text: string): string | null {
  if (text.includes('\0')) return 'contains a NUL character; remove it';
  if (!text.isWellFormed()) return 'contains a lone surrogate, which is not valid Unicode; remove it';
  return null;
}

/** Error text of foreign code, cut to what every store can hold. */
export function storableText(text: string, maxLength: number): string {
  return text.replaceAll('\0', '').slice(0, maxLength).toWellFormed();
}

/** Beginning of a string from outside, for a message. */
export const excerpt = (text: string): string => (text.length <= 100 ? text : `${beginning(text, 100)}…`);

/** `Array.isArray` that keeps the type of the items. */
export const isJsonArray = (value: JsonValue | undefined): value is JsonArray => Array.isArray(value);

/** True for `{}` of any realm and for objects without a prototype. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || (isTopPrototype(prototype) && Object.hasOwn(prototype, 'hasOwnProperty'));
}

function isTopPrototype(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;
}

function className(value: object): string {
  const named: unknown = (value as { constructor?: { name?: unknown } }).constructor?.name;
  return typeof named === 'string' && named !== '' ? named : 'a class';
}

/** Message of any thrown value. Never throws, even if the value has no message. */
export function describeError(error: unknown): string {
  try {
    const text: unknown = error instanceof Error ? error.message : String(error);
    return typeof text === 'string' ? text : 'an error without a text';
  } catch {
    return 'an error without a text';
  }
}

/** Compares deeply and strictly. Calls `visit` for each pair; it may throw. */
export function jsonEquals(a: unknown, b: unknown, visit?: (a: unknown, b: unknown) => void): boolean {
  visit?.(a, b);
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!jsonEquals(a[index], b[index], visit)) return false;
    return true;
  }
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && jsonEquals(left[key], right[key], visit))
  );
}

/** JSON text with sorted keys. Equal values have equal texts. */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  const object = value as JsonObject;
  const entries = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key] as JsonValue)}`);
  return `{${entries.join()}}`;
}
