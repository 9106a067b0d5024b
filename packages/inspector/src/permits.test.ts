/** Runs of permits: the requester does not decide, and reviewers decide as themselves. */
import type { JsonValue } from '@org/approval-core';
import { expect, test } from 'vitest';
import { type Setting, inspected } from './test-support/inspected.js';

const DIGEST = `sha256:${'1'.repeat(64)}`;

/** A run that asks legal whether `bot` may act. */
async function asked(setting: Setting) {
  const it = await inspected(setting);
  await it.engine.definitions.create({
    definitionId: 'guarded',
    name: 'Guarded',
    nodes: [
      {
        nodeId: 'ask',
        type: 'human',
        config: {
          reviewers: [{ userId: 'legal', mandatory: true }],
          requireSubjectDigest: true,
          allow: ['delegate'],
          onReject: { routeToNodeId: 'no' },
        },
      },
      { nodeId: 'no', type: 'agent', config: { agentId: '__mock__', urlPath: 'permit.permitId' } },
    ],
    edges: [],
  });
  const { executionId } = await it.engine.executions.dispatch({
    definitionId: 'guarded',
    idempotencyKey: 'permit:permit_1',
    triggerContext: {
      permit: { permitId: 'permit_1', digest: DIGEST, requester: { principal: 'bot', onBehalfOf: null } },
    },
    subject: { digest: DIGEST },
    initiatorId: 'bot',
    contributorIds: ['bot'],
  });
  const step = { executionId, stepId: 'step_ask' };
  const decision = { ...step, reviewerId: 'legal', decision: 'approve', subjectDigest: DIGEST };
  const page = async () => (await it.get(`run?id=${executionId}`)).text();
  const isOpen = async () => (await it.engine.executions.get({ executionId })).status === 'running';
  return { ...it, step, decision, page, isOpen };
}

test('visitors with decide-any decide here only as themselves', async () => {
  const admin = await asked({ subject: 'root' });
  expect((await admin.post('decide', admin.decision)).status).toBe(403);
  expect(await admin.isOpen()).toBe(true);
  const page = await admin.page();
  expect([page.includes('/inspect/decide'), page.includes('/inspect/resolve')]).toEqual([false, true]);
  const legal = await asked({ subject: 'legal', permissions: ['read', 'decide'] });
  expect(await legal.page()).toContain('/inspect/decide');
  expect((await legal.post('decide', legal.decision)).status).toBe(303);
  await legal.drain();
  expect(await legal.isOpen()).toBe(false);
});

test.each([
  ['decide', { reviewerId: 'legal', decision: 'approve', subjectDigest: DIGEST }],
  ['delegate', { reviewerId: 'legal', toUserId: 'friend' }],
  ['resolve', { action: 'force-approve' }],
  ['cancel-step', {}],
  ['remind', {}],
])('the program that asked does nothing there: %s', async (action, fields) => {
  const bot = await asked({ subject: 'bot' });
  expect((await bot.post(action, { ...bot.step, ...(fields as Record<string, string>) })).status).toBe(403);
  expect(await bot.isOpen()).toBe(true);
  const page = await bot.page();
  for (const form of ['decide', 'delegate', 'resolve', 'cancel-step', 'remind'])
    expect(page).not.toContain(`/inspect/${form}"`);
});

test('no place is handed to the program that asked', async () => {
  const legal = await asked({ subject: 'legal' });
  const to = { ...legal.step, reviewerId: 'legal', toUserId: 'bot' };
  expect((await legal.post('delegate', to)).status).toBe(403);
});

test('what was amended is not approved on a page that shows the call as it was; the page says so', async () => {
  const legal = await asked({ subject: 'legal', permissions: ['read', 'decide'] });
  expect(await legal.page()).toContain(`<code>${DIGEST}</code>`);
  const { executionId } = legal.step;
  const digest = `sha256:${'2'.repeat(64)}`;
  const amended = { executionId, subject: { digest }, ifDigest: DIGEST, actorId: 'boss' };
  await legal.engine.executions.reviseSubject(amended);
  const page = await legal.page();
  expect(page).toContain('The call was amended');
  expect(page).toContain(`<code>${digest}</code>`);
  expect([page.includes('value="approve"'), page.includes('value="reject"')]).toEqual([false, true]);
  const now = { ...legal.decision, subjectDigest: digest, round: '2' };
  expect((await legal.post('decide', now)).status).toBe(403);
  expect(await legal.isOpen()).toBe(true);
  expect((await legal.post('decide', { ...now, decision: 'reject', reason: 'no' })).status).toBe(303);
});

test('a call is shown whole, and as it is: nothing of it is hidden behind what is long, or turned round', async () => {
  const it = await inspected({ subject: 'legal' });
  const args = { note: 'x'.repeat(5_000), to: 'a\u202emoc.elpmaxe@evil\u200b', cents: 987_654_321 };
  const { executionId } = await it.engine.executions.dispatch({
    definitionId: 'release-note',
    triggerContext: { url: 'x', permit: { call: { tool: 'pay', args } }, deep: nested(60) },
  });
  const page = await (await it.get(`run?id=${executionId}`)).text();
  const about = page.slice(page.indexOf('<summary>Input'), page.indexOf('</details>'));
  expect(about).toContain('987654321');
  expect(about).toContain('a\\u202emoc.elpmaxe@evil\\u200b');
  expect(about).not.toMatch(/[\u202e\u200b]|more characters/);
  expect(about.length).toBeLessThan(600_000);
});

/** Deeply nested, so that indentation dominates. */
const nested = (levels: number): JsonValue =>
  levels === 0 ? Array.from({ length: 20_000 }, () => 1) : [nested(levels - 1)];
