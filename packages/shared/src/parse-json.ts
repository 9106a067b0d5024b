/** JSON of a request body: counted, parsed, and without duplicate keys, of which parsers silently keep one. */
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
  // A look at every key is dear; that there are as many in the value as in the text is not.
  const duplicate = namesIn(value) === parts.names ? null : duplicateKey(text);
  if (duplicate !== null) return { ok: false, message: `the key ${duplicate} stands twice in one object` };
  return { ok: true, value, text };
}

/** Where a parser stopped, in words of ours: its own differ between runtimes, and quote the body. */
function placeOf(error: unknown): string {
  const position = /at position (\d+)/.exec(String(error))?.[1];
  return position === undefined ? '' : `, from character ${position} on`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The first key that an object has twice, as JSON text, or null; `text` is valid JSON. */
export function duplicateKey(text: string): string | null {
  /** The keys of each open object, from the outside in: none yet, one, or a set of them; null for a list. */
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
        // Most bodies that mean harm have very many very small objects: only the second key is worth a set.
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

/** A whole number of fewer digits is read as it is written. */
const MANY_DIGITS = /\d{16}/;
const MINUS = 0x2d;

/**
 * Where the first whole number stands that is read as another one, as most beyond 2^53 are, or null; `text` is valid JSON.
 * What JavaScript itself writes is never one.
 */
export function roundedInteger(text: string): number | null {
  if (!MANY_DIGITS.test(text)) return null;
  const number = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (char === QUOTE) {
      index = endOfString(text, index);
    } else if (char === MINUS || (char >= 0x30 && char <= 0x39)) {
      number.lastIndex = index;
      const [literal = '', fraction, exponent] = number.exec(text) ?? [];
      if (fraction === undefined && exponent === undefined && isRounded(literal)) return index;
      index += literal.length - 1;
    }
  }
  return null;
}

/** What is no finite number is refused as such. */
function isRounded(literal: string): boolean {
  const value = Number(literal);
  if (Number.isSafeInteger(value) || !Number.isFinite(value) || String(value) === literal) return false;
  return BigInt(value) !== BigInt(literal);
}

/** Where the string that starts at `start` has its closing quote. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}
