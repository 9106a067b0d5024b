/** The decision page: HTML without scripts, images or foreign URLs; all text is escaped. */
import { LIMITS } from '@org/approval-core';
import type { LinkView } from '@org/approval-core/views';
import { createHash } from 'node:crypto';
import { amountOf, presentationOf, titleOf } from './presentation.js';
import { seen } from '@org/approval-internal/unseen';
import { apart, text } from './text.js';

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:40rem;padding:2rem 1rem}
h1{font-size:1.4rem;line-height:1.3;margin:0 0 .25rem}h2{font-size:1.1rem}p{white-space:pre-wrap}
h1,h2,p,li,label,dt,dd,td,th{overflow-wrap:anywhere}
.amount{font-size:2rem;font-weight:650;line-height:1.2;margin:.25rem 0 1rem;font-variant-numeric:tabular-nums}
dl{margin:1.25rem 0;border-block:1px solid color-mix(in srgb,currentColor 18%,transparent)}
dl>div{display:grid;grid-template-columns:minmax(0,12rem) minmax(0,1fr);gap:.25rem 1rem;padding:.6rem 0}
dl>div+div{border-block-start:1px solid color-mix(in srgb,currentColor 12%,transparent)}
dt,.subject,small{color:color-mix(in srgb,currentColor 72%,transparent)}.subject,small{font-size:.8rem}
dd{margin:0;white-space:pre-wrap}pre{margin:0;overflow-x:auto}ins{text-decoration:none;font-weight:600}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:start;padding:.45rem .75rem .45rem 0;border-block-end:1px solid color-mix(in srgb,currentColor 14%,transparent)}
label{display:block;margin:1rem 0 .3rem}
input,select,textarea{box-sizing:border-box;width:100%;padding:.5rem;font:inherit}
input[type=checkbox]{width:auto}
[hidden]{display:none!important}
button{margin:1.5rem .5rem 0 0;padding:.6rem 1.4rem;font:inherit;cursor:pointer}
@media(max-width:30rem){dl>div{grid-template-columns:minmax(0,1fr)}body{padding:1.25rem 1rem}}`;

/** The one stylesheet of a page, ours and then the host's; its hash is the only one allowed. */
export function styleOf(theme: string): { readonly css: string; readonly source: string } {
  const css = `${STYLE}\n${theme}`;
  return { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
}

const LABELS = { approve: 'Approve', reject: 'Reject', abstain: 'Abstain' } as const;

/** Browsers silently cut off longer input, and count UTF-16 units: up to two for each character. */
const MOST_UNITS = 2 * LIMITS.decisionReasonLength;

export const decisionPage = (view: LinkView, css: string): string =>
  document(titleOf(view), css, questionOf(view, NOTHING));

/** Fields sent by the page's own form, by name. */
export type Sent = ReadonlyMap<string, string>;

export const NOTHING: Sent = new Map();

interface Fault {
  readonly path: string;
  readonly message: string;
}

/** The question again, with the errors and the form filled in: going back would lose the input. */
export function againPage(view: LinkView, css: string, faults: readonly Fault[], sent: Sent): string {
  const items = faults.map(({ path, message }) => {
    const field = path.replace(/^values\./, '');
    return `<li dir="auto">${field === '' ? '' : `${apart(field)}: `}${text(message)}</li>`;
  });
  const body = `<div role="alert"><p>Nothing was recorded yet:</p><ul>${items.join('')}</ul></div>
<h2 dir="auto">${text(titleOf(view))}</h2>${questionOf(view, sent)}`;
  return document('This did not work', css, body);
}

/** A disabled hidden button comes first, so that Enter in a field does not press "Approve". */
const NO_DEFAULT = '<button disabled hidden></button>';

function questionOf(view: LinkView, sent: Sent): string {
  const { commentBody, reviewerId, onBehalfOf, dueAt, decisions, formToken } = view;
  const whom =
    onBehalfOf === null ? apart(reviewerId) : `${apart(reviewerId)}, on behalf of ${apart(onBehalfOf)}`;
  const buttons = decisions
    .map((it) => `<button name="decision" value="${it}">${LABELS[it]}</button>`)
    .join('');
  return `${amountOf(view)}<p dir="auto">${text(seen(commentBody ?? '', { lines: true }))}</p>${presentationOf(view)}<p>For ${whom}${
    dueAt === null ? '' : `, due ${text(timeText(dueAt))}`
  }</p>${subjectOf(view)}
<form method="post" accept-charset="utf-8">${NO_DEFAULT}<input type="hidden" name="formToken" value="${text(formToken)}">
${fieldsOf(view, sent)}${reasonCodesOf(view, sent)}<label for="reason">Reason${REASON[view.reasonRequired]}</label><textarea id="reason" name="reason" dir="auto" maxlength="${MOST_UNITS}" rows="3">
${text(sent.get('reason') ?? '')}</textarea>
<div>${buttons}</div></form>`;
}

const REASON = { always: '', reject: ' (needed to reject)', never: ' (optional)' } as const;

/** The subject of the decision; its digest is sent with the form. */
function subjectOf({ subject }: LinkView): string {
  if (subject === null) return '';
  const said = [subject.ref, subject.revision, subject.digest].filter((it) => it !== null);
  return `<p class="subject">${said.map((it) => apart(seen(it))).join(' · ')}</p>`;
}

export const donePage = (decision: keyof typeof LABELS, css: string): string =>
  document('Thank you', css, `<p>Your answer is recorded: ${LABELS[decision]}.</p>`);

/** Also shown after a double click, whose second request comes too late. */
export const usedPage = (css: string): string =>
  document(
    'Answered already',
    css,
    '<p>An answer was recorded through this link. It cannot be given again, nor changed here: this link was used.</p>',
  );

/**
 * @param words the reason as typed, shown so that it need not be typed again.
 */
export function faultPage(message: string, css: string, { words = '', isOpen = false } = {}): string {
  const kept = words === '' ? '' : `<h2>What you wrote</h2><p dir="auto">${text(words)}</p>`;
  const again = isOpen ? '<p><a href="">Open the question again</a></p>' : '';
  return document('This did not work', css, `<p>${text(message)}</p>${kept}${again}`);
}

function document(title: string, css: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${text(title)}</title><style>${css}</style></head>
<body><main><h1 dir="auto">${text(title)}</h1>
${body}</main></body></html>`;
}

function fieldsOf({ form }: LinkView, sent: Sent): string {
  return (form?.fields ?? [])
    .map(({ name, type, choices, required }) => {
      const id = `values.${text(name)}`;
      const given = sent.get(`values.${name}`) ?? '';
      const label = `<label for="${id}">${apart(name)}${required ? ' (needed to approve)' : ' (optional)'}</label>`;
      if (type === 'choice' || type === 'boolean')
        return `${label}<select id="${id}" name="${id}">${optionsOf(type === 'choice' ? choices : ['true', 'false'], given)}</select>`;
      const value = given === '' ? '' : ` value="${text(given)}"`;
      return `${label}<input id="${id}" name="${id}"${type === 'number' ? ' inputmode="decimal"' : ' dir="auto"'} maxlength="${MOST_UNITS}"${value}>`;
    })
    .join('\n');
}

function reasonCodesOf({ reasonCodes }: LinkView, sent: Sent): string {
  if (reasonCodes === null) return '';
  const options = optionsOf(reasonCodes, sent.get('reasonCode') ?? '');
  return `<label for="reasonCode">Reason code (for all but an approval)</label><select id="reasonCode" name="reasonCode">${options}</select>\n`;
}

const optionsOf = (values: readonly string[], chosen: string): string =>
  ['', ...values]
    .map((it) => `<option value="${text(it)}"${it === chosen ? ' selected' : ''}>${text(it)}</option>`)
    .join('');

const timeText = (at: number): string => `${new Date(at).toISOString().replace('T', ' ').slice(0, 16)} UTC`;
