/** Forms beside the answer: questions, replies, handing over, reserving, taking back. */
import { LIMITS } from '@org/approval-core';
import type { PeopleView } from '@org/approval-core/views';
import { type Html, html } from '@org/approval-internal/html';
import { NO_DEFAULT, NOTHING } from './answer-form.js';
import type { Frame } from './document.js';
import { type Fault, area, fault, faultList, field, input, select } from './fields.js';
import { type IconName, icon } from './icons.js';
import type { View } from './look.js';
import type { RunAnswer, RunPage } from './run-page.js';
import { type Place, placeOf } from './turn.js';

/** Users to choose from, as pairs of id and name. */
export type Colleagues = readonly (readonly [id: string, name: string])[];

type Entry = PeopleView['entries'][number];
type Question = PeopleView['questions'][number];

const MOST_TEXT = 2 * LIMITS.decisionReasonLength;
const MOST_ID = 2 * LIMITS.actorLength;

interface More {
  readonly page: RunPage;
  readonly answer: RunAnswer;
  readonly colleagues: Colleagues | null;
}

/** Actions of the reader beside answering; each is allowed by its node. */
export function moreForms(view: View, frame: Frame, more: More): Html | null {
  const { step, config } = more.page;
  const place = step === null ? null : placeOf(step, view.userId ?? '');
  if (step?.status !== 'waiting' || place === null) return null;
  const allow = new Set(config.allow ?? []);
  const parts: Html[] = [];
  const entries = (step.people?.entries ?? []).filter(({ entry }) => place.entries.includes(entry));
  const pools = entries.filter(({ kind }) => kind === 'pool');
  if (place.state === 'asked') {
    if (allow.has('claim') && pools.length > 0) parts.push(claims(view, frame, more.page, pools));
    if (allow.has('ask')) parts.push(ask(view, frame, more));
    if (allow.has('delegate') && pools.length === 0) parts.push(handOver(view, frame, more));
  }
  if (allow.has('retract') && place.answer?.reviewerId === view.userId)
    parts.push(retract(view, frame, more.page, place));
  return parts.length === 0 ? null : html`<div class="dp-sheet dp-more">${parts}</div>`;
}

interface Form {
  /** Last part of the address. */
  readonly name: string;
  readonly page: RunPage;
  readonly hidden?: Readonly<Record<string, string>>;
  readonly content: Html;
}

function form({ url }: Frame, { name, page, hidden = {}, content }: Form): Html {
  const { run, step } = page;
  const action = url(`runs/${encodeURIComponent(run.executionId)}/${name}`, { step: step?.stepId ?? '' });
  return html`<form class="pg-form" method="post" accept-charset="utf-8" action="${action}">
    ${NO_DEFAULT}
    ${Object.entries(hidden).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`)}
    ${content}
  </form>`;
}

interface Fold {
  readonly sign: IconName;
  readonly title: string;
  readonly isOpen: boolean;
  readonly content: Html;
}

const fold = ({ sign, title, isOpen, content }: Fold): Html =>
  html`<details class="dp-fold" ${isOpen && html` open`}>
    <summary>${icon(sign)}<span>${title}</span>${icon('down')}</summary>
    <div>${content}</div>
  </details>`;

/** Values typed into this form, if it was refused. */
function givenTo({ form: name, faults, sent }: RunAnswer, own: string) {
  const isOwn = name === own;
  return { isOpen: isOwn, faults: isOwn ? faults : [], sent: isOwn ? sent : NOTHING };
}

interface Text {
  readonly id: string;
  readonly label: string;
  readonly faults: readonly Fault[];
  readonly given: string;
}

const textField = (view: View, { id, label, faults, given }: Text): Html =>
  field(view, { id, label: html`${label}`, fault: fault(faults, id) }, (invalid) =>
    area({ id, given, invalid, most: MOST_TEXT }),
  );

function ask(view: View, frame: Frame, { page, answer }: More): Html {
  const { texts } = view;
  const { isOpen, faults, sent } = givenTo(answer, 'ask');
  const label = texts.say('ask.field');
  const known = [page.run.initiatorId, ...(page.step?.people?.places ?? []).map(({ holder }) => holder)];
  const whom = [...new Set(known)].filter((it): it is string => it !== null && it !== view.userId);
  const options = whom.map((it) => [it, view.nameOf(it)] as const);
  const id = 'ofUserId';
  const chosen = sent.get(id) ?? whom[0] ?? '';
  const to = field(view, { id, label: html`${texts.say('ask.to')}`, fault: fault(faults, id) }, (invalid) =>
    select(view, { id, given: chosen, invalid, options }),
  );
  const given = sent.get('question') ?? '';
  const content = html`${faultList(view, faults, new Map([['question', label]]))}
    ${to}${textField(view, { id: 'question', label, faults, given })}
    <p class="ap-hint">${texts.say('ask.hint')}</p>
    <button class="ap-btn" data-kind="primary">
      ${icon('plane')}<span>${texts.say('ask.send')}</span>
    </button>`;
  return fold({
    ...{ sign: 'chat', title: texts.say('ask.title'), isOpen },
    content: form(frame, { name: 'ask', page, content }),
  });
}

function handOver(view: View, frame: Frame, { page, answer, colleagues }: More): Html {
  const { texts } = view;
  const { isOpen, faults, sent } = givenTo(answer, 'hand-over');
  const content = html`${faultList(view, faults, new Map([['toUserId', texts.say('hand.to')]]))}
    ${personField(view, { id: 'toUserId', label: texts.say('hand.to'), hint: texts.say('hand.hint'), faults, sent, colleagues })}
    <button class="ap-btn" data-kind="primary">
      ${icon('swap')}<span>${texts.say('hand.send')}</span>
    </button>`;
  return fold({
    ...{ sign: 'swap', title: texts.say('hand.title'), isOpen },
    content: form(frame, { name: 'hand-over', page, content }),
  });
}

interface Person {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly faults: readonly Fault[];
  readonly sent: ReadonlyMap<string, string>;
  readonly colleagues: Colleagues | null;
}

/** A user: one of the colleagues, or any by their id. */
export function personField(view: View, { id, label, hint, faults, sent, colleagues }: Person): Html {
  const given = sent.get(id) ?? '';
  const labelled = { id, label: html`${label}`, hint: html`${hint}`, fault: fault(faults, id) };
  return field(view, labelled, (invalid) =>
    colleagues === null
      ? input({ id, given, invalid, most: MOST_ID, isNumber: false })
      : select(view, { id, given, invalid, options: colleagues }),
  );
}

function retract(view: View, frame: Frame, page: RunPage, { round, answer }: Place): Html {
  const { texts } = view;
  const hidden = {
    round: String(round),
    ...(answer?.onBehalfOf != null && { onBehalfOf: answer.onBehalfOf }),
  };
  const content = html`<p class="ap-2nd ap-sm">${texts.say('retract.hint')}</p>
    <button class="ap-btn">${icon('undo')}<span>${texts.say('retract.send')}</span></button>`;
  return html`<div class="dp-part">${form(frame, { name: 'retract', page, hidden, content })}</div>`;
}

/** The reader's own reservation, and whose else there is. */
function claims(view: View, frame: Frame, page: RunPage, pools: readonly Entry[]): Html {
  const { texts, now, say, nameOf, userId } = view;
  return html`<div class="dp-part">
    ${pools.map(({ entry, claims: all }) => {
      const own = all.find((it) => it.userId === userId);
      const others = all.filter((it) => it.userId !== userId).map((it) => nameOf(it.userId));
      const hidden = { entry: String(entry) };
      const said =
        own !== undefined
          ? say('claim.own', { when: texts.when(own.until, now) })
          : others.length > 0
            ? say('claim.other', { name: texts.list(others) })
            : html`${texts.say('claim.hint')}`;
      const key = own === undefined ? 'claim.take' : 'claim.release';
      const content = html`<p class="ap-2nd ap-sm">${said}</p>
        <button class="ap-btn">${icon('lock')}<span>${texts.say(key)}</span></button>`;
      return form(frame, { name: own === undefined ? 'claim' : 'release', page, hidden, content });
    })}
  </div>`;
}

interface Replying {
  readonly page: RunPage;
  readonly question: Question;
  readonly answer: RunAnswer;
}

/** The form for a question that the reader was asked; null for any other. */
export function replyForm(view: View, frame: Frame, { page, question, answer }: Replying): Html | null {
  const { questionId, of } = question;
  if (of !== view.userId || question.answer !== null || page.step?.status !== 'waiting') return null;
  const { texts } = view;
  const { faults, sent } = givenTo(answer, 'reply');
  const isOwn = sent.get('questionId') === questionId;
  const label = texts.say('ask.reply');
  const id = 'answer';
  const given = isOwn ? (sent.get(id) ?? '') : '';
  const own = isOwn ? faults : [];
  const content = html`${faultList(view, own, new Map([[`${id}-${questionId}`, label]]))}
    <div class="ap-field">
      <label for="reply-${questionId}">${label}</label>
      <textarea
        class="ap-input"
        id="reply-${questionId}"
        name="answer"
        dir="auto"
        rows="3"
        maxlength="${MOST_TEXT}"
        ${own.length > 0 && html` aria-invalid="true"`}
      >
${given}</textarea>
    </div>
    <button class="ap-btn" data-kind="primary">
      ${icon('plane')}<span>${texts.say('ask.replySend')}</span>
    </button>`;
  return form(frame, { name: 'reply', page, hidden: { questionId }, content });
}
