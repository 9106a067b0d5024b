/** A simulated run of the draft, without an engine: agents pass, and the visitor decides. */
import { ApprovalError, type Definition } from '@org/approval-core';
import { type SimulatedAnswer, type Simulation, simulate } from '@org/approval-core/interpreter';
import {
  madeUpAnswer,
  madeUpCalendars,
  madeUpDirectory,
  madeUpSubject,
} from '@org/approval-internal/made-up';
import { madeUpInput } from '@org/approval-internal/made-up-input';
import { toJson } from '@org/approval-internal/json';
import { messageOf } from '@org/approval-internal/errors';
import { isObject } from '@org/approval-internal/values';
import { wordsOf } from '../../html/follows.js';
import { status } from '../../html/format.js';
import { type Html, html } from '../../html/html.js';
import { type Context, PageError } from '../context.js';

/** More decisions than a person makes by hand. */
const MOST = 200;

const isAnswer = (it: unknown): it is SimulatedAnswer =>
  isObject(it) && ['nodeId', 'reviewerId', 'decision'].every((name) => typeof it[name] === 'string');

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PageError(400, `${what} is not valid JSON: ${messageOf(error)}`);
  }
}

/** The decisions so far, with the one of this request: a decision, `back` or `again`. */
export function answersOf({ given }: Pick<Context, 'given'>): SimulatedAnswer[] {
  const before = parsed(given.get('answers') ?? '[]', 'The list of answers');
  if (!Array.isArray(before) || !before.every(isAnswer) || before.length > MOST)
    throw new PageError(400, `Give up to ${MOST} answers, each with nodeId, reviewerId and decision.`);
  const answer = given.get('answer');
  if (answer === null) return before;
  if (answer === 'again') return [];
  if (answer === 'back') return before.slice(0, -1);
  const next = parsed(answer, 'The answer');
  return isAnswer(next) ? [...before, next].slice(0, MOST) : before;
}

/** Fills in groups, forms and reasons. Returns a string if the run cannot start. */
export function simulated(
  definition: Definition,
  answers: readonly SimulatedAnswer[],
  now: number,
): Simulation | string {
  const subject = madeUpSubject(definition);
  const nobody = { initiatorId: null, contributorIds: [], enforceSeparation: false };
  try {
    return simulate(definition, {
      ...{ input: madeUpInput(toJson(definition)), now },
      answers: answers.map((it) => ({ ...it, ...madeUpAnswer(definition, it.nodeId, it.decision) })),
      calendars: madeUpCalendars(definition),
      directory: madeUpDirectory(definition),
      ...(subject !== null && { parties: { ...nobody, subject: { ...subject, ref: null, revision: null } } }),
    });
  } catch (error) {
    if (!(error instanceof ApprovalError)) throw error;
    return error.message;
  }
}

export function simulationPart(
  answers: readonly SimulatedAnswer[],
  { state, explanation, refused }: Simulation,
): Html {
  const answer = (value: string, label: string, more = '') =>
    html`<button class="${more}" form="draft" name="answer" value="${value}">${label}</button>`;
  const open = explanation.steps.flatMap((it) => ('next' in it ? [it] : []));
  return html`<input type="hidden" form="draft" name="answers" value="${JSON.stringify(answers)}" />
    <h3>
      Simulated run ${status(state.status)}
      ${state.outcome != null && html`<small>outcome: ${state.outcome}</small>`}
    </h3>
    ${state.failureReason !== null && html`<p>${state.failureReason.code}: ${state.failureReason.message}</p>`}
    <p class="facts">
      ${
        answers.length === 0
          ? html`<span class="quiet"
              >Agents pass; groups, forms and reasons are filled in. Decide as the reviewers would.</span
            >`
          : html`<span>${answers.map((it) => `${it.reviewerId} ${it.decision}s`).join(', ')}</span>
              ${answer('back', 'Undo')} ${answer('again', 'Restart')}`
      }
      ${refused.length > 0 && html`<span class="late">${refused.length} of them are refused since the draft changed</span>`}
    </p>
    <ul class="follows">
      ${open.flatMap((step) =>
        step.next.map(({ userId, decision, then }) => {
          const value = JSON.stringify({ nodeId: step.nodeId, reviewerId: userId, decision });
          return html`<li>
            ${answer(value, `${userId} ${decision}s`, decision === 'reject' ? 'danger' : '')}
            ${wordsOf(then, step.nodeId)}
          </li>`;
        }),
      )}
    </ul>`;
}
