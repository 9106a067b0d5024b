/** A call as text for people. */
import { isJsonList } from '@org/approval-internal/json';
import { escapedCharacter, seen } from '@org/approval-internal/unseen';
import type { JsonObject, JsonValue } from '@org/approval-core';
import type { Call } from '../types.js';

/**
 * Renders the call as text for people: every argument in full, in canonical order, one per line.
 * Invisible characters and those that move others (control, bidirectional, zero-width, unusual
 * spaces) are written as `\u{…}`, and so is any non-ASCII character of a key, so that similar names
 * differ visibly. Escape the text before you put it into HTML.
 * @example
 * ```ts
 * import { renderCall } from '@org/approval-agents';
 *
 * const text = renderCall({
 *   tool: 'mail.send',
 *   args: { to: 'a@example.com', n: 1 },
 *   target: null,
 * });
 * for (const line of text.split('\n')) console.log(line.trim());
 * // → mail.send
 * // → "n": 1
 * // → "to": "a@example.com"
 * ```
 */
export function renderCall({ tool, args, target }: Call): string {
  const head = target === null ? tool : `${tool} on ${textOf(target)}`;
  const lines = sorted(args).map(([key, value]) => `  ${keyOf(key)}: ${valueOf(value)}`);
  return [head, ...lines].join('\n');
}

/** Sorts by UTF-16 code units, as RFC 8785 requires. */
const sorted = (object: JsonObject): [key: string, value: JsonValue][] =>
  Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1));

function valueOf(value: JsonValue): string {
  if (typeof value === 'string') return textOf(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isJsonList(value)) return `[${value.map(valueOf).join(', ')}]`;
  return `{${sorted(value)
    .map(([key, member]) => `${keyOf(key)}: ${valueOf(member)}`)
    .join(', ')}}`;
}

const NOT_ASCII = /[^\x20-\x7e]/gu;

const escapedQuotes = (text: string): string => text.replaceAll(/["\\]/g, '\\$&');

const textOf = (text: string): string => `"${seen(escapedQuotes(text))}"`;
const keyOf = (key: string): string =>
  `"${escapedQuotes(key).replaceAll(NOT_ASCII, (it) => escapedCharacter(it))}"`;
