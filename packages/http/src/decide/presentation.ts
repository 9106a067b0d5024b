/** What people see before they decide, as HTML: all text escaped, unseen characters visible. */
import type { LinkView } from '@org/approval-core/views';
import { MISSING, cellText, factText, moneyText } from '@org/approval-internal/shown';
import { seen } from '@org/approval-internal/unseen';
import { text } from './text.js';

type Presentation = NonNullable<LinkView['presentation']>;
type Fact = Presentation['facts'][number];

/** Title of the page: that of the presentation, or the name of the definition. */
export const titleOf = ({ presentation, name }: LinkView): string => seen(presentation?.title ?? name);

/** Amount, shown large; empty without one. */
export const amountOf = ({ presentation }: LinkView): string =>
  presentation?.amount == null ? '' : `<p class="amount">${text(moneyText(presentation.amount))}</p>`;

/** Facts, table, documents and the address of the subject; empty without a presentation. */
export function presentationOf({ presentation }: LinkView): string {
  if (presentation === null) return '';
  const { facts, table, documents, url, cut } = presentation;
  return [
    facts.length === 0 ? '' : `<dl>${facts.map(factOf).join('')}</dl>`,
    table === null ? '' : tableOf(table),
    documents.length === 0 ? '' : `<h2>Documents</h2><ul>${documents.map(documentOf).join('')}</ul>`,
    url === null ? '' : `<p>${linkTo(url, 'Open')}</p>`,
    cut === true ? '<p>Some details were too long and are left out.</p>' : '',
  ].join('\n');
}

const factOf = (fact: Fact): string =>
  `<div><dt dir="auto">${text(seen(fact.label))}</dt><dd dir="auto">${valueOf(fact)}</dd></div>`;

function valueOf(fact: Fact): string {
  const { value, kind } = fact;
  if (typeof value === 'object' && value !== null && 'href' in value) return linkTo(value.href, value.text);
  if (typeof value === 'object' && value !== null && 'before' in value)
    return `<del>${sideOf(value.before)}</del> <ins>${sideOf(value.after)}</ins>`;
  if (kind === 'code' && typeof value === 'string')
    return `<pre dir="ltr">${text(seen(value, { lines: true }))}</pre>`;
  if (typeof value === 'string' && kind === undefined) return text(seen(value, { lines: true }));
  return text(factText(fact));
}

const sideOf = (side: string | null): string => text(seen(side ?? MISSING, { lines: true }));

/** The engine has checked the address. */
const linkTo = (href: string, words: string): string =>
  `<a href="${text(href)}" rel="noreferrer" target="_blank"><bdi>${text(seen(words))}</bdi></a>`;

function tableOf({ columns, rows }: NonNullable<Presentation['table']>): string {
  const head = columns.map((it) => `<th scope="col" dir="auto">${text(seen(it))}</th>`).join('');
  const body = rows
    .map((row) => `<tr>${row.map((it) => `<td dir="auto">${text(cellText(it))}</td>`).join('')}</tr>`)
    .join('');
  return `<div class="scroll" tabindex="0" role="region" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

const KILOBYTE = 1_000;

function documentOf({ title, href, digest, bytes }: Presentation['documents'][number]): string {
  const size = bytes === undefined ? '' : ` (${Math.max(1, Math.round(bytes / KILOBYTE))} kB)`;
  const content = digest === undefined ? '' : `<br><small><bdi>${text(digest)}</bdi></small>`;
  return `<li>${linkTo(href, title)}${size}${content}</li>`;
}
