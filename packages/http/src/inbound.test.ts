/** Triggers and callbacks over HTTP (contract section 13), against every adapter. */
import { type AgentFunction, LIMITS, createMemoryStore } from '@org/approval-core';
import { createTestEngine, overriding } from '@org/approval-testkit';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMemoryRateLimiter } from './index.js';
import { ADAPTERS, type Adapter, type Exchange, type Mounted } from './test-support/adapters.js';
import { type Headers, createKit, envelopeOf } from './test-support/kit.js';

const SECRET = 'trigger-secret-0123456';
const TRIGGER = '/v2/workflow/webhook-inbound/trigger';
const CALLBACK = '/v2/workflow/webhook-inbound/callback';
const TARGET = '?workspaceId=main&definitionId=flow&triggerId=push';
const BODY = '{ "url": "https://example.com" }';

/** Start of a test engine's clock, in the seconds of `webhook-timestamp`. */
const NOW_S = createTestEngine().clock.now() / 1_000;

function signed(body: string | Uint8Array, headers: Headers = {}, id = 'e-0'): Headers {
  const signature = createHmac('sha256', SECRET).update(`${id}.${NOW_S}.`).update(body).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(NOW_S),
    'webhook-signature': `v1,${signature}`,
    ...headers,
  };
}

async function setUp(options: Parameters<typeof createKit>[0] = {}) {
  const tokens: (string | null)[] = [];
  const later: AgentFunction = ({ callbackToken }) => {
    tokens.push(callbackToken);
    return { deferred: true };
  };
  const kit = await createKit(options, { agents: { later } });
  const on = kit.engine.forWorkspace('main');
  await on.definitions.create({
    definitionId: 'flow',
    name: 'Flow',
    nodes: [{ nodeId: 'a', type: 'agent', config: { agentId: 'later', urlPath: 'url' } }],
    edges: [],
    triggers: [{ triggerId: 'push', inboundWebhook: { authMode: 'hmac', secret: SECRET, allowedEvents: ['go'], eventNameHeader: 'x-event' } }], // prettier-ignore
  });
  return { ...kit, on, tokens };
}

const raw = ADAPTERS.filter((adapter) => !adapter.hostParses);
const parsing = ADAPTERS.filter((adapter) => adapter.hostParses);

describe.each(raw.map((adapter) => [adapter.name, adapter] as const))('%s', (_, adapter: Adapter) => {
  let kit: Awaited<ReturnType<typeof setUp>>;
  let mounted: Mounted;
  beforeAll(async () => {
    kit = await setUp();
    mounted = await adapter.mount(kit.handlerOptions);
  });
  afterAll(() => mounted.close());
  const send = async (exchange: Exchange) => envelopeOf(await mounted.send(exchange));
  const trigger = (headers: Headers, body: string | Uint8Array = BODY, query = TARGET) =>
    send({ path: TRIGGER + query, headers, body });

  test('a signed request starts a run, once for each id', async () => {
    const headers = signed(BODY, { 'x-event': 'go' }, 'e-1');
    const first = await trigger(headers);
    expect(first.result).toEqual({ accepted: true, code: 'accepted', executionId: expect.any(String) as unknown, deduplicated: false }); // prettier-ignore
    expect((await trigger(headers)).result).toEqual({ ...(first.result as object), deduplicated: true });
    const { executionId } = first.result as { executionId: string };
    const { triggerContext } = await kit.on.executions.get({ executionId });
    expect(triggerContext).toEqual({ url: 'https://example.com' });
  });

  test('an event without a matching trigger is 200, and starts nothing', async () => {
    const before = (await kit.on.executions.list()).items.length;
    for (const more of [{}, { 'x-event': 'stop' }]) {
      const { code, result } = await trigger(signed(BODY, more));
      expect([code, result]).toEqual([200, { accepted: false, code: 'event-ignored' }]);
    }
    expect((await kit.on.executions.list()).items).toHaveLength(before);
  });

  test('all failed proofs get the same answer', async () => {
    const good = signed(BODY, { 'x-event': 'go' });
    const answers = [
      await trigger({ ...good, 'webhook-signature': 'v1,AAAA' }),
      await trigger({ 'content-type': 'application/json' }),
      await trigger(good, `${BODY} `),
      await trigger(good, BODY, TARGET.replace('main', 'other')),
      await trigger(good, BODY, TARGET.replace('flow', 'ghost')),
      await trigger(good, BODY, TARGET.replace('push', 'ghost')),
      await trigger(good, BODY, `${TARGET}&workspaceId=main`),
      await trigger(good, BODY, `${TARGET}&organizationId=acme&organizationId=acme`),
      await trigger(good, BODY, ''),
    ];
    for (const { code, status, text } of answers) {
      expect([code, status]).toEqual([401, 'UNAUTHENTICATED']);
      expect(text).toBe(answers[0]?.text);
    }
  });

  test('too large is 413, another type 415, another method 405', async () => {
    const large = new Uint8Array(1_048_577).fill(0x20);
    const headers = signed(large);
    expect((await trigger(headers, large)).code).toBe(413);
    expect((await trigger(signed(BODY, { 'content-type': 'text/plain' }))).code).toBe(415);
    expect((await send({ method: 'GET', path: TRIGGER + TARGET })).code).toBe(405);
  });

  test('a callback completes its step, once', async () => {
    const { executionId } = (await trigger(signed(BODY, { 'x-event': 'go' }, 'e-2'))).result as {
      executionId: string;
    };
    await kit.drain();
    const headers = { 'content-type': 'application/json', 'x-svc-callback-token': kit.tokens.at(-1) ?? '' };
    const call = (body: string, more: Headers = {}) =>
      send({ path: CALLBACK, headers: { ...headers, ...more }, body });
    expect((await call('{"status":"done"}')).status).toBe('INVALID_ARGUMENT');
    expect((await call('{"status":"completed"}', { 'x-svc-callback-token': 'x' })).status).toBe(
      'UNAUTHENTICATED',
    );
    const done = await call('{"status":"completed","output":{"score":1}}');
    expect(done.result).toEqual({ completed: true, executionId, stepId: 'step_a' });
    expect((await call('{"output":{"score":1},"status":"completed"}')).text).toBe(done.text);
    expect((await call('{"status":"failed"}')).status).toBe('FAILED_PRECONDITION');
    expect((await kit.on.executions.get({ executionId })).status).toBe('completed');
  });
});

describe.each(parsing.map((adapter) => [adapter.name, adapter] as const))('%s', (_, adapter: Adapter) => {
  test('a trigger needs the raw body, and says so to the host only', async () => {
    const kit = await setUp();
    const mounted = await adapter.mount(kit.handlerOptions);
    const answer = envelopeOf(
      await mounted.send({ path: TRIGGER + TARGET, headers: signed(BODY), body: BODY }),
    );
    expect([answer.code, answer.status]).toEqual([500, 'INTERNAL']);
    expect(String((kit.logged.at(-1) as unknown[])[1])).toContain('before express.json()');
    await mounted.close();
  });
});

test('bad signatures cost their address, good ones their workspace', async () => {
  const kit = await setUp({ rateLimiter: createMemoryRateLimiter({ 'failed-attempt': 2, dispatch: 1 }) });
  const send = async (headers: Headers, remoteAddress: string) =>
    (await kit.handler({
      ...{ method: 'POST', path: TRIGGER, query: TARGET.slice(1), headers, remoteAddress },
      body: { kind: 'bytes', bytes: new TextEncoder().encode(BODY) },
    })).status; // prettier-ignore
  const bad = { 'content-type': 'application/json' };
  expect([await send(bad, 'a'), await send(bad, 'a'), await send(bad, 'a'), await send(bad, 'b')]).toEqual([401, 401, 429, 401]); // prettier-ignore
  const good = signed(BODY, { 'x-event': 'go' });
  expect([await send(good, 'c'), await send(good, 'd')]).toEqual([200, 429]);
});

test('an address whose attempts are used up costs the store nothing more', async () => {
  let looks = 0;
  const memory = createMemoryStore();
  const store = overriding(memory, {
    findDefinitions: (keys) => {
      looks += 1;
      return memory.findDefinitions(keys);
    },
  });
  const rateLimiter = createMemoryRateLimiter({ 'failed-attempt': 3 });
  const kit = await createKit({ rateLimiter }, { store });
  const send = async (remoteAddress: string) =>
    (await kit.handler({
      ...{ method: 'POST', path: TRIGGER, query: TARGET.slice(1), remoteAddress },
      headers: { 'content-type': 'application/json' },
      body: { kind: 'bytes', bytes: new TextEncoder().encode(BODY) },
    })).status; // prettier-ignore
  for (let count = 0; count < 3; count++) expect(await send('a')).toBe(401);
  const before = looks;
  for (let count = 0; count < 20; count++) expect(await send('a')).toBe(429);
  expect(looks).toBe(before);
  expect(await send('b')).toBe(401);
  expect(looks).toBeGreaterThan(before);
});

describe('a callback without a valid token', () => {
  const bodyOf = (text: string) => ({ kind: 'bytes', bytes: new TextEncoder().encode(text) }) as const;
  const hostile = [
    '{"status":',
    '['.repeat(500_000),
    `{${'"a":1,'.repeat(100_000)}"b":1}`,
    'x'.repeat(1_048_577),
  ];

  test('is refused before its body is read, and counted', async () => {
    const kit = await setUp({ rateLimiter: createMemoryRateLimiter({ 'failed-attempt': 4 }) });
    const send = async (text: string, headers: Headers = {}) =>
      (await kit.handler({
        ...{ method: 'POST', path: CALLBACK, query: '', remoteAddress: 'a', body: bodyOf(text) },
        headers: { 'content-type': 'application/json', 'x-svc-callback-token': 'v1.k.t.s', ...headers },
      })).status; // prettier-ignore
    const statuses = [];
    for (const text of hostile) statuses.push(await send(text));
    expect(statuses).toEqual([401, 401, 401, 401]);
    expect(await send('{}', { 'content-type': 'text/plain' })).toBe(429);
  });

  test('never keeps the right token out: failures of an address cost failures alone', async () => {
    const kit = await setUp({ rateLimiter: createMemoryRateLimiter({ 'failed-attempt': 2 }) });
    const call = async (token: string, remoteAddress: string | null) =>
      (await kit.handler({
        ...{ method: 'POST', path: CALLBACK, query: '', remoteAddress, body: bodyOf('{"status":"completed"}') },
        headers: { 'content-type': 'application/json', 'x-svc-callback-token': token },
      })).status; // prettier-ignore
    await kit.on.executions.dispatch({ definitionId: 'flow', triggerContext: { url: 'u' } });
    await kit.drain();
    const token = kit.tokens.at(-1) ?? '';
    for (const address of ['a', null]) {
      const statuses = [];
      for (const given of ['x', 'x', 'x', token]) statuses.push(await call(given, address));
      expect([address, ...statuses]).toEqual([address, 401, 401, 429, 200]);
    }
  });

  test('may be as large as a result can be, and no larger', async () => {
    const kit = await setUp();
    await kit.on.executions.dispatch({ definitionId: 'flow', triggerContext: { url: 'u' } });
    await kit.drain();
    const token = kit.tokens.at(-1) ?? '';
    const call = async (text: string) =>
      (await kit.handler({
        ...{ method: 'POST', path: CALLBACK, query: '', remoteAddress: 'a', body: bodyOf(text) },
        headers: { 'content-type': 'application/json', 'x-svc-callback-token': token },
      })).status; // prettier-ignore
    const result = (length: number) =>
      JSON.stringify({ status: 'completed', output: { text: 'x'.repeat(length) } });
    expect(await call(result(LIMITS.callbackBytes))).toBe(413);
    expect(await call(result(LIMITS.payloadBytes - 11))).toBe(200);
  });
});

test('a right bearer secret does not pass once the attempts of its address are used up', async () => {
  const kit = await setUp({ rateLimiter: createMemoryRateLimiter({ 'failed-attempt': 3 }) });
  const secret = 'a-bearer-secret-of-32-characters';
  await kit.on.definitions.create({
    definitionId: 'bearer',
    name: 'Bearer',
    nodes: [{ nodeId: 'a', type: 'agent', config: { agentId: 'later', urlPath: 'url' } }],
    edges: [],
    triggers: [{ triggerId: 'push', inboundWebhook: { authMode: 'bearer', secret } }],
  });
  const send = async (guess: string, remoteAddress: string) =>
    (await kit.handler({
      ...{ method: 'POST', path: TRIGGER, query: 'workspaceId=main&definitionId=bearer&triggerId=push', remoteAddress },
      headers: { 'content-type': 'application/json', authorization: `Bearer ${guess}` },
      body: { kind: 'bytes', bytes: new TextEncoder().encode(BODY) },
    })).status; // prettier-ignore
  const guesses = [];
  for (const guess of ['1', '2', '3', secret]) guesses.push(await send(guess, 'a'));
  expect(guesses).toEqual([401, 401, 401, 429]);
  expect(await send(secret, 'b')).toBe(200);
  expect((await kit.on.executions.list()).items).toHaveLength(1);
});

test('unsigned triggers keep no signed one out where the address is unknown', async () => {
  const kit = await setUp({ rateLimiter: createMemoryRateLimiter({ 'failed-attempt': 2 }) });
  const send = async (headers: Headers, remoteAddress: string | null) =>
    (await kit.handler({
      ...{ method: 'POST', path: TRIGGER, query: TARGET.slice(1), headers, remoteAddress },
      body: { kind: 'bytes', bytes: new TextEncoder().encode(BODY) },
    })).status; // prettier-ignore
  const bad = { 'content-type': 'application/json' };
  const storm = await Promise.all(Array.from({ length: 28 }, () => send(bad, null)));
  expect(storm.filter((it) => it === 401)).toHaveLength(2);
  expect(await send(signed(BODY, { 'x-event': 'go' }), null)).toBe(200);
});
