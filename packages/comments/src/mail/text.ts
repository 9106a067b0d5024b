/** Text in mails: what strangers wrote becomes neither markup nor a header. Pure. */
import { shortened } from '@org/approval-internal/mail';
import { parseUrl } from '@org/approval-internal/parse-url';
import { undirected } from '@org/approval-internal/visible';
import { convert } from 'html-to-text';
import type { Fields } from '../record.js';

export { isAddress, lineOf, shortLine } from '@org/approval-internal/mail';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (it) => ENTITIES[it] ?? it);

/**
 * Highest number of characters of a comment in a mail. A mail does not archive the comment: a user
 * who can save one must not delay the mails of others.
 */
const MOST_WORDS = 20_000;

/** Pasted html has many characters of markup for each of text. */
const MOST_HTML = 200_000;

/** Returns the words of a comment, without the end of very long ones. */
export const wordsOf = (comment: Fields): string => undirected(rawWordsOf(comment));

const rawWordsOf = ({ commentText, commentHtml }: Fields): string => {
  const text = typeof commentText === 'string' ? shortened(commentText.trim(), MOST_WORDS) : '';
  if (text !== '' || typeof commentHtml !== 'string') return text;
  return shortened(textOfHtml(commentHtml), MOST_WORDS);
};

/**
 * Returns the words of a comment that only has html. The result is text, and is escaped like any
 * other.
 */
const textOfHtml = (html: string): string =>
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
