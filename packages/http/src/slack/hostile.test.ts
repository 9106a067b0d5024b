/**
 * Attacks on Slack's callback: without the secret, or with an old request signed with it.
 */
import { createTestEngine } from '@org/approval-testkit';
import { HOSTING_LIMITS } from '@org/approval-core/definition';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { toNodeListener } from '../node.js';
import { createSlackReceiver, slackDecision } from '../index.js';

const SECRET = 'slack-signing-secret';
const NOW = Date.UTC(2026, 0, 1);
const NOW_S = NOW / 1_000;
const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

const sign = (time: string, body: string, secret = SECRET) =>
  `v0=${createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')}`;

async function world() {
  const { engine } = createTestEngine();
  const { executionId } = await engine.ask({ key: 'k', reviewers: ['ann'], waitMs: 0 });
  const seen = { users: 0, faults: 0, now: NOW };
  const fault = () => (seen.faults += 1);
  const receive = createSlackReceiver({
    engine,
    signingSecret: SECRET,
    now: () => seen.now,
    logger: { warn: fault, error: fault },
    userOf: ({ id }) => {
      seen.users += 1;
      return id === 'U1' ? { workspaceId: 'default', userId: 'ann' } : null;
    },
  });
  const server = createServer(toNodeListener(receive)).listen(0, '127.0.0.1');
  ends.push(() => server.close().closeAllConnections());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const form = (payload: object) => new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const value = slackDecision({ executionId, stepId: 'step_ask', decision: 'approve' });
  const press = {
    type: 'block_actions',
    user: { id: 'U1', team_id: 'T1' },
    actions: [{ action_id: 'approval-decide', value }],
  };
  const state = async () => (await engine.ask({ key: 'k', reviewers: ['ann'], waitMs: 0 })).state;
  const send = async (body: string, headers: Record<string, string>) => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
    return answer.status;
  };
  return { seen, send, state, press, button: form(press), form };
}

const signed = (time: string, body: string, secret = SECRET) => ({
  'content-type': 'application/x-www-form-urlencoded',
  'x-slack-request-timestamp': time,
  'x-slack-signature': sign(time, body, secret),
});

test.each<[string, (body: string) => Record<string, string>]>([
  ['nothing', () => ({})],
  ['another secret', (body) => signed(String(NOW_S), body, 'another')],
  ['another body', (body) => signed(String(NOW_S), `${body}&a=b`)],
  ['no time', (body) => ({ 'x-slack-signature': sign('', body) })],
  ['a time before five minutes', (body) => signed(String(NOW_S - 301), body)],
  ['a time in five minutes', (body) => signed(String(NOW_S + 301), body)],
  ['a time that is none', (body) => signed('NaN', body)],
  ['a negative time', (body) => signed(`-${NOW_S}`, body)],
  ['a time in ms', (body) => signed(String(NOW), body)],
  ['a time in hexadecimal', (body) => signed(`0x${NOW_S.toString(16)}`, body)],
  [
    'another time than the signed one',
    (body) => ({ ...signed(String(NOW_S), body), 'x-slack-request-timestamp': String(NOW_S - 1) }),
  ],
  [
    'a shorter signature',
    (body) => ({
      ...signed(String(NOW_S), body),
      'x-slack-signature': sign(String(NOW_S), body).slice(0, -1),
    }),
  ],
  [
    'another version',
    (body) => ({
      ...signed(String(NOW_S), body),
      'x-slack-signature': sign(String(NOW_S), body).replace('v0', 'v1'),
    }),
  ],
])('with %s nothing is read of it', async (_, headers) => {
  const { seen, send, state, button } = await world();
  // Were it parsed first, it would be passed over with 200.
  expect(await send('payload={', headers('payload={'))).toBe(401);
  expect(await send(button, headers(button))).toBe(401);
  expect(seen).toMatchObject({ users: 0, faults: 0 });
  expect(await state()).toBe('pending');
});

test('a request that is sent again decides nothing more, and nothing at all once it is old', async () => {
  const { seen, send, state, button } = await world();
  const headers = signed(String(NOW_S), button);
  seen.now += HOSTING_LIMITS.slackAgeMs + 1_000;
  expect(await send(button, headers)).toBe(401);
  expect(await state()).toBe('pending');
  seen.now = NOW + HOSTING_LIMITS.slackAgeMs;
  expect(await send(button, headers)).toBe(200);
  expect(await state()).toBe('approved');
  expect(await send(button, headers)).toBe(200);
  expect(await state()).toBe('approved');
});

test('a body at the size limit is read, and one byte more is refused even if signed', async () => {
  const { seen, send, state, button } = await world();
  const whole = `${button}&a=`.padEnd(HOSTING_LIMITS.slackBytes, 'x');
  expect(await send(`${whole}x`, signed(String(NOW_S), `${whole}x`))).toBe(413);
  expect(seen).toMatchObject({ users: 0, faults: 0 });
  expect(await state()).toBe('pending');
  expect(await send(whole, signed(String(NOW_S), whole))).toBe(200);
  expect(await state()).toBe('approved');
});

test.each<[string, (press: object) => object]>([
  ['ids that are not strings', (it) => ({ ...it, user: { id: ['U1'], team_id: {} } })],
  ['a user of prototypes', (it) => ({ ...it, user: { id: '__proto__', team_id: 'T1' } })],
  ['10,000 buttons', (it) => ({ ...it, actions: Array.from({ length: 10_000 }, () => ({})) })],
  [
    'a button that is not an object',
    (it) => ({ ...it, actions: [{ action_id: 'approval-decide', value: '7' }] }),
  ],
  [
    'a value of many levels',
    (it) => ({
      ...it,
      actions: [{ action_id: 'approval-decide', value: `${'['.repeat(30_000)}${']'.repeat(30_000)}` }],
    }),
  ],
])('signed, with %s: an answer, and no fault', async (_, payloadOf) => {
  const { seen, send, state, press, form } = await world();
  const body = form(payloadOf(press));
  expect(await send(body, signed(String(NOW_S), body))).toBe(200);
  expect(seen.faults).toBe(0);
  expect(await state()).toBe('pending');
});

test.each([
  ['actions', { actions: 7 }],
  ['entries', { actions: [null] }],
  ['user', { user: 7 }],
])('signed, with %s of another kind: an answer, and no fault', async (_, other) => {
  const { seen, send, state, press, form } = await world();
  const body = form({ ...press, ...other });
  expect(await send(body, signed(String(NOW_S), body))).toBe(200);
  expect(seen.faults).toBe(0);
  expect(await state()).toBe('pending');
});
