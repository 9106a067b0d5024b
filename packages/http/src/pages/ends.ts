/** Endings: what was recorded, what happened instead, and what can be done. */
import type { ExecutionView } from '@org/approval-core';
import type { TextKey } from '@org/approval-core/texts';
import { type Html, html } from '@org/approval-internal/html';
import type { PageBody } from './document.js';
import { type IconName, icon } from './icons.js';
import type { View } from './look.js';
import { line } from './words.js';

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
      <h1 dir="auto">${line(title)}</h1>
      ${text !== null && html`<p class="ap-2nd">${text}</p>`}${more}
    </div>
  </div>`,
});

type Vote = 'approve' | 'reject' | 'abstain';

interface Recorded {
  readonly decision: Vote;
  /** True if the step still waits for others. */
  readonly isOpen: boolean;
  readonly title: string;
  readonly links: Html | null;
}

const SIGNS = { approve: ['ok', 'check'], reject: ['no', 'x'], abstain: ['', 'minus'] } as const;

/** @param links where to go on; null on the page of a link. */
export function recorded({ texts, say }: View, { decision, isOpen, title, links }: Recorded): PageBody {
  const [tone, sign] = SIGNS[decision];
  const text = html`${say('end.recorded')} ${isOpen && say('then.waits')}`;
  const more = html`<p class="ap-2nd"><b dir="auto">${line(title)}</b></p>
    ${links}`;
  return endPage({ title: texts.say(`end.${decision}`), text, tone, sign, more });
}

/** Reasons of an error, as its details carry them. */
export interface Refusal {
  readonly code: string;
  readonly decision?: unknown;
  readonly answers?: readonly Given[];
}

/** Deciders, and the holders that they decided for. */
interface Given {
  readonly reviewerId: string;
  readonly onBehalfOf: string | null;
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
};
const FAILED = ['end.failed', 'end.failed.text', 'no', 'alert'] as const;

/** @param more shown below, such as what was typed. */
export function refused(view: View, { code, decision, answers = [] }: Refusal, more: Html | null): PageBody {
  const { texts, say } = view;
  const decided = code === 'link-closed' ? decidedBy(view, decision, answers) : null;
  if (decided !== null) {
    const { vote, said } = decided;
    const [tone, sign] = SIGNS[vote];
    return endPage({ title: said, text: say('end.decided.text'), tone, sign, more });
  }
  const [title, text, tone, sign] = ENDINGS[code] ?? FAILED;
  return endPage({ title: texts.say(title), text: say(text), tone, sign, more });
}

/** Decision of a step and its deciders, in a sentence; null: it was not decided by people. */
function decidedBy(
  { texts, nameOf }: View,
  decision: unknown,
  answers: readonly Given[],
): { readonly vote: 'approve' | 'reject'; readonly said: string } | null {
  if ((decision !== 'approve' && decision !== 'reject') || answers.length === 0) return null;
  const names = answers.map(({ reviewerId, onBehalfOf }) => {
    const name = nameOf(reviewerId);
    return onBehalfOf === null ? name : texts.say('person.for', { name, other: nameOf(onBehalfOf) });
  });
  return { vote: decision, said: texts.say(`end.decided.${decision}`, { names: texts.list(names) }) };
}

type Step = ExecutionView['steps'][number];

/** In place of the form: how the step was decided, or what the reader answered so far. */
export function decidedNote(view: View, step: Step): Html | null {
  const answers = (step.people?.places ?? []).flatMap(({ answer }) => (answer === null ? [] : [answer]));
  const decision = step.output?.['decision'];
  const decided = decidedBy(
    view,
    decision,
    answers.filter((it) => it.decision === decision),
  );
  const { texts, say } = view;
  if (step.status !== 'waiting') {
    const [tone, sign] = decided === null ? (['', 'check'] as const) : SIGNS[decided.vote];
    const title = decided?.said ?? texts.say('end.closed');
    return note({ title, text: decided === null ? null : say('end.decided.text'), tone, sign });
  }
  const own = answers.find((it) => it.reviewerId === view.userId);
  if (own === undefined) return null;
  const [tone, sign] = SIGNS[own.decision];
  return note({ title: texts.say(`end.${own.decision}`), text: say('then.waits'), tone, sign });
}

const note = ({ title, text, tone, sign }: Ending): Html =>
  html`<section class="dp-sheet dp-end" aria-labelledby="decided">
    <span class="dp-badge" data-tone="${tone}">${icon(sign)}</span>
    <h2 id="decided" dir="auto">${line(title)}</h2>
    ${text !== null && html`<p class="ap-2nd">${text}</p>`}
  </section>`;
