/** Reviewers of a step, their decisions and their questions. */
import type { PeopleView } from '@org/approval-core/views';
import { type Html, html } from '@org/approval-internal/html';
import { icon } from './icons.js';
import type { View } from './look.js';
import { words } from './words.js';

type Place = PeopleView['places'][number];
type Question = PeopleView['questions'][number];

/** Ids that a list of reviewers names. */
export const idsOf = (people: PeopleView | null): string[] => [
  ...(people?.places ?? []).flatMap(({ userId, holder, answer }) => [
    ...[userId, holder],
    ...(answer === null ? [] : [answer.reviewerId]),
  ]),
  ...(people?.questions ?? []).flatMap(({ by, of }) => [by, of]),
];

/** @param isOpen false: the step has ended, so that no further answer is needed. */
export function peopleSection(view: View, people: PeopleView | null, isOpen = true): Html | null {
  if (people === null || people.places.length === 0) return null;
  return html`<section class="dp-part" aria-labelledby="people">
    <h2 id="people">${view.texts.say('run.people')}</h2>
    <ul class="ap-who">
      ${people.places.map((it) => html`<li>${person(view, it, isOpen)}</li>`)}
    </ul>
  </section>`;
}

const MARKS = {
  approve: ['check', 'ok'],
  reject: ['x', 'no'],
  abstain: ['minus', ''],
  asked: ['wait', 'wait'],
  later: ['ring', ''],
  lost: ['ban', ''],
  spared: ['minus', ''],
} as const;

function person(view: View, { holder, answer, state }: Place, isOpen: boolean): Html {
  const { texts, now, say, userId } = view;
  const open = state === 'answered' ? 'later' : state;
  const unanswered = isOpen || state === 'lost' ? open : 'spared';
  const at = answer?.decision ?? unanswered;
  const [name, tone] = MARKS[at];
  const said =
    answer === null
      ? say(`person.${unanswered}`)
      : say(`person.${answer.decision}`, { when: texts.when(answer.recordedAt, now) });
  return html`<div class="ap-person">
    ${face(view, holder)}
    <span${holder === userId && html` class="ap-you"`}
      >${nameFor(view, answer?.reviewerId ?? holder, answer?.onBehalfOf ?? null)}<small>${said}</small></span
    >
    <span class="ap-mark" data-tone="${tone}">${icon(name)}</span>
  </div>`;
}

/** Initials of a name, for those who see it beside the name. */
function face(view: View, id: string): Html {
  const you = id === view.userId && html` data-kind="you"`;
  return html`<span class="ap-face" ${you} aria-hidden="true">${initialsOf(view.nameOf(id))}</span>`;
}

/** A name, or "You". */
export const personName = ({ texts, userId, nameOf }: View, id: string): string =>
  id === userId ? texts.say('person.you') : nameOf(id);

export function nameFor(view: View, id: string, onBehalfOf: string | null): Html {
  if (onBehalfOf === null) return html`<bdi>${personName(view, id)}</bdi>`;
  return view.say('person.for', { name: personName(view, id), other: personName(view, onBehalfOf) });
}

const initialsOf = (name: string): string => {
  const parts = name.split(/[\s._@-]+/u).filter((it) => it !== '');
  return parts
    .slice(0, 2)
    .map((it) => String.fromCodePoint(it.codePointAt(0) ?? 0).toLocaleUpperCase())
    .join('');
};

/** Questions and their answers; `reply` is the form for one that the reader has to answer. */
export function questionsSection(
  view: View,
  people: PeopleView | null,
  reply: (question: Question) => Html | null,
): Html | null {
  const all = people?.questions ?? [];
  if (all.length === 0) return null;
  return html`<section class="dp-part" id="questions" aria-labelledby="questions-title">
    <h2 id="questions-title">${view.texts.say('run.questions')}</h2>
    <ol class="dp-talk">
      ${all.map((it) => html`${asked(view, it)}${answered(view, it, reply(it))}`)}
    </ol>
  </section>`;
}

function asked(view: View, { by, of, question, askedAt }: Question): Html {
  const { texts, now, say } = view;
  const parameters = { name: personName(view, of), when: texts.when(askedAt, now) };
  return html`<li>
    ${face(view, by)}
    <div>
      <b><bdi>${personName(view, by)}</bdi></b>
      <span class="ap-3rd ap-sm">${say('ask.asked', parameters)}</span>
      <p dir="auto">${words(question)}</p>
    </div>
  </li>`;
}

function answered(view: View, { of, answer, answeredAt }: Question, reply: Html | null): Html {
  const { texts, now, say } = view;
  const when = answeredAt === null ? say('ask.open') : html`${texts.when(answeredAt, now)}`;
  return html`<li>
    ${face(view, of)}
    <div>
      <b><bdi>${personName(view, of)}</bdi></b> <span class="ap-3rd ap-sm">${when}</span>
      ${answer !== null && html`<p dir="auto">${words(answer)}</p>`}${reply}
    </div>
  </li>`;
}
