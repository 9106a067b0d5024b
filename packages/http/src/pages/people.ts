/** Reviewers of a step, their decisions and their questions. */
import type { PeopleView } from '@org/approval-core/views';
import { type Html, html } from '@org/approval-internal/html';
import { icon } from './icons.js';
import type { View } from './look.js';

type Place = PeopleView['places'][number];

/** Ids that a list of reviewers names. */
export const idsOf = (people: PeopleView | null): string[] =>
  (people?.places ?? []).flatMap((it) => [
    ...[it.userId, it.holder],
    ...(it.answer === null ? [] : [it.answer.reviewerId]),
  ]);

export function peopleSection(view: View, people: PeopleView | null): Html | null {
  if (people === null || people.places.length === 0) return null;
  return html`<section class="dp-part" aria-labelledby="people">
      <h2 id="people">${view.texts.say('run.people')}</h2>
      <ul class="ap-who">
        ${people.places.map((it) => html`<li>${person(view, it)}</li>`)}
      </ul>
    </section>
    ${questions(view, people)}`;
}

const MARKS = {
  approve: ['check', 'ok'],
  reject: ['x', 'no'],
  abstain: ['minus', ''],
  asked: ['wait', 'wait'],
  later: ['ring', ''],
  lost: ['ban', ''],
} as const;

function person(view: View, { holder, answer, state }: Place): Html {
  const { texts, now, say } = view;
  const at = answer?.decision ?? (state === 'answered' ? 'later' : state);
  const [name, tone] = MARKS[at];
  const words =
    answer === null
      ? say(`person.${state === 'answered' ? 'later' : state}`)
      : say(`person.${answer.decision}`, { when: texts.when(answer.recordedAt, now) });
  return html`<div class="ap-person">
    <span class="ap-face" aria-hidden="true">${initialsOf(personName(view, holder))}</span>
    <span
      >${nameFor(view, answer?.reviewerId ?? holder, answer?.onBehalfOf ?? null)}<small>${words}</small></span
    >
    <span class="ap-mark" data-tone="${tone}">${icon(name)}</span>
  </div>`;
}

/** A name, or "You". */
export const personName = ({ texts, userId, nameOf }: View, id: string): string =>
  id === userId ? texts.say('person.you') : nameOf(id);

export function nameFor(view: View, id: string, onBehalfOf: string | null): Html {
  if (onBehalfOf === null) return html`<bdi>${personName(view, id)}</bdi>`;
  return view.say('person.for', { name: personName(view, id), other: personName(view, onBehalfOf) });
}

const initialsOf = (name: string): string => {
  const words = name.split(/[\s._@-]+/u).filter((it) => it !== '');
  return words
    .slice(0, 2)
    .map((it) => [...it][0]?.toLocaleUpperCase() ?? '')
    .join('');
};

function questions(view: View, { questions: all }: PeopleView): Html | null {
  if (all.length === 0) return null;
  return html`<section class="dp-part" aria-labelledby="questions">
    <h2 id="questions">${view.texts.say('run.questions')}</h2>
    <ol class="dp-talk">
      ${all.map(
        ({ by, of, question, answer }) =>
          html`<li>
            <span class="ap-face" aria-hidden="true">${initialsOf(personName(view, by))}</span>
            <div>
              <b><bdi>${personName(view, by)}</bdi></b>
              <p dir="auto">${question}</p>
              <p dir="auto" class="ap-2nd">
                <b><bdi>${personName(view, of)}</bdi></b
                >: ${answer ?? view.texts.say('ask.open')}
              </p>
            </div>
          </li>`,
      )}
    </ol>
  </section>`;
}
