/** Parts of mails: what strangers wrote becomes no header. Pure. */
import { hexDigest, textHash } from './text-hash.js';
import { beginning } from './character-count.js';
import { undirected } from './visible.js';

const LONGEST_LINE = 200;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * Returns a name as one line of limited length, and an empty string for any other type. A line
 * break in a subject would start a header that the writer controls.
 */
export const lineOf = (value: unknown): string =>
  typeof value === 'string'
    ? shortLine(undirected(value.slice(0, 4 * LONGEST_LINE).replace(BREAKS, ' ')).trim())
    : '';

/** Returns a line of at most 200 units. */
export const shortLine = (text: string): string => shortened(text, LONGEST_LINE);

/** Returns at most `most` units of a text. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${beginning(text, most - 1)}…`;

/** Exactly one address, of no notation that a header could take for more. */
export const isAddress = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= 254 &&
  /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}]+$/u.test(value);

/** A line of a mail has at most 998 characters, and a Message-ID has two ids in it. */
const LONGEST_ID = 300;

/**
 * Escapes an id for a Message-ID: letters and digits stay, all else becomes its number. Different
 * ids stay different: a long id is cut and ends in its digest.
 */
export function messageIdPart(id: string): string {
  const escaped = id.replace(/[^A-Za-z0-9]/gu, (it) => `_${(it.codePointAt(0) ?? 0).toString(16)}_`);
  if (escaped.length <= LONGEST_ID) return escaped;
  const digest = hexDigest(textHash(id));
  return `${escaped.slice(0, LONGEST_ID - digest.length - 1)}.${digest}`;
}
