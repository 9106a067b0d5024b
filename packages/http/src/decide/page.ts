/** The decision page: HTML without scripts, images or foreign URLs; all text is escaped. */
import { LIMITS } from '@org/approval-core';
import type { LinkView } from '@org/approval-core/views';
import { createHash } from 'node:crypto';

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:40rem;padding:2rem 1rem}
h1{font-size:1.4rem}h2{font-size:1.2rem}p{white-space:pre-wrap}h1,h2,p,li,label{overflow-wrap:anywhere}
label{display:block;margin:1rem 0 .3rem}
input,select,textarea{box-sizing:border-box;width:100%;padding:.5rem;font:inherit}
input[type=checkbox]{width:auto}
[hidden]{display:none!important}
button{margin:1.5rem .5rem 0 0;padding:.6rem 1.4rem;font:inherit;cursor:pointer}`;

/** The one stylesheet of a page, ours and then the host's; its hash is the only one allowed. */
export function styleOf(theme: string): { readonly css: string; readonly source: string } {
  const css = `${STYLE}\n${theme}`;
  return { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
}

const LABELS = { approve: 'Approve', reject: 'Reject', abstain: 'Abstain' } as const;

/** Browsers silently cut off longer input, and count UTF-16 units: up to two for each character. */
const MOST_UNITS = 2 * LIMITS.decisionReasonLength;

export const decisionPage = (view: LinkView, css: string): string =>
  document(view.name, css, questionOf(view, NOTHING));

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
<h2 dir="auto">${text(view.name)}</h2>${questionOf(view, sent)}`;
  return document('This did not work', css, body);
}

/** A disabled hidden button comes first, so that Enter in a field does not press "Approve". */
const NO_DEFAULT = '<button disabled hidden></button>';

function questionOf(view: LinkView, sent: Sent): string {
  const { commentBody, reviewerId, dueAt, decisions, formToken } = view;
  const buttons = decisions
    .map((it) => `<button name="decision" value="${it}">${LABELS[it]}</button>`)
    .join('');
  return `<p dir="auto">${text(commentBody ?? '')}</p>${subjectOf(view)}<p>For ${apart(reviewerId)}${
    dueAt === null ? '' : `, due ${text(timeText(dueAt))}`
  }</p>
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
  return `<p>${said.map(apart).join(' · ')}</p>`;
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

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Isolates characters that turn the text direction, so that they cannot disguise a digest or date.
 */
const apart = (value: string): string => `<bdi>${text(value)}</bdi>`;

const text = (value: string): string => value.replace(/[&<>"']/g, (it) => ENTITIES[it] ?? it);

const timeText = (at: number): string => `${new Date(at).toISOString().replace('T', ' ').slice(0, 16)} UTC`;
