/** Endings: what was recorded, what happened instead, and what can be done. */
import type { TextKey } from '@org/approval-core/texts';
import { type Html, html } from '@org/approval-internal/html';
import type { PageBody } from './document.js';
import { type IconName, icon } from './icons.js';
import type { View } from './look.js';
import { personName } from './people.js';

export interface Ending {
  readonly title: string;
  readonly text: Html | null;
  readonly tone: 'ok' | 'no' | 'wait' | '';
  readonly sign: IconName;
  readonly more?: Html | null;
}

export const endPage = ({ title, text, tone, sign, more = null }: Ending): PageBody => ({
  title,
  content: html`<div class="pg">
    <div class="dp-sheet dp-end">
      <span class="dp-badge" data-tone="${tone}">${icon(sign)}</span>
      <h1 dir="auto">${title}</h1>
      ${text !== null && html`<p class="ap-2nd">${text}</p>`}${more}
    </div>
  </div>`,
});

type Vote = 'approve' | 'reject' | 'abstain';

const SIGNS = { approve: ['ok', 'check'], reject: ['no', 'x'], abstain: ['', 'minus'] } as const;

export function recorded({ texts, say }: View, decision: Vote, isOpen: boolean, title: string): PageBody {
  const [tone, sign] = SIGNS[decision];
  const text = html`${say('end.recorded')} ${isOpen && say('then.waits')}`;
  const more = html`<p class="ap-3rd" dir="auto">${title}</p>`;
  return endPage({ title: texts.say(`end.${decision}`), text, tone, sign, more });
}

/** Reasons of an error, as its details carry them. */
export interface Refusal {
  readonly code: string;
  readonly decision?: unknown;
  readonly answers?: readonly { readonly reviewerId: string; readonly onBehalfOf: string | null }[];
}

/** Endings by the code of an error. */
const ENDINGS: Readonly<Record<string, readonly [TextKey, TextKey, Ending['tone'], IconName]>> = {
  'link-used': ['end.used', 'end.used.text', 'ok', 'check'],
  'link-expired': ['end.expired', 'end.expired.text', 'wait', 'late'],
  'link-revoked': ['end.revoked', 'end.revoked.text', '', 'ban'],
  'link-closed': ['end.closed', 'end.closed.text', '', 'check'],
  'form-token': ['end.stale', 'end.stale.text', 'wait', 'alert'],
  'subject-changed': ['end.changed', 'end.changed.text', 'wait', 'alert'],
  unknown: ['end.unknown', 'end.unknown.text', '', 'alert'],
  failed: ['end.failed', 'end.failed.text', 'no', 'alert'],
};

/** @param more shown below, such as what was typed. */
export function refused(view: View, { code, decision, answers = [] }: Refusal, more: Html | null): PageBody {
  const { texts, say } = view;
  const [title, text, tone, sign] = ENDINGS[code] ??
    ENDINGS['failed'] ?? ['end.failed', 'end.failed.text', 'no', 'alert'];
  if (code === 'link-closed' && (decision === 'approve' || decision === 'reject') && answers.length > 0) {
    const names = answers.map(({ reviewerId, onBehalfOf }) => {
      const name = personName(view, reviewerId);
      return onBehalfOf === null
        ? name
        : texts.say('person.for', { name, other: personName(view, onBehalfOf) });
    });
    const [decidedTone, decidedSign] = SIGNS[decision];
    const decided = texts.say(`end.decided.${decision}`, { names: texts.list(names) });
    return endPage({
      title: decided,
      text: say('end.decided.text'),
      tone: decidedTone,
      sign: decidedSign,
      more,
    });
  }
  return endPage({ title: texts.say(title), text: say(text), tone, sign, more });
}
