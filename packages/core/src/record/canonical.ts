/**
 * Canonical text (RFC 8785). What is hashed holds integers only, so that no verifier has to write
 * a fraction as ECMAScript does.
 */
import { duplicateKey } from '@org/approval-internal/parse-json';
import { type JsonObject, type JsonValue, canonicalJson } from '../definition/json.js';

/** Deepest nesting that is read. The engine itself stores at most 64 levels. */
const MAX_DEPTH = 200;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A text that was refused. */
export interface RefusedText {
  /** Tells the two results apart. */
  readonly ok: false;
  /** Reason of the refusal, for people. */
  readonly why: string;
}

/** A text that was read, or the reason why it was refused. */
export type ReadText<T> = ReadValue<T> | RefusedText;

/** The value of a text. */
export interface ReadValue<T> {
  /** Tells the two results apart. */
  readonly ok: true;
  /** Value of the text. */
  readonly value: T;
}

const refused = (why: string): RefusedText => ({ ok: false, why });

/**
 * Returns the canonical text of a value.
 * @throws RangeError for a lone surrogate, which has no UTF-8.
 */
export function canonicalText(value: JsonValue): string {
  const text = canonicalJson(value);
  // A lone surrogate is written as an escape, and so only they are escapes of this kind.
  if (text.includes('\\ud') && hasLoneSurrogate(value))
    throw new RangeError('the value has a lone surrogate, which is not valid Unicode; remove it');
  return text;
}

/** Reads a text that holds integers only and is its own canonical form. */
export function readCanonical(text: string): ReadText<JsonValue> {
  const parsed = parsedWithin(text);
  if (!parsed.ok) return parsed;
  const why = faultOf(parsed.value);
  if (why !== null) return refused(why);
  return canonicalJson(parsed.value) === text
    ? parsed
    : refused('is not its canonical form: keys in order, no white space, one spelling for each value');
}

/** Reads a text that only has to parse, without duplicate keys. */
export function readJson(text: string): ReadText<JsonValue> {
  const parsed = parsedWithin(text);
  if (!parsed.ok) return parsed;
  return duplicateKey(text) === null ? parsed : refused('has a key twice in one object');
}

function parsedWithin(text: string): ReadText<JsonValue> {
  if (depthOf(text) > MAX_DEPTH) return refused(`is nested deeper than ${MAX_DEPTH} levels`);
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue };
  } catch {
    return refused('is not JSON');
  }
}

/** Nesting of the brackets of a text, also of one that is not JSON. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === 0x5b || code === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return deepest;
}

/** Position of the closing quote of the string at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  for (; index < text.length && text.charCodeAt(index) !== QUOTE; index++)
    if (text.charCodeAt(index) === BACKSLASH) index++;
  return index;
}

/** Reason why a parsed value may not be hashed, or null. */
function faultOf(value: JsonValue): string | null {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && !Object.is(value, -0)
      ? null
      : 'has a number that is not an integer within ±(2^53 - 1)';
  if (typeof value === 'string') return value.isWellFormed() ? null : 'has a lone surrogate';
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, item] of Object.entries(value as JsonObject)) {
    const fault = key.isWellFormed() ? faultOf(item) : 'has a lone surrogate';
    if (fault !== null) return fault;
  }
  return null;
}

function hasLoneSurrogate(value: JsonValue): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value as JsonObject).some(
    ([key, item]) => !key.isWellFormed() || hasLoneSurrogate(item),
  );
}
