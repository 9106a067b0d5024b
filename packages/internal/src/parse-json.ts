/** JSON of a request body: counted, parsed, and without duplicate keys. */
import { type JsonBounds, excessIn, namesIn, partsOf } from './json-parts.js';

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  | { readonly ok: false; readonly message: string };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

export function parseJson(bytes: Uint8Array, bounds: JsonBounds): ParsedJson {
  const parts = partsOf(bytes);
  const excess = excessIn(parts, bounds);
  if (excess !== null) return { ok: false, message: excess };
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return { ok: false, message: 'the body is not valid UTF-8' };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, message: `the body is not valid JSON${placeOf(error)}` };
  }
  // Checking every key is slow; comparing the counts of names is not.
  const duplicate = namesIn(value) === parts.names ? null : duplicateKey(text);
  if (duplicate !== null)
    return { ok: false, message: `the key ${duplicate} stands twice in one object; remove one` };
  return { ok: true, value, text };
}

/** Returns the position of a parser's error; messages differ by runtime and quote the body. */
function placeOf(error: unknown): string {
  const position = /at position (\d+)/.exec(String(error))?.[1];
  return position === undefined ? '' : `, from character ${position} on`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Returns the first duplicate key of an object as JSON text, or null; `text` is valid JSON. */
export function duplicateKey(text: string): string | null {
  /** Keys of each open object, outside in: none yet, one, or a set; null for a list. */
  const open: (Set<string> | string | undefined | null)[] = [];
  let expectsKey = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (char === QUOTE) {
      const end = endOfString(text, index);
      if (expectsKey) {
        const raw = text.slice(index, end + 1);
        const keys = open.at(-1);
        const key = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1);
        // Most malicious bodies have very many tiny objects: a set is created with the second key.
        if (keys === undefined) open[open.length - 1] = key;
        else if (typeof keys === 'string') {
          if (keys === key) return raw;
          open[open.length - 1] = new Set([keys, key]);
        } else if (keys?.has(key)) return raw;
        else keys?.add(key);
        expectsKey = false;
      }
      index = end;
    } else if (char === 0x7b /* { */) {
      open.push(undefined);
      expectsKey = true;
    } else if (char === 0x5b /* [ */) {
      open.push(null);
      expectsKey = false;
    } else if (char === 0x7d /* } */ || char === 0x5d /* ] */) {
      open.pop();
      expectsKey = false;
    } else if (char === 0x2c /* , */) {
      expectsKey = open.at(-1) !== null;
    }
  }
  return null;
}

/** Shorter numbers without such an exponent keep their value. */
const MAY_CHANGE = /[\d.]{16}|\d[eE]-(?:[3-9]\d\d|\d{4})/;
const MINUS = 0x2d;

/**
 * Returns the position of the first number that loses precision, or null; `text` is valid JSON.
 * Such numbers are whole ones of which digits are lost, as most beyond 2^53; fractions there; and
 * tiny ones read as 0. Other fractions are rounded by every reader. JavaScript's own output is
 * never affected.
 */
export function roundedNumber(text: string): number | null {
  if (!MAY_CHANGE.test(text)) return null;
  const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (char === QUOTE) {
      index = endOfString(text, index);
    } else if (char === MINUS || (char >= 0x30 && char <= 0x39)) {
      number.lastIndex = index;
      const [literal = ''] = number.exec(text) ?? [];
      if (isRounded(literal)) return index;
      index += literal.length - 1;
    }
  }
  return null;
}

/** True if a decimal number loses precision. Numbers that are not finite are refused too. */
export function isRounded(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) return false;
  if (value === 0) return /^[^eE]*[1-9]/.test(literal);
  // Whole numbers up to this are exact.
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER || String(value) === literal) return false;
  const written = decimalOf(literal);
  if (written.exponent < 0) return true;
  const shown = decimalOf(String(value));
  if (written.digits === shown.digits && written.exponent === shown.exponent) return false;
  // At this size it has about 300 digits at most.
  return BigInt(Math.abs(value)) !== BigInt(written.digits) * 10n ** BigInt(written.exponent);
}

/** Returns `digits` × 10^`exponent` without the sign; digits neither start nor end with 0. */
function decimalOf(literal: string): { readonly digits: string; readonly exponent: number } {
  const [mantissa = '', power = '0'] = literal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[-+]/, '').split('.');
  const all = whole + fraction;
  let [start, end] = [0, all.length];
  while (all[start] === '0') start += 1;
  while (end > start && all[end - 1] === '0') end -= 1;
  return { digits: all.slice(start, end), exponent: Number(power) - fraction.length + all.length - end };
}

/** Returns the position of the closing quote of the string at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}
