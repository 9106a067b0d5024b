/** The form of an answer: nothing is chosen beforehand, and each choice says what it does. */
import { LIMITS } from '@org/approval-core';
import type { LinkView } from '@org/approval-core/views';
import { type Html, html } from '@org/approval-internal/html';
import { attribute } from './document.js';
import { type Fault, area, fault, faultList, field, input, need, select } from './fields.js';
import { icon } from './icons.js';
import type { View } from './look.js';
import { line } from './words.js';

/** Fields sent by the page's own form, by name. */
export type Sent = ReadonlyMap<string, string>;
export const NOTHING: Sent = new Map();

/** The form of a step. */
export interface Answering extends Pick<LinkView, 'decisions' | 'reasonRequired' | 'reasonCodes' | 'form'> {
  /** Effects of the decisions, as far as they are known. */
  readonly next: readonly { readonly decision: Vote; readonly then: Effect }[];
  /** Hidden fields. */
  readonly hidden: Readonly<Record<string, string>>;
  /** Address that the form is sent to; null: its own. */
  readonly action: string | null;
  /** Amount that the button for an approval repeats; null without one. */
  readonly amount: string | null;
  readonly faults: readonly Fault[];
  readonly sent: Sent;
  readonly foot: Html | null;
}

type Then = LinkView['next'][number]['then'];
type Effect = Pick<Then, 'stepStatus' | 'executionStatus' | 'loopId' | 'starts'> & {
  readonly outcome?: string | null | undefined;
};
type Vote = LinkView['decisions'][number];
type FormField = NonNullable<LinkView['form']>['fields'][number];

const TONES = { approve: 'ok', reject: 'no', abstain: '' } as const;
const KINDS = { approve: 'approve', reject: 'danger', abstain: 'primary' } as const;
const ICONS = { approve: 'check', reject: 'x', abstain: 'minus' } as const;

/** A disabled hidden button comes first, so that Enter in a field sends nothing. */
export const NO_DEFAULT = html`<button disabled hidden></button>`;

export function answerForm(view: View, it: Answering): Html {
  const { texts } = view;
  const { decisions, hidden, sent } = it;
  return html`<section class="dp-sheet dp-answer" id="answer" aria-labelledby="answer-title">
    <div class="dp-part">
      <h2 id="answer-title">${texts.say('answer.title')}</h2>
      ${faultList(view, it.faults, labelsOf(view, it))}
      <form class="dp-form" method="post" accept-charset="utf-8" ${attribute('action', it.action)}>
        ${NO_DEFAULT}
        ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <fieldset class="ap-choices" id="decision">
          <legend class="ap-hide">${texts.say('answer.choose')}</legend>
          ${decisions.map((vote) => choice(view, it, vote, sent.get('decision') === vote))}
        </fieldset>
        ${formFields(view, it)}${reasonCode(view, it)}${reason(view, it)}
        <div data-for="none">
          <button class="ap-btn" data-wide>${texts.say('answer.choose')}</button>
        </div>
        ${decisions.map((vote) => html`<div data-for="${vote}">${sending(view, it, vote)}</div>`)}
      </form>
      ${it.foot}
    </div>
  </section>`;
}

function sending({ texts }: View, { amount }: Answering, vote: Vote): Html {
  const repeated = vote === 'approve' && amount !== null && html` <bdi>${amount}</bdi>`;
  return html`<button class="ap-btn" data-kind="${KINDS[vote]}" data-wide>
    ${icon(ICONS[vote])}<span>${texts.say(`action.${vote}`)}${repeated}</span>
  </button>`;
}

function choice(view: View, { next }: Answering, vote: Vote, isChosen: boolean): Html {
  const effect = next.find((it) => it.decision === vote)?.then;
  return html`<label class="ap-choice" data-tone="${TONES[vote]}">
    <input type="radio" name="decision" value="${vote}" required${isChosen && html` checked`} />
    <span>${view.texts.say(`action.${vote}`)}</span>
    ${effect !== undefined && html`<span class="ap-then">${consequence(view, effect)}</span>`}
  </label>`;
}

/** Effects of an answer in a sentence. */
function consequence({ say, texts }: View, it: Effect): Html {
  if (it.stepStatus === 'waiting') return say('then.waits');
  if (it.executionStatus === 'failed') return say('then.fails');
  if (it.executionStatus === 'completed') {
    if (it.outcome == null) return say('then.completes');
    return say('then.ends', { outcome: outcomeText(texts, it.outcome) });
  }
  if (it.loopId !== null) return say('then.again');
  if (it.starts.length > 0) return say('then.starts', { steps: texts.list(it.starts.map(wordsOf)) });
  return say('then.on');
}

/** Ids of nodes are words of the author, joined by signs. */
export const wordsOf = (id: string): string => id.replaceAll(/[-_]+/g, ' ');

/** Our own outcomes are translated; others are words of the author. */
export const outcomeText = (texts: View['texts'], outcome: string): string =>
  outcome === 'approved' || outcome === 'rejected' ? texts.say(`status.${outcome}`) : wordsOf(outcome);

/** Labels of the fields by their ids, for the list of errors. */
const labelsOf = ({ texts }: View, { form }: Answering): ReadonlyMap<string, string> =>
  new Map([
    ['decision', texts.say('answer.title')],
    ...(form?.fields ?? []).map(({ name }): [string, string] => [`values.${name}`, name]),
    ['reasonCode', texts.say('answer.code')],
    ['reason', texts.say('answer.reason')],
  ]);

/** Browsers silently cut off longer input, and count UTF-16 units: up to two for each character. */
const MOST_UNITS = 2 * LIMITS.decisionReasonLength;

/** Values go with an approval alone. */
const formFields = (view: View, it: Answering): Html | null => {
  const fields = it.form?.fields ?? [];
  if (fields.length === 0) return null;
  return html`<div class="dp-fields" data-for="approve">
    ${fields.map((one) => formField(view, it, one))}
  </div>`;
};

function formField(
  view: View,
  { faults, sent }: Answering,
  { name, type, choices, required }: FormField,
): Html {
  const id = `values.${name}`;
  const given = sent.get(id) ?? '';
  const label = html`<bdi>${line(name)}</bdi>${need(view, required ? 'answer.needed' : 'answer.optional')}`;
  return field(view, { id, label, fault: fault(faults, id) }, (invalid) => {
    if (type === 'choice') {
      const options = choices.map((it) => [it, it] as const);
      return select(view, { id, given, invalid, options });
    }
    if (type === 'boolean') {
      const yes = ['true', view.texts.say('answer.yes')] as const;
      return select(view, { id, given, invalid, options: [yes, ['false', view.texts.say('answer.no')]] });
    }
    return input({ id, given, invalid, most: MOST_UNITS, isNumber: type === 'number' });
  });
}

function reasonCode(view: View, { reasonCodes: codes, faults, sent }: Answering): Html | null {
  if (codes === null) return null;
  const id = 'reasonCode';
  const label = html`${view.texts.say('answer.code')}${need(view, 'answer.needed')}`;
  const options = codes.map((it) => [it, wordsOf(it)] as const);
  const control = (invalid: Html) => select(view, { id, given: sent.get(id) ?? '', invalid, options });
  return html`<div data-for="reject abstain">
    ${field(view, { id, label, fault: fault(faults, id) }, control)}
  </div>`;
}

/** Decisions for which a reason is needed. */
const NEEDED = { always: 'approve reject abstain', reject: 'reject', never: '' } as const;
const OPTIONAL = { always: '', reject: 'approve abstain', never: 'approve reject abstain' } as const;

function reason(view: View, { reasonRequired, faults, sent }: Answering): Html {
  const id = 'reason';
  const label = html`${view.texts.say('answer.reason')}<span data-for="${NEEDED[reasonRequired]}"
      >${need(view, 'answer.needed')}</span
    ><span data-for="${OPTIONAL[reasonRequired]}">${need(view, 'answer.optional')}</span>`;
  const control = (invalid: Html) => area({ id, given: sent.get(id) ?? '', invalid, most: MOST_UNITS });
  return html`<div data-for="approve reject abstain">
    ${field(view, { id, label, fault: fault(faults, id) }, control)}
  </div>`;
}
