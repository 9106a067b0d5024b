/** Values for people. */
import { type Html, html } from './html.js';

/** A time in UTC, to the second, with the machine-readable time. */
export function time(ms: number | null): Html {
  if (ms === null) return html`<span class="quiet">–</span>`;
  const text = new Date(ms).toISOString();
  return html`<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')}</time>`;
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** A duration in its largest unit. */
export function lasted(ms: number): string {
  const [size, unit] = UNITS.find(([it]) => ms >= it) ?? [1, 'ms'];
  return `${Math.round((ms / size) * 10) / 10} ${unit}`;
}

/** A time, and its distance from now. */
export function timeFrom(ms: number | null, now: number): Html {
  if (ms === null) return time(ms);
  const words =
    Math.abs(ms - now) < 1_000 ? 'just now' : ms > now ? `in ${lasted(ms - now)}` : `${lasted(now - ms)} ago`;
  return html`${time(ms)} <span class="quiet">${words}</span>`;
}

const SIGNS: Readonly<Record<string, string>> = {
  completed: '✓',
  approved: '✓',
  rejected: '✗',
  failed: '✗',
  cancelled: '⊘',
  running: '▸',
  pending: '·',
  waiting: '…',
  breached: '◷',
  skipped: '–',
  delivered: '✓',
  dead: '✗',
};

export const status = (name: string): Html =>
  html`<span class="status status-${name}"
    ><span aria-hidden="true">${SIGNS[name] ?? '•'}</span> ${name}</span
  >`;

/** Characters of one value that a page shows. */
const LONGEST = 4_000;

export function json(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  const cut =
    text.length > LONGEST ? `${text.slice(0, LONGEST)}\n… ${text.length - LONGEST} more characters` : text;
  return html`<pre tabindex="0">${seen(cut)}</pre>`;
}

/** Longer values are shown without indentation. */
const LONGEST_INDENTED = 500_000;

/** The whole value of a subject: a cut one would be approved unread. */
export function wholeJson(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  return html`<pre tabindex="0">${seen(text.length > LONGEST_INDENTED ? JSON.stringify(value) : text)}</pre>`;
}

/** Invisible characters and changes of the writing direction, which JSON does not escape. */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const seen = (text: string): string =>
  text.replaceAll(UNSEEN, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`);
