/** Effects of the forms of a run, each by the operation of its name. */
import { ApprovalError, type Issue } from '@org/approval-core';
import { html } from '@org/approval-internal/html';
import type { HttpResponse } from '@org/approval-internal/http';
import { failure } from '../answer.js';
import { type AnswerFields, formAnswerOf, sentOf, textsOf } from './link/body.js';
import { NOTHING } from './answer-form.js';
import { endPage, recorded, refused } from './ends.js';
import type { RunAnswer, RunPage } from './run-page.js';
import { readRun, requestOf, runBody, runIds } from './run.js';
import type { Site, Visit } from './site.js';
import { titleOf } from './subject.js';
import { line } from './words.js';

/** A run that a request names. */
export interface NamedRun {
  readonly executionId: string;
  readonly stepId: string | null;
}

type Step = Pick<NamedRun, 'executionId'> & { readonly stepId: string };
type Texts = ReadonlyMap<string, string>;

/** A form: its fields, and its operation. */
interface Action {
  readonly fields: readonly string[];
  readonly run: (visit: Visit, step: Step, sent: Texts) => Promise<unknown>;
}

/** Empty fields were not filled in. */
const filled = (sent: Texts, name: string): string | undefined => sent.get(name) || undefined;

const withText = <Name extends string>(sent: Texts, name: Name): { readonly [N in Name]?: string } => {
  const text = filled(sent, name);
  return (text === undefined ? {} : { [name]: text }) as { readonly [N in Name]?: string };
};

/** Actions by the last part of their address. */
const ACTIONS: Readonly<Record<string, Action>> = {
  ask: {
    fields: ['ofUserId', 'question'],
    run: ({ call, userId: reviewerId }, step, sent) => {
      const request = { ...step, reviewerId, question: sent.get('question') ?? '' };
      return call('steps/requestInformation', { ...request, ...withText(sent, 'ofUserId') });
    },
  },
  reply: {
    fields: ['questionId', 'answer'],
    run: ({ call, userId: actorId }, step, sent) => {
      const [questionId, answer] = [sent.get('questionId') ?? '', sent.get('answer') ?? ''];
      return call('steps/provideInformation', { ...step, actorId, questionId, answer });
    },
  },
  'hand-over': {
    fields: ['toUserId'],
    run: ({ call, userId: reviewerId }, step, sent) =>
      call('steps/delegate', { ...step, reviewerId, toUserId: sent.get('toUserId') ?? '' }),
  },
  claim: {
    fields: ['entry'],
    run: ({ call, userId: reviewerId }, step, sent) =>
      call('steps/claim', { ...step, reviewerId, entry: Number(sent.get('entry')) }),
  },
  release: {
    fields: ['entry'],
    run: ({ call, userId: reviewerId }, step, sent) =>
      call('steps/release', { ...step, reviewerId, entry: Number(sent.get('entry')) }),
  },
  retract: {
    fields: ['round', 'onBehalfOf'],
    run: ({ call, userId: reviewerId }, step, sent) => {
      const request = { ...step, reviewerId, round: Number(sent.get('round')) };
      return call('steps/retractDecision', { ...request, ...withText(sent, 'onBehalfOf') });
    },
  },
};

export const isAction = (name: string): boolean => Object.hasOwn(ACTIONS, name);

/** The page of a run, with the errors of a form that was refused. */
export async function runAnswer(
  site: Site,
  visit: Visit,
  named: NamedRun,
  answer: RunAnswer = { form: '', faults: [], sent: NOTHING },
): Promise<HttpResponse> {
  const page = await readRun(visit, named);
  const view = await site.viewFor(visit, runIds(page));
  const { executionId } = named;
  const { run, position } = page;
  const isOver = run.completedAt !== null || run.cancelledAt !== null;
  const live = isOver || position === null ? null : site.url('live', { executionId, after: position });
  const frame = site.frame({ place: '', live });
  const colleagues = await site.colleaguesOf(visit.userId);
  const body = runBody(view, frame, { page, answer, colleagues });
  return site.show(view, frame, body, answer.faults.length === 0 ? 200 : 400);
}

/** Records the decision of the reader. */
export async function decideAnswer(site: Site, visit: Visit, named: NamedRun): Promise<HttpResponse> {
  const page = await readRun(visit, named);
  const sent = sentOf(visit.request);
  return refusing(site, visit, { named, page, form: 'decide', sent }, async () => {
    const fields = formAnswerOf(visit.request, page.config.form?.fields ?? []);
    const stepId = named.stepId ?? page.step?.stepId ?? '';
    const step = { executionId: named.executionId, stepId, reviewerId: visit.userId };
    const request = { ...decisionOf(fields), ...step };
    const result = await visit.call('steps/recordReviewerDecision', request);
    const view = await site.viewFor(visit);
    const isOpen = result.aggregatorStatus === 'pending';
    const { decision } = request;
    const body = recorded(view, { decision, isOpen, title: titleOf(requestOf(page)), links: onward() });
    return site.show(view, site.frame({ place: '' }), body);

    function onward() {
      const run = site.url(`runs/${encodeURIComponent(named.executionId)}`, { step: stepId });
      return html`<p class="ap-row">
        <a class="ap-btn" data-kind="primary" href="${site.url('')}">${view.texts.say('nav.inbox')}</a>
        <a class="ap-btn" href="${run}">${view.texts.say('end.see')}</a>
      </p>`;
    }
  });
}

/** Does what another form of the run asks for. */
export async function actAnswer(
  site: Site,
  visit: Visit,
  named: NamedRun & { readonly name: string },
): Promise<HttpResponse> {
  const { name, executionId } = named;
  const action = ACTIONS[name];
  const page = await readRun(visit, named);
  const stepId = named.stepId ?? page.step?.stepId ?? '';
  const sent = sentOf(visit.request);
  return refusing(site, visit, { named, page, form: name, sent }, async () => {
    const texts = textsOf(visit.request, action?.fields ?? []);
    await action?.run(visit, { executionId, stepId }, texts);
    const toUserId = texts.get('toUserId');
    if (name === 'hand-over' && toUserId !== undefined) return handedOver(site, visit, toUserId, page);
    return site.goTo(`runs/${encodeURIComponent(executionId)}`, { step: stepId });
  });
}

/** The reader may see the run no more. */
async function handedOver(site: Site, visit: Visit, toUserId: string, page: RunPage): Promise<HttpResponse> {
  const view = await site.viewFor(visit, [toUserId]);
  const name = view.nameOf(toUserId);
  const more = html`<p class="ap-2nd"><b dir="auto">${line(titleOf(requestOf(page)))}</b></p>
    <p><a class="ap-btn" data-kind="primary" href="${site.url('')}">${view.texts.say('nav.inbox')}</a></p>`;
  const body = endPage({
    ...{ title: view.texts.say('end.handed', { name }), text: view.say('end.handed.text', { name }) },
    ...{ tone: 'ok', sign: 'swap', more },
  });
  return site.show(view, site.frame({ place: '' }), body);
}

interface Refusing {
  readonly named: NamedRun;
  readonly page: RunPage;
  readonly form: string;
  readonly sent: RunAnswer['sent'];
}

/** Shows errors of fields at their form, and other refusals as a page with what was typed. */
async function refusing(
  site: Site,
  visit: Visit,
  { named, page, form, sent }: Refusing,
  run: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApprovalError) || SHOWN_ELSEWHERE.has(error.status)) throw error;
    const faults = issuesOf(error);
    if (faults !== null && error.status === 'INVALID_ARGUMENT')
      return runAnswer(site, visit, named, { form, faults, sent });
    const view = await site.viewFor(visit);
    const { code } = error.details;
    const typed = sent.get('reason') ?? sent.get('question') ?? sent.get('answer') ?? '';
    const again = site.url(`runs/${encodeURIComponent(named.executionId)}`, {
      step: named.stepId ?? page.step?.stepId ?? '',
    });
    const more = html`<p lang="en" dir="auto" class="ap-3rd ap-sm">${line(error.message)}</p>
      ${
        typed !== '' &&
        html`<h2>${view.texts.say('end.kept')}</h2>
          <p class="dp-question" dir="auto">${line(typed)}</p>`
      }
      <p><a class="ap-btn" href="${again}">${view.texts.say('end.again')}</a></p>`;
    const body = refused(view, { code: typeof code === 'string' ? code : 'failed' }, more);
    return site.show(view, site.frame({ place: '' }), body, failure(error, '').status);
  }
}

/** Errors of the service, which have pages of their own. */
const SHOWN_ELSEWHERE = new Set<string>(['INTERNAL', 'UNAVAILABLE', 'RESOURCE_EXHAUSTED', 'NOT_FOUND']);

/** The fields of a decision; the operation checks their contents. */
function decisionOf({ round, ...fields }: AnswerFields) {
  return { ...fields, round: Number(round) } as unknown as {
    readonly decision: 'approve' | 'reject' | 'abstain';
    readonly round: number;
  };
}

const issuesOf = ({ details }: ApprovalError): readonly Issue[] | null =>
  Array.isArray(details['issues']) ? (details['issues'] as Issue[]) : null;
