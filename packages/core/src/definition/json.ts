/**
 * Plain JSON: the only data that the engine holds. `copyJson` is the one boundary through which data of a
 * caller enters; behind it every value is a frozen private copy, so that it can be shared without copying.
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

/** How much JSON may be copied. */
export interface JsonLimits {
  /** Bytes of the JSON text in UTF-8, without white space. */
  readonly maxBytes: number;
  /** A string or number has depth 0, `[]` and `{}` have depth 1. */
  readonly maxDepth: number;
  /** Values of every kind and names of fields, those in others counted; as many as there are by default. */
  readonly maxValues?: number;
  /** Names of fields among them; as many as there are by default. */
  readonly maxNames?: number;
}

/** A copy of what a caller gave, or why there is none. */
export type JsonCopy =
  | {
      /** Whether it is JSON within the limits. */
      readonly ok: true;
      /** The frozen copy. */
      readonly value: JsonValue;
      /** Bytes of its JSON text in UTF-8. */
      readonly bytes: number;
    }
  | {
      readonly ok: false;
      /** Where the first fault is. */
      readonly path: string;
      /** What is wrong, and how to mend it. */
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
 * A deep, frozen copy of `input`, or the first reason why it is no JSON that every store can hold: anything
 * but plain objects, arrays, strings, finite numbers, booleans and null; a key `__proto__`; a NUL or a lone
 * surrogate in a text; too deep (a cycle is); too large. As in JSON, `-0` becomes `0`, and properties that are
 * undefined, symbols as keys and names on a list are left out; nothing else is changed. Never throws: a getter or proxy that does is reported
 * like any other fault.
 */
export function copyJson(input: unknown, limits: JsonLimits): JsonCopy {
  const budget: Budget = { bytes: 0, values: 0, names: 0, limits };
  try {
    const value = copyValue(input, 0, budget);
    return { ok: true, value, bytes: budget.bytes };
  } catch (error) {
    // Whatever the input itself throws was made a fault where it was read.
    if (error instanceof Fault) return { ok: false, path: formatPath(error.path), message: error.message };
    throw error;
  }
}

/** Reads a part of the input, which may be a getter or a proxy that throws. */
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
  // A proxy may give anything as its length.
  if (!Number.isSafeInteger(length)) throw new Fault('has no length; give a list');
  spend(length + 1 + (length === 0 ? 1 : 0), budget);
  if (length === 0) return EMPTY_ARRAY;
  // What is too much is refused before any of it is looked at.
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

/** `read` without a closure, for what is read most. */
function propertyOf(input: object, key: string | number): unknown {
  try {
    return (input as Record<string | number, unknown>)[key];
  } catch (error) {
    throw new Fault(`could not be read: ${describeError(error)}`);
  }
}

/** The fault of a child, with its key in front of the path. */
function within(key: string | number, error: unknown): unknown {
  if (error instanceof Fault) error.path.unshift(key);
  return error;
}

function count(values: number, budget: Budget): void {
  room(values, budget);
  budget.values += values;
}

/** @throws Fault when there is no room for so many more values and names. */
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

/** Nothing can be put into these, so one of each will do. */
const EMPTY_ARRAY: JsonArray = Object.freeze([]);
export const EMPTY_OBJECT: Readonly<Record<string, never>> = Object.freeze({});

function spend(bytes: number, budget: Budget): void {
  budget.bytes += bytes;
  if (budget.bytes > budget.limits.maxBytes) {
    throw new Fault(`makes the JSON text longer than ${budget.limits.maxBytes} bytes`);
  }
}

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** Bytes of the text as JSON in UTF-8, quotes included; throws for what no store can hold. */
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
      bytes += 2; // half of a pair that takes four
    else bytes += 3;
  }
  return bytes;
}

const SHORT_ESCAPES = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d]);

/** Why no store could hold this text, or null. */
export function textFault(text: string): string | null {
  if (text.includes('\0')) return 'contains a NUL character; remove it';
  if (!text.isWellFormed()) return 'contains a lone surrogate, which is no Unicode text; remove it';
  return null;
}

/** The text of somebody else's error, cut to what every store can hold. */
export function storableText(text: string, maxLength: number): string {
  return text.replaceAll('\0', '').slice(0, maxLength).toWellFormed();
}

/** The beginning of a text that somebody else chose, for a message. */
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

/** The text of whatever was thrown; also of what has none, or throws when it is asked. */
export function describeError(error: unknown): string {
  try {
    const text: unknown = error instanceof Error ? error.message : String(error);
    return typeof text === 'string' ? text : 'an error without a text';
  } catch {
    return 'an error without a text';
  }
}

/** Deep and strict: numbers by value, arrays in order, objects by their own keys. `visit` is told of each pair, and may throw. */
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

/** JSON text with sorted keys: two equal values have the same text. */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  const object = value as JsonObject;
  const entries = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key] as JsonValue)}`);
  return `{${entries.join()}}`;
}
