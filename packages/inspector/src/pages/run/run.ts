/** A run: its graph, its steps and its events, after any event. */
import { type StepState, isTerminal } from '@org/approval-core/interpreter';
import { type Drawable, drawSvg } from '@org/approval-draw';
import { type Moment, momentOf } from '../../data/moment.js';
import { json, wholeJson, status, time } from '../../html/format.js';
import { type Html, drawing, html } from '../../html/html.js';
import { type Context, type Page, PageError, given } from '../context.js';
import type { Presentation } from '@org/approval-core/views';
import { presentationShown } from '@org/approval-core/interpreter';
import { nothing } from '../parts.js';
import { presentedPart } from '../presented.js';
import { runForms } from './run-forms.js';
import { timeline } from './timeline.js';
import type { Waiting } from './waiting.js';
import { waitingSteps, waitsPart } from './waits.js';

export async function runPage(context: Context): Promise<Page> {
  const executionId = given(context, 'id') ?? '';
  const asked = context.given.get('at');
  const at = asked !== null && /^\d{1,9}$/.test(asked) ? Number(asked) : null;
  const moment = await momentOf(context.store, context.site.workspaceId, executionId, at);
  if (moment === null) throw new PageError(404, `This workspace has no run "${executionId}".`);
  const waiting = await waitingSteps(context, moment, isLive(moment));
  return {
    place: 'runs',
    title: `Run ${executionId}`,
    content: html`${summary(context, moment)}
      <div id="moment" ${isLive(moment) ? html`data-live="${context.liveUrl({ executionId })}"` : null}>
        ${momentPart(context, moment, waiting)}
      </div>
      ${runForms(context, moment)}`,
  };
}

const nameOf = ({ authored, definitionId }: Moment['definition']): string =>
  typeof authored['name'] === 'string' ? authored['name'] : definitionId;

/** The last moment of an active run updates live. */
const isLive = ({ at, last, state }: Moment): boolean => at === last && !isTerminal(state.status);

function summary({ site }: Context, { state, definition }: Moment): Html {
  const { definitionId, definitionVersion } = state;
  const { organizationId, documentId } = state;
  const of = { id: definitionId, version: definitionVersion, organizationId, documentId };
  const url = site.url('definition', of);
  return html`<p class="facts">
      <span><a href="${url}">${nameOf(definition)}</a> v${definitionVersion}</span>
      <span>dispatched ${time(state.createdAt)}</span>
      ${state.documentId !== null && html`<span>document ${state.documentId}</span>`}
      <span>correlation ${state.correlationId}</span>
    </p>
    <details>
      <summary>Input</summary>
      ${wholeJson(state.triggerContext)}
    </details>`;
}

/** The part of the page that follows the slider. */
function momentPart(context: Context, moment: Moment, waiting: readonly Waiting[]): Html {
  const { state, definition, at, last } = moment;
  const drawable = { ...definition.authored, compiled: definition.compiled } as unknown as Drawable;
  const svg = drawSvg(drawable, { run: state, scheme: 'host' });
  const reason = state.failureReason;
  return html`<section class="time" aria-label="Moment">
      ${slider(context, moment)}
      <p class="facts">
        ${status(state.status)} ${state.outcome != null && html`<span>outcome: ${state.outcome}</span>`}
        <span>after event ${at} of ${last}, at ${time(state.updatedAt)}</span>
        ${reason !== null && html`<span>${reason.code}: ${reason.message}</span>`}
      </p>
    </section>
    ${presentedPart(presentedAt(moment), { name: nameOf(definition), input: state.triggerContext })}
    ${waitsPart(context, moment, waiting, isLive(moment))}
    <div class="columns">
      <section aria-labelledby="graph">
        <h2 id="graph">Graph</h2>
        ${drawing(svg, 'Graph of the run')}
      </section>
      <section aria-labelledby="events">
        <h2 id="events">Events</h2>
        ${timeline(context, moment)}
      </section>
    </div>
    <section aria-labelledby="steps">
      <h2 id="steps">Steps</h2>
      ${stepsPart(moment)}
    </section>`;
}

/** Presentation of the newest step that has one; that of the run otherwise. */
function presentedAt({ state, definition: { compiled } }: Moment): Presentation | null {
  const newest = state.steps.findLast((it) => it.status === 'waiting') ?? null;
  return presentationShown(state.presentation, newest?.presentation, compiled.name ?? '');
}

function slider({ site }: Context, { state, at, last }: Moment): Html {
  const { executionId: id } = state;
  const to = (label: string, seq: number, isThere: boolean) =>
    isThere
      ? html`<a class="button" href="${site.url('run', { id, at: seq })}">${label}</a>`
      : html`<span class="button off">${label}</span>`;
  return html`<form class="slider" method="get" action="${site.url('run')}">
    <input type="hidden" name="id" value="${id}" />
    <label>Event <input id="at" type="range" name="at" min="0" max="${last}" value="${at}" /></label>
    <button class="plain">Show</button>
    ${to('First', 0, at > 0)} ${to('Before', at - 1, at > 0)} ${to('Next', at + 1, at < last)}
    ${to('Now', last, at < last)}
  </form>`;
}

/** Last steps of a long run that are listed; the picture has all. */
const SHOWN = 100;

function stepsPart(moment: Moment): Html {
  const { steps } = moment.state;
  if (steps.length === 0) return nothing('No steps are scheduled at this moment.');
  const cut = steps.length > SHOWN && html`<p>The last ${SHOWN} of ${steps.length}.</p>`;
  return html`${cut}
    <ul class="steps">
      ${steps
        .slice(-SHOWN)
        .toReversed()
        .map((it) => html`<li>${stepPart(it)}</li>`)}
    </ul>`;
}

/** Status of a step, with the decision of people or agents. */
function stateOf({ status: name, output }: StepState): string {
  const decision = name === 'completed' ? output?.['decision'] : null;
  return decision === 'approve' ? 'approved' : decision === 'reject' ? 'rejected' : name;
}

function stepPart(step: StepState): Html {
  const { stepId, nodeId, nodeType, attempt, iteration, decisions, waitingForReviewers } = step;
  const answers = decisions.map(
    (it) =>
      html`<li>
        <bdi>${it.reviewerId}</bdi>: <strong>${it.decision}</strong>
        <bdi>${it.reason ?? ''}</bdi> ${time(it.recordedAt)}
      </li>`,
  );
  return html`<details>
    <summary>
      ${status(stateOf(step))} <strong>${nodeId}</strong>
      <span class="quiet"
        >${nodeType}, iteration ${iteration}${attempt > 1 ? `, attempt ${attempt}` : ''}</span
      >
      ${waitingForReviewers.length > 0 && html`<span>waits for <bdi>${waitingForReviewers.join(', ')}</bdi></span>`}
      ${step.error !== null && html`<span>${step.error.code}: ${step.error.message}</span>`}
      ${step.overridden && html`<span>overridden</span>`}
    </summary>
    <dl>
      <dt>Step</dt>
      <dd>${stepId}</dd>
      <dt>Created</dt>
      <dd>${time(step.createdAt)}</dd>
      <dt>Started</dt>
      <dd>${time(step.startedAt)}</dd>
      <dt>Ended</dt>
      <dd>${time(step.completedAt)}</dd>
      <dt>Due</dt>
      <dd>${time(step.dueAt)}</dd>
    </dl>
    ${
      answers.length > 0 &&
      html`<h3>Answers</h3>
        <ul>
          ${answers}
        </ul>`
    }
    <h3>Input</h3>
    ${json(step.input)}
    <h3>Output</h3>
    ${json(step.output)}
  </details>`;
}
