/** The page of a run: its subject, its reviewers, and the reader's answer. */
import type { ExecutionView, HumanConfig, WorkspaceOperations } from '@org/approval-core';
import type { ExplainedStepView } from '@org/approval-core/views';
import { type Html, html } from '@org/approval-internal/html';
import { type Fault, type Sent, answerForm, outcomeText } from './answer-form.js';
import type { Frame, PageBody } from './document.js';
import { icon } from './icons.js';
import type { View } from './look.js';
import { idsOf, peopleSection } from './people.js';
import { subjectParts, titleOf } from './subject.js';

type Step = ExecutionView['steps'][number];
type Waiting = Extract<ExplainedStepView, { waitsFor?: unknown }>;

/** A run as one reader sees it. */
export interface RunPage {
  readonly run: ExecutionView;
  readonly name: string;
  /** The step that is shown: one that waits for the reader, else the last with people. */
  readonly step: Step | null;
  readonly config: Partial<HumanConfig>;
  readonly explained: Waiting | null;
}

export async function readRun(
  operations: WorkspaceOperations,
  { executionId, stepId, userId }: { executionId: string; stepId: string | null; userId: string },
): Promise<RunPage> {
  const run = await operations.executions.get({ executionId });
  const explanation = await operations.executions.explain({ executionId });
  const version = { definitionId: run.definitionId, version: run.definitionVersion };
  const definition = await operations.definitions.get(version);
  const isMine = (it: ExplainedStepView) => (it.next ?? []).some((answer) => answer.userId === userId);
  const explained =
    explanation.steps.find((it) => it.stepId === stepId && isMine(it)) ??
    explanation.steps.find(isMine) ??
    null;
  const withPeople = run.steps.filter(({ people }) => people !== null);
  const step =
    withPeople.find((it) => it.stepId === (explained?.stepId ?? stepId)) ?? withPeople.at(-1) ?? null;
  const node = definition.nodes.find((it) => it.nodeId === step?.nodeId);
  // Stored definitions were checked against the schema of this type.
  const config = (node?.['config'] ?? {}) as Partial<HumanConfig>;
  return { run, name: definition.name, step, config, explained };
}

export const runIds = ({ run, step }: RunPage): string[] => [
  ...(run.initiatorId === null ? [] : [run.initiatorId]),
  ...idsOf(step?.people ?? null),
];

/** State of a run, as a word. */
function statusChip({ texts, say }: View, { status, outcome }: ExecutionView): Html {
  const isOver = status === 'completed' && outcome !== null;
  const tone = status === 'failed' || outcome === 'rejected' ? 'no' : status === 'completed' ? 'ok' : 'wait';
  const sign = tone === 'no' ? 'x' : tone === 'ok' ? 'check' : 'wait';
  const words = isOver ? html`${outcomeText(texts, outcome)}` : say(`status.${status}`);
  return html`<span class="ap-chip" data-tone="${tone}">${icon(sign)}<span>${words}</span></span>`;
}

export interface RunAnswer {
  readonly faults: readonly Fault[];
  readonly sent: Sent;
}

export function runBody(view: View, frame: Frame, page: RunPage, answer: RunAnswer): PageBody {
  const { run, name, step, config, explained } = page;
  const request = {
    name,
    presentation: step?.presentation ?? run.presentation,
    commentBody: config.commentBody ?? null,
    requestedBy: run.initiatorId,
    requestedAt: run.createdAt,
    dueAt: step?.status === 'waiting' ? step.dueAt : null,
    subject: run.subject,
  };
  const rule = explained?.missing?.find(({ code }) => code === 'rule');
  const count = rule === undefined ? 0 : rule.need - rule.have;
  const state = html`<p class="ap-row">${statusChip(view, run)}</p>
    ${count > 0 && html`<p class="ap-why">${icon('user')}<span>${view.say('why.needed', { count })}</span></p>`}`;
  return {
    title: titleOf(request),
    content: html`<div class="dp">
      <article class="dp-sheet" id="live" aria-labelledby="title">
        ${subjectParts(view, request, state)}${peopleSection(view, step?.people ?? null)}
      </article>
      ${answerOf(view, frame, page, answer)}
    </div>`,
  };
}

function answerOf(
  view: View,
  frame: Frame,
  { run, step, config, explained }: RunPage,
  answer: RunAnswer,
): Html | null {
  const mine = (explained?.next ?? []).filter(({ userId }) => userId === view.userId);
  const [first] = mine;
  if (step === null || first === undefined) return null;
  const next = mine.filter(({ onBehalfOf }) => onBehalfOf === first.onBehalfOf);
  const holder = first.onBehalfOf ?? first.userId;
  const round = step.people?.places.find((it) => it.holder === holder)?.round ?? 1;
  return answerForm(view, {
    next,
    decisions: next.map(({ decision }) => decision),
    reasonRequired: config.reasonRequired ?? 'never',
    reasonCodes: config.reasonCodes ?? null,
    form: config.form === undefined ? null : { fields: config.form.fields.map(fieldOf) },
    action: frame.url(`runs/${encodeURIComponent(run.executionId)}`, { step: step.stepId }),
    hidden: {
      round: String(round),
      ...(run.subject !== null && { subjectDigest: run.subject.digest }),
      ...(first.onBehalfOf !== null && { onBehalfOf: first.onBehalfOf }),
    },
    foot:
      first.onBehalfOf === null
        ? null
        : html`<p class="dp-foot">
            ${icon('swap')}<span>${view.say('why.substitute', { name: view.nameOf(first.onBehalfOf) })}</span>
          </p>`,
    ...answer,
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
