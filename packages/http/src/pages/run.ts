/** The page of a run: its subject, its reviewers, and the reader's answer. */
import { ApprovalError, type DefinitionView, type ExecutionView, type HumanConfig } from '@org/approval-core';
import type { PeopleView } from '@org/approval-core/views';
import { type Html, html } from '@org/approval-internal/html';
import { answerForm, outcomeText, wordsOf } from './answer-form.js';
import type { Call, Reader } from './calls.js';
import type { Frame, PageBody } from './document.js';
import { decidedNote } from './ends.js';
import { icon } from './icons.js';
import type { View } from './look.js';
import { idsOf, peopleSection, questionsSection } from './people.js';
import { type Colleagues, moreForms, replyForm } from './run-forms.js';
import type { RunAnswer, RunPage } from './run-page.js';
import { type Place, type Turn, placeOf, turnOf } from './turn.js';
import { type Request, moneyOf, subjectParts, titleOf } from './subject.js';
import { line } from './words.js';

type Step = ExecutionView['steps'][number];
type People = PeopleView | null;

export async function readRun(
  reader: Reader,
  { executionId, stepId }: { readonly executionId: string; readonly stepId: string | null },
): Promise<RunPage> {
  const { call, userId } = reader;
  // Read before the run, so that the stream has every later event.
  const position = await reader.position();
  const run = await call('executions/get', { executionId });
  const { steps } = await call('executions/explain', { executionId });
  const { name, nodes } = await definitionOf(call, run);
  // Stored definitions were checked against the schema of this type.
  const configOf = (it: Step) =>
    (nodes.find(({ nodeId }) => nodeId === it.nodeId)?.['config'] ?? {}) as Partial<HumanConfig>;
  const explainedOf = (it: Step) => steps.find((one) => one.stepId === it.stepId) ?? null;
  const withPeople = run.steps.filter(({ people }) => people !== null);
  const turns = withPeople.map((step) => {
    const [config, explained] = [configOf(step), explainedOf(step)];
    return { step, config, explained, turn: turnOf(userId, step, explained, config) };
  });
  const named = turns.find(({ step }) => step.stepId === stepId);
  const isNamed = named !== undefined && (named.turn !== null || named.step.status !== 'waiting');
  const chosen = isNamed ? named : (turns.find(({ turn }) => turn !== null) ?? named ?? turns.at(-1));
  const none = { step: null, config: {}, explained: null, turn: null };
  return { run, name, position, ...(chosen ?? none) };
}

/** A definition that was deleted, or that the reader may not see, is not needed to decide. */
async function definitionOf(call: Call, run: ExecutionView): Promise<Pick<DefinitionView, 'name' | 'nodes'>> {
  const { definitionId, definitionVersion: version, organizationId, documentId } = run;
  const scope = {
    ...(organizationId !== null && { organizationId }),
    ...(documentId !== null && { documentId }),
  };
  try {
    return await call('definitions/get', { definitionId, version, ...scope });
  } catch (error) {
    if (!(error instanceof ApprovalError) || error.status !== 'NOT_FOUND') throw error;
    return { name: wordsOf(definitionId), nodes: [] };
  }
}

export const runIds = ({ run, step }: RunPage): string[] => [
  ...(run.initiatorId === null ? [] : [run.initiatorId]),
  ...idsOf(step?.people ?? null),
  ...(step?.presentation ?? run.presentation ?? { facts: [] }).facts.flatMap(({ kind, value }) =>
    kind === 'user' && typeof value === 'string' ? [value] : [],
  ),
];

/** State of a run, as a word. */
function statusChip({ texts, say }: View, { status, outcome }: ExecutionView): Html {
  const isOver = status === 'completed' && outcome !== null;
  const tone = status === 'failed' || outcome === 'rejected' ? 'no' : status === 'completed' ? 'ok' : 'wait';
  const sign = tone === 'no' ? 'x' : tone === 'ok' ? 'check' : 'wait';
  const said = isOver ? line(outcomeText(texts, outcome)) : say(`status.${status}`);
  return html`<span class="ap-chip" data-tone="${tone}">${icon(sign)}<span>${said}</span></span>`;
}

interface Shown {
  readonly page: RunPage;
  readonly answer: RunAnswer;
  /** Users to hand over to; null: their ids are typed. */
  readonly colleagues: Colleagues | null;
}

export const requestOf = ({ run, name, step, config }: RunPage): Request => ({
  name,
  presentation: step?.presentation ?? run.presentation,
  commentBody: config.commentBody ?? null,
  requestedBy: run.initiatorId,
  requestedAt: run.createdAt,
  dueAt: step?.status === 'waiting' ? step.dueAt : null,
  subject: run.subject,
});

export function runBody(view: View, frame: Frame, shown: Shown): PageBody {
  const { page, answer } = shown;
  const request = requestOf(page);
  const people: People = page.step?.people ?? null;
  return {
    title: titleOf(request),
    content: html`<div class="dp">
      <article class="dp-sheet" id="live" aria-labelledby="title">
        ${subjectParts(view, request, stateOf(view, page))}
        ${questionsSection(view, people, (it) => replyForm(view, frame, { page, question: it, answer }))}
        ${peopleSection(view, people, page.step?.status === 'waiting')}${page.turn !== null && jump(view, request)}
      </article>
      <div class="dp-side">
        <div role="status">${changedNote(view)}</div>
        <div id="side">${sideOf(view, frame, shown)}</div>
      </div>
    </div>`,
  };
}

function stateOf(view: View, { run, step, explained, turn }: RunPage): Html {
  const { say } = view;
  const rule = explained?.missing?.find(({ code }) => code === 'rule');
  const count = rule === undefined ? 0 : rule.need - rule.have;
  const place = step === null ? null : placeOf(step, turn?.holder ?? view.userId ?? '');
  const why = turn === null || place === null ? null : whyOf(view, step, turn, place);
  return html`${turn === null && html`<p class="ap-row">${statusChip(view, run)}</p>`}
  ${
    (why !== null || count > 0) &&
    html`<p class="ap-why">
      ${icon(turn?.onBehalfOf != null ? 'swap' : 'user')}<span
        >${why} ${count > 0 && say('why.needed', { count })}</span
      >
    </p>`
  }`;
}

/** Reason to ask the reader. */
function whyOf({ say, nameOf }: View, step: Step | null, turn: Turn, place: Place): Html {
  if (turn.onBehalfOf !== null) return say('why.substitute', { name: nameOf(turn.onBehalfOf) });
  if (place.added) return say('why.added');
  const entries = step?.people?.entries.filter(({ entry }) => place.entries.includes(entry)) ?? [];
  const kind = entries.find((it) => it.kind !== 'pool')?.kind ?? entries[0]?.kind ?? 'person';
  return say(`why.${kind}`);
}

/** Shown by the script, when the subject changed while the page was open. */
const changedNote = ({ texts }: View): Html =>
  html`<p class="ap-note" data-tone="wait" id="told" hidden data-changed="${texts.say('run.changed')}">
    ${icon('alert')}<span></span>
  </p>`;

/** On a phone, the way to the answer below everything else. */
export function jump(view: View, request: Request): Html {
  const amount = request.presentation?.amount ?? null;
  return html`<div class="dp-jump">
    <span>${amount !== null && html`<b><bdi>${moneyOf(view, amount)}</bdi></b>`}</span>
    <a class="ap-btn" data-kind="primary" href="#answer">${view.say('answer.title')} ${icon('down')}</a>
  </div>`;
}

/** The answer of the reader, or how it was decided. */
function sideOf(view: View, frame: Frame, { page, answer, colleagues }: Shown): Html | null {
  const { step, turn } = page;
  if (step === null) return null;
  const more = moreForms(view, frame, { page, answer, colleagues });
  if (turn !== null) return html`${answering(view, frame, page, answer)}${more}`;
  return html`${decidedNote(view, step)}${more}`;
}

function answering(view: View, frame: Frame, page: RunPage, answer: RunAnswer): Html | null {
  const { run, step, config, turn } = page;
  if (step === null || turn === null) return null;
  const isOwn = answer.form === 'decide';
  const amount = (step.presentation ?? run.presentation)?.amount ?? null;
  return answerForm(view, {
    next: turn.next,
    decisions: turn.decisions,
    reasonRequired: config.reasonRequired ?? 'never',
    reasonCodes: config.reasonCodes ?? null,
    form: config.form === undefined ? null : { fields: config.form.fields.map(fieldOf) },
    action: frame.url(`runs/${encodeURIComponent(run.executionId)}`, { step: step.stepId }),
    amount: amount === null ? null : moneyOf(view, amount),
    hidden: {
      round: String(turn.round),
      ...(run.subject !== null && { subjectDigest: run.subject.digest }),
      ...(turn.onBehalfOf !== null && { onBehalfOf: turn.onBehalfOf }),
    },
    foot: null,
    faults: isOwn ? answer.faults : [],
    sent: isOwn ? answer.sent : new Map(),
  });
}

const fieldOf = ({
  name,
  type,
  choices = [],
  required = false,
}: NonNullable<HumanConfig['form']>['fields'][number]) => ({
  ...{ name, type, required },
  choices: [...choices],
});
