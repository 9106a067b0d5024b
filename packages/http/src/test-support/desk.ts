/**
 * A host with approver pages and decision links on a socket, and requests that look like real ones.
 */
import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
import { CATALOGUES, type Catalogue } from '@org/approval-core/texts';
import type { OperationRequest } from '@org/approval-core/views';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeListener } from '../node.js';
import { approverPages } from '../pages/pages.js';

const HOUR = 3_600_000;

type Presented = NonNullable<OperationRequest<'executions/dispatch'>['presentation']>;

export const PEOPLE: Readonly<Record<string, string>> = {
  maria: 'María-Fernanda Oyelaran-Castellanos',
  fay: 'Fay Adler',
  gus: 'Gus Nakamura',
  jonas: 'Jonas Feldmann',
  dora: 'Dora Lindgren',
  max: 'Max Brandt',
};

const LOGO =
  '<svg viewBox="0 0 28 28" aria-hidden="true"><rect width="28" height="28" rx="7" fill="currentColor"/><path d="M9 20V8l10 12V8" fill="none" stroke="Canvas" stroke-width="2.4"/></svg>';

/** A language whose words are 40 % longer, and whose letters show what is not translated. */
const pseudo = (text: string): string =>
  text.includes('plural')
    ? text.replaceAll(
        /\b(one|other) \{([^{}]*)\}/g,
        (_, form: string, it: string) => `${form} {${stretched(it)}}`,
      )
    : text.replaceAll(/\{[^{}]*\}|[^{}]+/g, (it) => (it.startsWith('{') ? it : stretched(it)));
const stretched = (text: string): string =>
  text
    .replaceAll('a', 'á')
    .replaceAll('e', 'é')
    .replaceAll('o', 'ö')
    .replaceAll(/\p{L}{4,}/gu, (word) => word + word.slice(-Math.ceil(word.length * 0.4)));
export const PSEUDO = 'en-XA';
const PSEUDO_TEXTS = Object.fromEntries(
  Object.entries(CATALOGUES.en).map(([key, text]) => [key, pseudo(text)]),
) as unknown as Catalogue;

const person = (userId: string) => ({ userId, mandatory: false });

const FINANCE = {
  reviewers: [{ pool: { users: ['maria', 'fay', 'gus'] }, count: 1, mandatory: true }],
};

export async function createDesk() {
  const engine = createApprovalEngine({ store: createMemoryStore() });
  await engine.definitions.create({
    definitionId: 'purchase-order',
    name: 'Purchase order',
    nodes: [
      {
        nodeId: 'finance',
        type: 'human',
        slaMs: 7 * HOUR,
        config: {
          reviewers: ['maria', 'fay', 'gus'].map(person),
          decisionRule: { kind: 'count', approvals: 2 },
          commentBody: 'Please check the budget and the supplier’s terms. The offer holds until Friday.',
          reasonRequired: 'reject',
          reasonCodes: ['over-budget', 'wrong-supplier', 'not-needed'],
          allowAbstain: true,
          allow: ['delegate', 'ask', 'retract', 'substitute'],
          form: {
            fields: [
              {
                name: 'Book on',
                type: 'choice',
                choices: ['4410 Workplace, Leipzig', '4400 Workplace, shared'],
                required: true,
              },
              { name: 'Discount in %', type: 'number' },
            ],
          },
          onReject: { end: 'rejected' },
        },
      },
      {
        nodeId: 'escalated',
        type: 'human',
        config: { reviewers: [{ userId: 'dora', mandatory: true }], onReject: { end: 'rejected' } },
      },
      {
        nodeId: 'director',
        type: 'human',
        config: { reviewers: [{ userId: 'dora', mandatory: true }], onReject: { end: 'rejected' } },
      },
    ],
    edges: [
      { from: 'finance', to: 'director' },
      { from: 'finance', to: 'escalated', when: '{"op":"eq","args":[{"var":"step.status"},"breached"]}' },
    ],
  });
  await engine.definitions.create({
    definitionId: 'access',
    name: 'Access request',
    nodes: [
      {
        nodeId: 'owner',
        type: 'human',
        config: { ...FINANCE, allow: ['claim', 'substitute'], onReject: { end: 'rejected' } },
      },
    ],
  });
  const desks = {
    title: '48 standing desks, Leipzig office',
    amount: { amount: '12400.00', currency: 'EUR' },
    facts: [
      { label: 'Supplier', value: 'Büromöbel Lindqvist & Söhne GmbH & Co. KG' },
      { label: 'Cost centre', value: '4410 Workplace, Leipzig' },
      {
        label: 'Budget left after this',
        value: { amount: '18650.00', currency: 'EUR' },
        kind: 'money' as const,
      },
      { label: 'Payment', value: '30 days, 2 % in 10' },
      { label: 'Delivery', value: '2026-12-14', kind: 'date' as const },
    ],
    table: {
      columns: ['Item', 'Quantity', 'Sum'],
      rows: [
        ['Desk Höjd 160 × 80, oak, electric', 48, { amount: '10992.00', currency: 'EUR' }],
        ['Cable tray, black', 48, { amount: '768.00', currency: 'EUR' }],
        ['Delivery and assembly', 1, { amount: '640.00', currency: 'EUR' }],
      ],
    },
    documents: [{ title: 'Offer Lindqvist 2026-1182.pdf', href: 'https://acme.example/o', bytes: 214_000 }],
  };
  const start = (definitionId: string, presentation: Presented, more: object = {}) =>
    engine.executions.dispatch({
      definitionId,
      initiatorId: 'jonas',
      presentation,
      ...more,
    });
  const { executionId } = await start('purchase-order', desks, {
    subject: { digest: `sha256:${'9f2c41d0e41a'.repeat(5)}9f2c`, ref: 'PO-2026-1182', revision: 'r2' },
  });
  await start('access', {
    title: 'Read access to the orders database for 48 hours',
    facts: [
      { label: 'System', value: 'orders-eu-1' },
      { label: 'Why', value: 'Month-end reconciliation' },
    ],
  });
  await start('access', {
    title: 'طلب شراء: أجهزة عرض لقاعة التدريب في دبي',
    amount: { amount: '4950', currency: 'AED' },
    facts: [{ label: 'Asked by', value: 'dora', kind: 'user' as const }],
  });
  await engine.idle();
  const step = { executionId, stepId: 'step_finance' };
  await engine.steps.requestInformation({
    ...{ ...step, reviewerId: 'fay', question: 'Why not the frames that we have in storage?' },
  });
  await engine.steps.provideInformation({
    ...{ ...step, actorId: 'jonas', questionId: 'question_1' },
    answer: 'They are 120 cm wide and were written off in March. The works council agreed on 160 cm.',
  });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pages = approverPages({
    ...{ engine, rateLimiter: false },
    brand: { name: 'Nordlicht', logo: LOGO },
    texts: { [PSEUDO]: PSEUDO_TEXTS },
    namesOf: () => PEOPLE,
    timeZoneOf: () => 'Europe/Berlin',
    colleaguesOf: () => PEOPLE,
    authenticate: ({ headers }) => {
      const user = /user=(\w+)/.exec(String(headers['cookie'] ?? ''))?.[1];
      return user === undefined ? null : { workspaceId: 'default', userId: user };
    },
    onError: (error) => console.error(error),
  });
  server.on('request', toNodeListener(pages));
  const linkFor = async (reviewerId: string) => {
    const link = await engine.links.create({ ...step, reviewerId, baseUrl: url });
    return `${url}/decide/${link.url.split('/').at(-1)}`;
  };
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await engine.stop();
  };
  return { engine, url, step, linkFor, start, close, desks };
}
