import { createTestEngine } from '@org/approval-testkit';
import express from 'express';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { toExpress } from '../express.js';
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
    userOf: ({ id, teamId }) =>
      teamId !== 'T1' || users[id] === undefined ? null : { workspaceId: 'default', userId: users[id] },
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
  const sent = (body: string, url: string) => {
    const time = String(NOW / 1_000);
    const mac = createHmac('sha256', SECRET).update(`v0:${time}:${body}`).digest('hex');
    return fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': time,
        'x-slack-signature': `v0=${mac}`,
      },
      body,
    });
  };
  const form = (decision: string) => {
    const value = JSON.stringify({ executionId, stepId: 'step_ask', decision });
    const actions = [{ action_id: 'approval-decide', value }];
    const payload = { type: 'block_actions', user: { id: 'U1', team_id: 'T1' }, actions };
    return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  };
  const state = async () => (await engine.ask({ key: 'k', reviewers: ['ann'], waitMs: 0 })).state;
  return { press, state, receive, sent, form };
}

test('a button decides as the user who pressed it, once', async () => {
  const { press, state } = await world();
  expect((await press('U2')).body).toContain('is not a reviewer');
  expect((await press('U9')).body).toContain('your Slack user is not linked to a reviewer');
  expect(await state()).toBe('pending');
  expect((await press('U1')).body).toContain('recorded');
  expect(await state()).toBe('approved');
  expect((await press('U1')).body).toContain('already');
});

test.each<[string, object, boolean]>([
  ['of the workspace', { user: { id: 'U1', team_id: 'T1' } }, true],
  ['of whom Slack says no more', { user: { id: 'U1' } }, true],
  ['where the app is the whole organization’s', { user: { id: 'U1', team_id: 'T1' }, team: null }, true],
  [
    'of the organization that the workspace is in',
    { user: { id: 'U1', team_id: 'E1' }, team: { id: 'T1', enterprise_id: 'E1' } },
    true,
  ],
  ['invited to a shared channel', { user: { id: 'U1', team_id: 'T2' } }, false],
  [
    'invited from another organization',
    { user: { id: 'U1', team_id: 'E2' }, team: { id: 'T1', enterprise_id: 'E1' }, enterprise: { id: 'E1' } },
    false,
  ],
])('whose workspace it is: a user %s', async (_, more, isOurs) => {
  const { press, state } = await world();
  expect((await press('U1', { more })).body).toContain(
    isOurs ? 'recorded' : 'your Slack user is not linked to a reviewer',
  );
  expect(await state()).toBe(isOurs ? 'approved' : 'pending');
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

test('over a socket, as a host mounts it: what Slack signed are the bytes that came', async () => {
  const { receive, sent, form, state } = await world();
  const app = express().use('/slack', toExpress(receive));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack`;
  try {
    expect((await fetch(url)).status).toBe(405);
    expect((await fetch(url, { method: 'POST', body: form('approve') })).status).toBe(401);
    expect(await (await sent(form('maybe'), url)).text()).toContain('was not recorded');
    expect((await sent('payload=%7B', url)).status).toBe(200);
    expect(await state()).toBe('pending');
    expect(await (await sent(form('approve'), url)).json()).toMatchObject({
      text: 'Your answer is recorded.',
    });
    expect(await state()).toBe('approved');
    expect((await sent(`payload=${'x'.repeat(300_000)}`, url)).status).toBe(413);
  } finally {
    server.close();
  }
});

test('after a parser of bodies it says what is wrong, and decides nothing', async () => {
  const { receive, sent, form, state } = await world();
  const app = express().use(express.urlencoded()).use('/slack', toExpress(receive));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack`;
  try {
    const answer = await sent(form('approve'), url);
    expect([answer.status, await answer.text()]).toEqual([
      500,
      'mount the receiver before any parser of bodies',
    ]);
    expect(await state()).toBe('pending');
  } finally {
    server.close();
  }
});
