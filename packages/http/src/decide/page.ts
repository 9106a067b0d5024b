/** The decision page: HTML without script, image or foreign address; all text escaped. */
import { LIMITS, type LinkView } from '@org/approval-core';
import { createHash } from 'node:crypto';

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:40rem;padding:2rem 1rem}
h1{font-size:1.4rem}p{white-space:pre-wrap;overflow-wrap:anywhere}
label{display:block;margin:1rem 0 .3rem}
input,select,textarea{box-sizing:border-box;width:100%;padding:.5rem;font:inherit}
input[type=checkbox]{width:auto}
button{margin:1.5rem .5rem 0 0;padding:.6rem 1.4rem;font:inherit;cursor:pointer}`;

/** The one stylesheet of a page, the host's own after ours; allowed by its hash, so that no other is. */
export function styleOf(theme: string): { readonly css: string; readonly source: string } {
  const css = `${STYLE}\n${theme}`;
  return { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
}

const LABELS = { approve: 'Approve', reject: 'Reject', abstain: 'Abstain' } as const;

/** Browsers cut off in silence what is longer, and count units of UTF-16: a character of 2,000 has up to two. */
const MOST_UNITS = 2 * LIMITS.decisionReasonLength;

export function decisionPage(view: LinkView, css: string): string {
  const { name, commentBody, reviewerId, dueAt, decisions, formToken } = view;
  const buttons = decisions
    .map((it) => `<button name="decision" value="${it}">${LABELS[it]}</button>`)
    .join('');
  return document(
    name,
    css,
    `<p>${text(commentBody ?? '')}</p>${subjectOf(view)}<p>For ${apart(reviewerId)}${
      dueAt === null ? '' : `, due ${text(timeText(dueAt))}`
    }</p>
<form method="post" accept-charset="utf-8"><input type="hidden" name="formToken" value="${text(formToken)}">
${fieldsOf(view)}${reasonCodesOf(view)}<label for="reason">Reason${
      view.reasonRequired === 'always' ? '' : ' (optional)'
    }</label><textarea id="reason" name="reason" maxlength="${MOST_UNITS}" rows="3"></textarea>
<div>${buttons}</div></form>`,
  );
}

/** What the answer is on: its digest goes with it. */
function subjectOf({ subject }: LinkView): string {
  if (subject === null) return '';
  const said = [subject.ref, subject.revision, subject.digest].filter((it) => it !== null);
  return `<p>${said.map(apart).join(' · ')}</p>`;
}

export const donePage = (decision: keyof typeof LABELS, css: string): string =>
  document('Thank you', css, `<p>Your answer is recorded: ${LABELS[decision]}.</p>`);

export const faultPage = (message: string, css: string): string =>
  document('This did not work', css, `<p>${text(message)}</p>`);

function document(title: string, css: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${text(title)}</title><style>${css}</style></head>
<body><main><h1>${text(title)}</h1>
${body}</main></body></html>`;
}

function fieldsOf({ form }: LinkView): string {
  return (form?.fields ?? [])
    .map(({ name, type, choices, required }) => {
      const id = `values.${text(name)}`;
      const label = `<label for="${id}">${text(name)}${required ? '' : ' (optional)'}</label>`;
      if (type === 'choice' || type === 'boolean') {
        const all = type === 'choice' ? choices : ['true', 'false'];
        const options = ['', ...all].map((it) => `<option value="${text(it)}">${text(it)}</option>`);
        return `${label}<select id="${id}" name="${id}">${options.join('')}</select>`;
      }
      return `${label}<input id="${id}" name="${id}"${type === 'number' ? ' inputmode="decimal"' : ''} maxlength="${MOST_UNITS}">`;
    })
    .join('\n');
}

function reasonCodesOf({ reasonCodes }: LinkView): string {
  if (reasonCodes === null) return '';
  const options = ['', ...reasonCodes].map((it) => `<option>${text(it)}</option>`).join('');
  return `<label for="reasonCode">Reason code</label><select id="reasonCode" name="reasonCode">${options}</select>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that turn the direction of what is read end with it: they show no other digest, and no other date. */
const apart = (value: string): string => `<bdi>${text(value)}</bdi>`;

const text = (value: string): string => value.replace(/[&<>"']/g, (it) => ENTITIES[it] ?? it);

const timeText = (at: number): string => `${new Date(at).toISOString().replace('T', ' ').slice(0, 16)} UTC`;
