/**
 * No surface of an example shows a bare id or digest as its subject: inbox rows, pages, pages of
 * links, mails and cards of every definition have a title for people.
 */
import { createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
import {
  type ApprovalEngine,
  type Definition,
  type JsonObject,
  adaptiveCard,
  createApprovalEngine,
  createMemoryStore,
  decisionMail,
  slackBlocks,
} from '@org/approval-core';
import { approverPages } from '@org/approval-http/pages';
import { expect, onTestFinished, test } from 'vitest';
import { policies, refund } from './agent-approval/desk.js';
import { directory } from './expenses/company.js';
import { expense } from './expenses/workflow.js';
import { purchase } from './host/workflow.js';
import { contractSignOff } from './review-app/server/workflow.js';

/** Ids, digests, and names that are one word of code. */
const BARE =
  /^(?:sha256:[0-9a-f]+|[0-9a-f-]{16,}|exec_\S+|step_\S+|permit\S+|[a-z0-9]+(?:[-_.:][a-z0-9]+)+)$/i;

interface Example {
  readonly start: (engine: ApprovalEngine) => Promise<string>;
  readonly title: string;
  readonly facts: readonly string[];
}

const url = 'https://acme.example/orders/1';

const dispatched =
  (definition: Definition, initiatorId: string, triggerContext: JsonObject) =>
  async (engine: ApprovalEngine) => {
    await engine.definitions.ensure(definition);
    const { definitionId } = definition;
    return (await engine.executions.dispatch({ definitionId, initiatorId, triggerContext })).executionId;
  };

/** The run of a permit that the assistant asked for. */
async function permitted(engine: ApprovalEngine): Promise<string> {
  await engine.definitions.ensure(refund);
  const gate = createApprovalGate({ engine, policies, store: createMemoryPermitStore() });
  onTestFinished(() => gate.stop());
  const call = { tool: 'refund.pay', args: { order: 'A-17', cents: 12_000 } };
  const ref = { framework: 'example', runId: 'run', callId: 'call-2' };
  const { executionId } = await gate.request({ call, ref, requester: { principal: 'assistant' } });
  return executionId ?? '';
}

const EXAMPLES: Readonly<Record<string, Example>> = {
  host: {
    start: dispatched(purchase.definition, 'eve', {
      ...{ orderId: crypto.randomUUID(), item: 'Standing desk', amount: 1_200, requestedBy: 'eve', url },
    }),
    title: 'Standing desk',
    facts: ['Amount in EUR', 'Ordered by'],
  },
  expenses: {
    start: dispatched(expense, 'eve', {
      purpose: 'Train to Prague',
      amount: 418,
      receiptUrl: url,
      by: 'eve',
    }),
    title: 'Train to Prague',
    facts: ['Amount in EUR', 'Submitted by'],
  },
  'agent-approval': { start: permitted, title: 'Refund for order A-17', facts: ['Order'] },
  'review-app': {
    start: dispatched(contractSignOff, 'ada', {}),
    title: 'Contract 7, for signature',
    facts: [],
  },
};

test.each(Object.entries(EXAMPLES))(
  '%s shows people what they decide about',
  async (_, { start, title, facts }) => {
    const engine = createApprovalEngine({ store: createMemoryStore(), directory, agents: {} });
    onTestFinished(() => engine.stop());
    const executionId = await start(engine);
    await engine.idle();
    const { items } = await engine.steps.listWaiting();
    const item = items.find((it) => it.executionId === executionId);
    const reviewerId = item?.waitingForReviewers[0] ?? '';
    const { stepId = '' } = item ?? {};
    const pages = approverPages({
      engine,
      authenticate: () => ({ workspaceId: 'default', userId: reviewerId }),
    });
    const get = async (path: string, query = '') =>
      (
        await pages({
          ...{ method: 'GET', path, query, headers: {}, remoteAddress: null },
          body: { kind: 'bytes', bytes: new Uint8Array() },
        })
      ).body;
    const pressed = { executionId, stepId, reviewerId, baseUrl: 'https://acme.example' };
    const relay = engine.forWorkspace('default', { relaysPermits: true });
    const link = await relay.links.create(pressed);
    const page = await get(`/runs/${executionId}`, `step=${stepId}`);
    const linkPage = await get(`/decide/${link.url.split('/').at(-1)}`);
    const headingOf = (text: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(text)?.[1] ?? '';
    const mail = decisionMail(link);
    const subjects = {
      row: item?.title ?? '',
      rowOfPages: /class="ap-item-title"[^>]*>([^<]*)</.exec(await get('/'))?.[1] ?? '',
      page: headingOf(page),
      linkPage: headingOf(linkPage),
      mail: mail.subject.replace(/^[^:]*: /, ''),
    };
    for (const [surface, subject] of Object.entries(subjects)) {
      expect([surface, subject]).toEqual([surface, title]);
      expect([surface, BARE.test(subject)]).toEqual([surface, false]);
    }
    for (const message of [
      mail.text,
      mail.html,
      JSON.stringify(slackBlocks(link)),
      JSON.stringify(adaptiveCard(link)),
    ])
      expect(message.replaceAll('\\', '')).toContain(title);
    for (const label of facts) for (const text of [page, linkPage]) expect(text).toContain(`>${label}</dt>`);
  },
);
