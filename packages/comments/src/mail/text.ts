/** Text in mails: what strangers wrote becomes neither markup nor a header. Pure. */
import { parseUrl } from '@org/approval-shared/parse-url';
import { convert } from 'html-to-text';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (it) => ENTITIES[it] ?? it);

/** As one line: a line break in a subject would start a header of the writer's own. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** At most so many characters, none of them cut in half. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;

/** A mail tells of a comment, it does not archive it: whoever can save one must not hold up the mails of others. */
const MOST_HTML = 20_000;

/** The words of a comment of which only html is there. The result is text, and is escaped like any other. */
export const textOfHtml = (html: string): string =>
  convert(html.slice(0, MOST_HTML), {
    wordwrap: false,
    limits: { maxDepth: 30 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ],
  }).trim();

/** The address, if a browser may be sent there; null for `javascript:` and the like. */
export function webAddress(url: string | null | undefined): string | null {
  const parsed = parseUrl(url ?? '');
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.href : null;
}

/** Exactly one address, of no notation that a header could take for more. */
export const isAddress = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= 254 &&
  /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}]+$/u.test(value);
