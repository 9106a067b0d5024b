/** Values for people. */
import { type Html, html } from './html.js';

/** In UTC, to the second; the machine-readable time beside it. */
export function time(ms: number | null): Html {
  if (ms === null) return html`<span class="quiet">–</span>`;
  const text = new Date(ms).toISOString();
  return html`<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')}</time>`;
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

/** What a page shows of one value. */
const LONGEST = 4_000;

export function json(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  const cut =
    text.length > LONGEST ? `${text.slice(0, LONGEST)}\n… ${text.length - LONGEST} more characters` : text;
  return html`<pre tabindex="0">${cut}</pre>`;
}
