/** Size of JSON in values, counted before parsing: small values are the slowest. */
import { type Fields, isList, isObject } from './values.js';

/** Limits of JSON. */
export interface JsonBounds {
  /** Values of every kind and names of fields, including nested ones. */
  readonly maxValues: number;
  /** Names of fields among them. */
  readonly maxNames: number;
}

export interface JsonParts {
  /** Values and names. */
  readonly values: number;
  readonly names: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Returns the excess as text, or null. */
export function excessIn(parts: JsonParts, { maxValues, maxNames }: JsonBounds): string | null {
  const { values, names } = parts;
  if (values <= maxValues && names <= maxNames) return null;
  return `the body has ${values} values and names, ${names} of them names of fields; it may have ${maxValues}, and ${maxNames} names: send less at a time`;
}

/** Counts values and names of JSON; in invalid JSON, everything that looks like one. */
export function partsOf(bytes: Uint8Array): JsonParts {
  let values = 1;
  let names = 0;
  /** True after an opening bracket, to detect empty lists and objects. */
  let isOpened = false;
  for (let index = 0; index < bytes.length; index++) {
    switch (bytes[index]) {
      case 0x20:
      case 0x09:
      case 0x0a:
      case 0x0d:
        continue;
      case 0x7b: // {
      case 0x5b: // [
        if (isOpened) values += 1;
        isOpened = true;
        continue;
      case 0x7d: // }
      case 0x5d: // ]
        isOpened = false;
        continue;
      case 0x2c: // ,
        values += 1;
        break;
      case 0x3a: // :
        names += 1;
        break;
      case QUOTE:
        index = endOfText(bytes, index);
        break;
      default:
        break;
    }
    if (isOpened) values += 1;
    isOpened = false;
  }
  return { values: values + names, names };
}

/** Returns the position of the closing quote of the string at `start`, or the end of the input. */
function endOfText(bytes: Uint8Array, start: number): number {
  let index = start + 1;
  for (; index < bytes.length && bytes[index] !== QUOTE; index++) if (bytes[index] === BACKSLASH) index++;
  return index;
}

/** Counts field names in a parsed value: duplicates in an object count once. */
export function namesIn(value: unknown): number {
  let names = 0;
  // JSON may be nested deeper than calls may be.
  const rest: Fields[] = [];
  const add = (it: unknown) => {
    if (isObject(it)) rest.push(it);
  };
  add(value);
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (isList(next)) for (const item of next) add(item);
    else {
      const keys = Object.keys(next);
      names += keys.length;
      for (const key of keys) add(next[key]);
    }
  }
  return names;
}
