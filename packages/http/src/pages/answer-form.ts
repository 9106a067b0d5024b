/** The form of an answer: nothing is chosen beforehand, and each choice says what it does. */
import { LIMITS } from '@org/approval-core';
import type { LinkView } from '@org/approval-core/views';
import { type Html, html } from '@org/approval-internal/html';
import { attribute } from './document.js';
import { icon } from './icons.js';
import type { View } from './look.js';

/** Browsers silently cut off longer input, and count UTF-16 units: up to two for each character. */
const MOST_UNITS = 2 * LIMITS.decisionReasonLength;

/** Fields sent by the page's own form, by name. */
export type Sent = ReadonlyMap<string, string>;
export const NOTHING: Sent = new Map();

/** An error at a field; an empty path is about the whole form. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** The form of a step. */
export interface Answering extends Pick<LinkView, 'decisions' | 'reasonRequired' | 'reasonCodes' | 'form'> {
  /** Effects of the decisions. */
  readonly next: readonly { readonly decision: Vote; readonly then: Effect }[];
  /** Hidden fields. */
  readonly hidden: Readonly<Record<string, string>>;
  /** Address that the form is sent to; null: its own. */
  readonly action: string | null;
  readonly faults: readonly Fault[];
  readonly sent: Sent;
  readonly foot: Html | null;
}

type Then = LinkView['next'][number]['then'];
type Effect = Pick<Then, 'stepStatus' | 'executionStatus' | 'loopId' | 'starts'> & {
  readonly outcome?: string | null | undefined;
};
type Vote = LinkView['decisions'][number];

const TONES = { approve: 'ok', reject: 'no', abstain: '' } as const;
const KINDS = { approve: 'approve', reject: 'danger', abstain: 'primary' } as const;
const ICONS = { approve: 'check', reject: 'x', abstain: 'minus' } as const;

/** A disabled hidden button comes first, so that Enter in a field sends nothing. */
const NO_DEFAULT = html`<button disabled hidden></button>`;

export function answerForm(view: View, it: Answering): Html {
  const { say, texts } = view;
  const { decisions, hidden, sent } = it;
  return html`<section class="dp-sheet dp-answer" id="answer" aria-labelledby="answer-title">
    <div class="dp-part">
      <h2 id="answer-title">${texts.say('answer.title')}</h2>
      ${faultList(view, it)}
      <form class="dp-form" method="post" accept-charset="utf-8" ${attribute('action', it.action)}>
        ${NO_DEFAULT}
        ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <fieldset class="ap-choices">
          <legend class="ap-hide">${texts.say('answer.choose')}</legend>
          ${decisions.map((vote) => choice(view, it, vote, sent.get('decision') === vote))}
        </fieldset>
        ${fieldsOf(view, it)}${reasonCodes(view, it)}${reason(view, it)}
        <div class="dp-for" data-for="none">
          <button class="ap-btn" data-wide>${say('answer.choose')}</button>
        </div>
        ${decisions.map(
          (vote) =>
            html`<div class="dp-for" data-for="${vote}">
              <button class="ap-btn" data-kind="${KINDS[vote]}" data-wide>
                ${icon(ICONS[vote])}${say(`action.${vote}`)}
              </button>
            </div>`,
        )}
      </form>
      ${it.foot}
    </div>
  </section>`;
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

const faultAt = (faults: readonly Fault[], field: string): Fault | undefined =>
  faults.find(({ path }) => path === field);

const isMissing = ({ message }: Fault): boolean => /\bis missing\b|\brequired\b/.test(message);

function faultList({ texts }: View, { faults, form }: Answering): Html | null {
  if (faults.length === 0) return null;
  const known = new Set([
    'decision',
    'reason',
    'reasonCode',
    ...(form?.fields ?? []).map(({ name }) => `values.${name}`),
  ]);
  return html`<div class="ap-note" data-tone="no" role="alert">
    ${icon('alert')}
    <div>
      <b>${texts.say('fault.title', { count: faults.length })}</b>
      <ul>
        ${faults.map(({ path, message }) => {
          const field = path.replace(/^values\./, '');
          const words = html`${field !== '' && html`<bdi>${field}</bdi>: `}<span lang="en" dir="auto"
              >${message}</span
            >`;
          return html`<li dir="auto">
            ${known.has(path) ? html`<a class="ap-alone" href="#${path}">${words}</a>` : words}
          </li>`;
        })}
      </ul>
    </div>
  </div>`;
}

/** A field with its label and its error. */
function field(
  view: View,
  faults: readonly Fault[],
  id: string,
  label: Html,
  control: (invalid: Html) => Html,
): Html {
  const fault = faultAt(faults, id);
  const invalid = fault === undefined ? html`` : html` aria-invalid="true" aria-describedby="${id}-fault"`;
  return html`<div class="ap-field">
    <label for="${id}">${label}</label>${control(invalid)}
    ${
      fault !== undefined &&
      html`<p class="ap-fault" id="${id}-fault">
        ${icon('alert')}${view.texts.say(isMissing(fault) ? 'fault.missing' : 'fault.other')}
      </p>`
    }
  </div>`;
}

const need = ({ texts }: View, key: Parameters<View['texts']['say']>[0]): Html =>
  html` <span class="ap-need">${texts.say(key)}</span>`;

function fieldsOf(view: View, { form, faults, sent }: Answering): Html[] {
  return (form?.fields ?? []).map(({ name, type, choices, required }) => {
    const id = `values.${name}`;
    const given = sent.get(id) ?? '';
    const label = html`<bdi>${name}</bdi>${need(view, required ? 'answer.toApprove' : 'answer.optional')}`;
    return field(view, faults, id, label, (invalid) => {
      if (type === 'choice')
        return select(view, { id, given, invalid, options: choices.map((it) => [it, it]) });
      if (type === 'boolean') {
        const options = (['yes', 'no'] as const).map((it): [string, string] => [
          it === 'yes' ? 'true' : 'false',
          view.texts.say(`answer.${it}`),
        ]);
        return select(view, { id, given, invalid, options });
      }
      const kind = type === 'number' ? html` inputmode="decimal"` : html` dir="auto"`;
      return html`<input
        class="ap-input"
        id="${id}"
        name="${id}"
        maxlength="${MOST_UNITS}"
        value="${given}"
        ${kind}${invalid}
      />`;
    });
  });
}

interface Select {
  readonly id: string;
  readonly given: string;
  readonly invalid: Html;
  readonly options: readonly (readonly [value: string, label: string])[];
}

const select = ({ texts }: View, { id, given, invalid, options }: Select): Html =>
  html`<select class="ap-input" id="${id}" name="${id}" ${invalid}>
    <option value="">${texts.say('answer.option')}</option>
    ${options.map(
      ([value, label]) =>
        html`<option value="${value}" ${value === given && html` selected`}>${label}</option>`,
    )}
  </select>`;

function reasonCodes(view: View, { reasonCodes: codes, faults, sent }: Answering): Html | null {
  if (codes === null) return null;
  const label = html`${view.texts.say('answer.code')}${need(view, 'answer.notToApprove')}`;
  const options = codes.map((it) => [it, wordsOf(it)] as const);
  const given = sent.get('reasonCode') ?? '';
  return field(view, faults, 'reasonCode', label, (invalid) =>
    select(view, { id: 'reasonCode', given, invalid, options }),
  );
}

const REASON = { always: 'answer.needed', reject: 'answer.toReject', never: 'answer.optional' } as const;

function reason(view: View, { reasonRequired, faults, sent }: Answering): Html {
  const label = html`${view.texts.say('answer.reason')}${need(view, REASON[reasonRequired])}`;
  return field(
    view,
    faults,
    'reason',
    label,
    (invalid) =>
      html`<textarea
        class="ap-input"
        id="reason"
        name="reason"
        dir="auto"
        maxlength="${MOST_UNITS}"
        rows="3"
        ${invalid}
      >
${sent.get('reason') ?? ''}</textarea>`,
  );
}
