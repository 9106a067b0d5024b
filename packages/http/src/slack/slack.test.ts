import { createTestEngine } from '@org/approval-testkit';
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSlackReceiver, slackDecision } from '../index.js';

const SECRET = 'slack-signing-secret';
const NOW = Date.UTC(2026, 0, 1);

async function world() {
  const { engine } = createTestEngine();
  const { executionId } = await engine.ask({ key: 'k', reviewers: ['ann'], waitMs: 0 });
  const users: Record<string, string> = { U1: 'ann', U2: 'bob' };
  const receive = createSlackReceiver({
    engine,
    signingSecret: SECRET,
    now: () => NOW,
    userOf: ({ id }) => (users[id] === undefined ? null : { workspaceId: 'default', userId: users[id] }),
  });
  const press = async (user: string, { at = NOW, secret = SECRET, more = {} } = {}) => {
    const value = slackDecision({ executionId, stepId: 'step_ask', decision: 'approve' });
    const actions = [{ action_id: 'approval-decide-1', value }];
    const payload = { type: 'block_actions', user: { id: user }, team: { id: 'T1' }, actions, ...more };
    const bytes = new TextEncoder().encode(`payload=${encodeURIComponent(JSON.stringify(payload))}`);
    const time = String(Math.floor(at / 1_000));
    const mac = createHmac('sha256', secret).update(`v0:${time}:`).update(bytes).digest('hex');
    return receive({
      method: 'POST',
      path: '/slack',
      query: '',
      headers: { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${mac}` },
      remoteAddress: null,
      body: { kind: 'bytes', bytes },
    });
  };
  const state = async () => (await engine.ask({ key: 'k', reviewers: ['ann'], waitMs: 0 })).state;
  return { press, state };
}

test('a button decides as the user who pressed it, once', async () => {
  const { press, state } = await world();
  expect((await press('U2')).body).toContain('is not a reviewer');
  expect((await press('U9')).body).toContain('nobody knows who you are');
  expect(await state()).toBe('pending');
  expect((await press('U1')).body).toContain('recorded');
  expect(await state()).toBe('approved');
  expect((await press('U1')).body).toContain('already');
});

test('what Slack has not signed, or signed long ago, decides nothing', async () => {
  const { press, state } = await world();
  expect((await press('U1', { secret: 'another' })).status).toBe(401);
  expect((await press('U1', { at: NOW - 301_000 })).status).toBe(401);
  expect((await press('U1', { at: NOW + 301_000 })).status).toBe(401);
  expect(await state()).toBe('pending');
});

test('buttons of others are passed over', async () => {
  const { press, state } = await world();
  const answer = await press('U1', { more: { actions: [{ action_id: 'other', value: '{}' }] } });
  expect([answer.status, answer.body]).toEqual([200, '']);
  expect(await state()).toBe('pending');
});
