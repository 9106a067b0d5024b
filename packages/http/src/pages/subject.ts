/** The subject of a decision: title, amount, facts, table, documents and question. */
import type { LinkView, WaitingItem } from '@org/approval-core/views';
import { type Html, html } from '@org/approval-internal/html';
import { seen } from '@org/approval-internal/unseen';
import { icon } from './icons.js';
import type { View } from './look.js';
import { cellOf, line, words } from './words.js';

type Presentation = NonNullable<LinkView['presentation']>;
type Fact = WaitingItem['facts'][number];
type Money = NonNullable<WaitingItem['amount']>;

/** A request, as pages show it. */
export interface Request {
  readonly name: string;
  readonly presentation: Presentation | null;
  readonly commentBody: string | null;
  readonly requestedBy: string | null;
  readonly requestedAt: number;
  readonly dueAt: number | null;
  readonly subject: {
    readonly digest: string;
    readonly ref: string | null;
    readonly revision: string | null;
  } | null;
}

export const titleOf = ({ presentation, name }: Pick<Request, 'presentation' | 'name'>): string =>
  presentation?.title ?? name;

/** An amount; digits and currency may be texts from people. */
export const moneyOf = ({ texts }: View, { amount, currency }: Money): string =>
  texts.money({ amount: typeof amount === 'string' ? seen(amount) : amount, currency: seen(currency) });

/** Chip of a deadline, in words. */
export function dueChip({ texts, now, say }: View, dueAt: number | null): Html | null {
  if (dueAt === null) return null;
  const left = dueAt - now;
  const isLate = left <= 0;
  const parameters = { when: texts.when(dueAt, now), duration: texts.duration(left) };
  return html`<span class="ap-chip" data-tone="${isLate ? 'no' : 'wait'}"
    >${icon(isLate ? 'late' : 'clock')}<span>${say(isLate ? 'due.late' : 'due.at', parameters)}</span></span
  >`;
}

/** The head of a request, then everything that it shows. */
export function subjectParts(view: View, request: Request, why: Html | null): Html {
  const { presentation: shown } = request;
  const title = titleOf(request);
  return html`<div class="dp-part">
      ${title !== request.name && html`<p class="ap-2nd ap-sm"><bdi>${line(request.name)}</bdi></p>`}
      <h1 id="title" dir="auto">${line(title)}</h1>
      ${shown?.amount != null && html`<p class="ap-figure"><bdi>${moneyOf(view, shown.amount)}</bdi></p>`}
      ${request.dueAt !== null && html`<p class="ap-row">${dueChip(view, request.dueAt)}</p>`}${why}
      ${requester(view, request)}
    </div>
    ${question(request)}${facts(view, shown?.facts ?? [])}${table(view, shown)}${documents(view, shown)}
    ${version(view, request)}`;
}

function requester({ texts, nameOf, now, say }: View, { requestedBy, requestedAt }: Request): Html | null {
  if (requestedBy === null) return null;
  const when = texts.when(requestedAt, now);
  return html`<p class="ap-3rd ap-sm">${say('run.requested', { name: nameOf(requestedBy), when })}</p>`;
}

function question({ commentBody }: Request): Html | null {
  if (commentBody === null || commentBody === '') return null;
  return html`<div class="dp-part">
    <blockquote class="ap-quote dp-question" dir="auto">${words(commentBody)}</blockquote>
  </div>`;
}

function facts(view: View, all: readonly Fact[]): Html | null {
  if (all.length === 0) return null;
  return html`<section class="dp-part" aria-label="${view.texts.say('run.details')}">
    <dl class="ap-facts">
      ${all.map(
        (it) =>
          html`<div>
            <dt dir="auto">${line(it.label)}</dt>
            <dd dir="auto">${factValue(view, it)}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day without a time is the same day in every time zone. */
const dayOf = ({ locale }: View['texts'], day: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day));

/** A value by its kind; a missing one is a dash. */
export function factValue(view: View, { value, kind }: Fact): Html {
  const { texts, nameOf } = view;
  if (value === null) return html`<span class="ap-3rd">—</span>`;
  if (typeof value === 'object') {
    if ('currency' in value) return html`<bdi class="ap-num">${moneyOf(view, value)}</bdi>`;
    if ('href' in value) return html`<a href="${value.href}" rel="noreferrer">${line(value.text)}</a>`;
    return html`<del>${words(value.before ?? '—')}</del> <ins>${words(value.after ?? '—')}</ins>`;
  }
  if (typeof value === 'boolean') return html`${texts.say(value ? 'answer.yes' : 'answer.no')}`;
  if (kind === 'user') return html`<bdi>${nameOf(String(value))}</bdi>`;
  if (kind === 'code') return html`<code class="ap-mono">${cellOf(value)}</code>`;
  if (kind === 'date' && typeof value === 'string' && DAY.test(value) && Number.isFinite(Date.parse(value)))
    return html`${dayOf(texts, value)}`;
  const at = typeof value === 'number' ? value : Date.parse(value);
  if ((kind === 'date' || kind === 'datetime') && Number.isFinite(at))
    return html`${kind === 'date' ? texts.date(at) : texts.dateTime(at)}`;
  if (typeof value === 'string') return words(value);
  return html`${kind === 'duration' ? texts.duration(value) : texts.number(value)}`;
}

function table(view: View, shown: Presentation | null): Html | null {
  if (shown?.table == null) return null;
  const { columns, rows } = shown.table;
  const isNumber = (index: number) => rows.every((row) => typeof row[index] !== 'string');
  return html`<section class="dp-part" aria-labelledby="items">
    <h2 id="items">${view.texts.say('run.table')}</h2>
    <div class="ap-box" tabindex="0" role="group" aria-labelledby="items">
      <table class="ap-table">
        <thead>
          <tr>
            ${columns.map((it, index) => html`<th scope="col" dir="auto" ${numeric(isNumber(index))}>${line(it)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${row.map((it) => cell(view, it))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${shown.cut === true && html`<p class="ap-hint">${view.texts.say('run.cut')}</p>`}
  </section>`;
}

const numeric = (is: boolean): Html => (is ? html` data-num` : html``);

function cell(view: View, value: string | number | Money): Html {
  if (typeof value === 'string') return html`<td dir="auto">${line(value)}</td>`;
  return html`<td data-num>
    <bdi>${typeof value === 'number' ? view.texts.number(value) : moneyOf(view, value)}</bdi>
  </td>`;
}

function documents({ texts, say }: View, shown: Presentation | null): Html | null {
  const all = shown?.documents ?? [];
  if (all.length === 0 && (shown?.url ?? null) === null) return null;
  const link = shown?.url ?? null;
  return html`<section class="dp-part" aria-labelledby="documents">
    <h2 id="documents">${texts.say('run.documents')}</h2>
    <div class="ap-box">
      ${
        link !== null &&
        html`<div class="ap-doc">
          ${icon('doc')}<a href="${link}" rel="noreferrer">${texts.say('run.open')}</a>
        </div>`
      }
      ${all.map(
        ({ title, href, bytes, digest }) =>
          html`<div class="ap-doc">
            ${icon('doc')}
            <div class="ap-grow">
              <a href="${href}" rel="noreferrer" dir="auto">${line(title)}</a>
              ${bytes !== undefined && html`<span class="ap-3rd ap-sm">${texts.bytes(bytes)}</span>`}
              ${digest !== undefined && html`<p class="ap-3rd ap-xs ap-mono">${say('run.digest', { digest: seen(digest) })}</p>`}
            </div>
          </div>`,
      )}
    </div>
  </section>`;
}

/** The version that an answer applies to; its digest is small print, and whole. */
function version({ texts }: View, { subject }: Request): Html | null {
  if (subject === null) return null;
  const { ref, revision, digest } = subject;
  const named = [ref, revision].filter((it) => it !== null);
  return html`<div class="dp-part dp-version ap-3rd ap-xs">
    <p>${texts.say('run.subject')}</p>
    ${named.length > 0 && html`<p>${named.map((it, index) => html`${index > 0 && ' · '}<bdi>${line(it)}</bdi>`)}</p>`}
    <p class="ap-mono"><bdi>${digest}</bdi></p>
  </div>`;
}
