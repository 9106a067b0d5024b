/** The reasons that a run waits: for whom, what is missing, and the effect of each decision. */
import { type Explanation, explain, isTerminal } from '@org/approval-core/interpreter';
import type { ExplanationView } from '@org/approval-core/views';
import { followsFrom } from '../../data/follows.js';
import type { Moment } from '../../data/moment.js';
import { wordsOf } from '../../html/follows.js';
import { time } from '../../html/format.js';
import { type Html, html } from '../../html/html.js';
import type { Context } from '../context.js';
import type { Waiting } from './waiting.js';
import { stepForms } from './step-forms.js';

/** Asks the engine, which knows absences, for an active run; the past uses the state alone. */
export async function waitingSteps(context: Context, moment: Moment, isNow: boolean): Promise<Waiting[]> {
  const { state, definition } = moment;
  if (isTerminal(state.status)) return [];
  const explained: Explanation | ExplanationView = isNow
    ? await context.operations.executions.explain({ executionId: state.executionId })
    : explain(definition.compiled, state, state.updatedAt);
  return (explained.steps as Explanation['steps']).filter((it): it is Waiting => 'next' in it);
}

/** Further steps would make the page long and slow; the list of steps has them all. */
const SHOWN = 20;

export function waitsPart(
  context: Context,
  moment: Moment,
  steps: readonly Waiting[],
  isNow: boolean,
): Html | null {
  if (steps.length === 0) return null;
  return html`<section aria-labelledby="waits">
    <h2 id="waits">${isNow ? 'Open steps' : 'Open steps at this moment'}</h2>
    ${steps.length > SHOWN && html`<p>The first ${SHOWN} of ${steps.length} open steps.</p>`}
    <ul class="cards">
      ${steps.slice(0, SHOWN).map((it) => html`<li class="card">${waitPart(context, moment, it, isNow)}</li>`)}
    </ul>
  </section>`;
}

const FOR: Readonly<Record<Waiting['waitsFor'], string>> = {
  directory: 'the directory, which names the reviewers',
  people: 'people',
  call: 'the response to its request',
  agent: 'its agent',
  retry: 'the next attempt of its agent',
  callback: 'the callback of its agent',
  resolutions: 'resolutions of findings',
  time: 'a time',
  signal: 'a signal',
  run: 'the run that it started',
};

function waitPart(context: Context, moment: Moment, step: Waiting, isNow: boolean): Html {
  const { nodeId, dueAt, nextReminderAt, people } = step;
  const asked = people?.places.filter((it) => it.state === 'asked').map((it) => it.holder) ?? [];
  const whom = step.waitsFor === 'people' && asked.length > 0 ? asked.join(', ') : FOR[step.waitsFor];
  return html`<h3><strong>${nodeId}</strong> ${isNow ? 'waits' : 'waited'} for <bdi>${whom}</bdi></h3>
    <p class="facts quiet">
      <span>since ${time(step.since)}</span>
      ${dueAt !== null && html`<span>due ${time(dueAt)}</span>`}
      ${nextReminderAt !== null && html`<span>reminded next ${time(nextReminderAt)}</span>`}
      ${lacking(step).map((it) => html`<span>${it}</span>`)}
    </p>
    ${answersOf(moment, step)} ${isNow && stepForms(context, moment, step)}`;
}

const LACKS: Readonly<Record<Waiting['missing'][number]['code'], string>> = {
  rule: 'approvals for its rule',
  entry: 'mandatory approvals',
  added: 'approvals of added reviewers',
  'distinct-approvers': 'distinct reviewers',
};

/** Groups entries of one kind. "One approval" is implied when anything else is missing. */
function lacking({ missing }: Waiting): string[] {
  const shown = missing.filter(
    (it) => it.code !== 'distinct-approvers' || it.need > 1 || missing.length === 1,
  );
  return [...new Set(shown.map((it) => it.code))].map((code) => {
    const alike = shown.filter((it) => it.code === code);
    const sum = (of: 'have' | 'need') => alike.reduce((all, it) => all + it[of], 0);
    return `${sum('have')} of ${sum('need')} ${LACKS[code]}`;
  });
}

function answersOf({ definition, state }: Moment, step: Waiting): Html | null {
  const answers = step.next.map(
    ({ userId, onBehalfOf, decision, then }) =>
      html`<li>
        <bdi>${userId}</bdi>${onBehalfOf !== null && html` for <bdi>${onBehalfOf}</bdi>`}
        <strong>${decision}s</strong>: ${wordsOf(then, step.nodeId)}
      </li>`,
  );
  const { stepId, dueAt } = step;
  const passed =
    dueAt === null
      ? null
      : followsFrom({ definition, state }, { kind: 'deadline-passed', stepId, dueAt }, dueAt);
  if (answers.length === 0 && passed === null) return null;
  return html`<ul class="follows" aria-label="Consequences">
    ${answers}
    ${passed !== null && html`<li>Deadline <strong>passes</strong>: ${wordsOf(passed, step.nodeId)}</li>`}
  </ul>`;
}
