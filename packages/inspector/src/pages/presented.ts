/** Titles, facts, tables and documents of executions. */
import type { Presentation, WaitingItem } from '@org/approval-core/views';
import { cellText, defaultFacts, factText, moneyText } from '@org/approval-internal/shown';
import { seen } from '@org/approval-internal/unseen';
import { type Html, html } from '../html/html.js';
import { table } from './parts.js';

type Fact = Presentation['facts'][number];

/** Facts of a row in one line each; empty without any. */
export function rowFacts({ facts, amount }: Pick<WaitingItem, 'facts' | 'amount'>): Html | '' {
  if (facts.length === 0 && amount === null) return '';
  return html`<dl class="row-facts">
    ${
      amount !== null &&
      html`<div>
        <dt>Amount</dt>
        <dd><strong>${moneyText(amount)}</strong></dd>
      </div>`
    }
    ${facts.map(
      (it) =>
        html`<div>
          <dt><bdi>${seen(it.label)}</bdi></dt>
          <dd>${valueOf(it)}</dd>
        </div>`,
    )}
  </dl>`;
}

/** The presentation of a run; without one the plain values of its input. */
export function presentedPart(
  presentation: Presentation | null,
  { name, input }: { readonly name: string; readonly input: object },
): Html {
  if (presentation === null)
    return html`<section class="presented" aria-label="Request">
      ${presentedHead(name, null)} ${factsOf(defaultFacts(input))}
    </section>`;
  const { title, amount, facts, table: rows, documents, url, cut } = presentation;
  return html`<section class="presented" aria-label="Request">
    ${presentedHead(title, amount)} ${factsOf(facts)}
    ${
      rows !== null &&
      table(
        'Table',
        rows.columns.map((it) => seen(it)),
        rows.rows.map((row) => row.map((it) => cellText(it))),
      )
    }
    ${
      documents.length > 0 &&
      html`<ul>
        ${documents.map(
          (it) =>
            html`<li>
              ${linkTo(it.href, it.title)} <small><bdi>${it.digest ?? ''}</bdi></small>
            </li>`,
        )}
      </ul>`
    }
    ${url !== null && html`<p>${linkTo(url, 'Open')}</p>`}
    ${cut === true && html`<p>Some details were too long and are left out.</p>`}
  </section>`;
}

const presentedHead = (title: string, amount: Presentation['amount']): Html =>
  html`<p class="subject-title">
    <bdi>${seen(title)}</bdi> ${amount !== null && html`<strong class="amount">${moneyText(amount)}</strong>`}
  </p>`;

function factsOf(facts: readonly Fact[]): Html | null {
  if (facts.length === 0) return null;
  return html`<dl>
    ${facts.map(
      (it) =>
        html`<dt><bdi>${seen(it.label)}</bdi></dt>
          <dd>${valueOf(it)}</dd>`,
    )}
  </dl>`;
}

function valueOf(fact: Fact): Html {
  const { value, kind } = fact;
  if (typeof value === 'object' && value !== null && 'href' in value) return linkTo(value.href, value.text);
  if (kind === 'code' && typeof value === 'string') return html`<pre>${seen(value, { lines: true })}</pre>`;
  return html`<bdi>${factText(fact)}</bdi>`;
}

/** The engine has checked the address. */
const linkTo = (href: string, words: string): Html =>
  html`<a href="${href}" rel="noreferrer" target="_blank"><bdi>${seen(words)}</bdi></a>`;
