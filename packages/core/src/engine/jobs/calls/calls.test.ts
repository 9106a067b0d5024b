/** Webhook nodes on an engine with a virtual clock: calls, retries, callbacks, secrets. */
import { createTestEngine, createTestReceiver, overriding } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../../index.js';
import { olderStore } from '../../../test-support/older.js';
import { agent, edge, onStatus } from '../../../test-support/run.js';
import type { MayCall } from '../../../ports/calls.js';

const URL = 'https://erp.example.com/orders';
const KEY = { keyId: 'k1', key: new Uint8Array(32).fill(1) };
const SECRET = 'a-secret-of-16-chars';

function calling(
  config: object,
  { node = {}, more = {}, webhooks = {}, options = {} }: Record<string, object> = {},
) {
  const receiver = createTestReceiver();
  const kit = createTestEngine({
    webhooks: { transport: receiver, callbackUrl: 'https://engine.example.com/callback', ...webhooks },
    ...options,
  });
  const definition = {
    definitionId: 'flow',
    name: 'Flow',
    nodes: [{ nodeId: 'call', type: 'webhook', config: { url: URL, ...config }, ...node }],
    edges: [],
    ...more,
  };
  const start = async (triggerContext: object = {}) => {
    await kit.engine.definitions.ensure(definition as never);
    const { executionId } = await kit.engine.executions.dispatch({
      definitionId: 'flow',
      triggerContext: triggerContext,
    });
    await kit.drain();
    return executionId;
  };
  const stepOf = async (executionId: string) => {
    const { steps } = await kit.engine.executions.get({ executionId });
    const [step] = steps;
    if (step === undefined) throw new Error('the execution has no step');
    return step;
  };
  const refused = async () => {
    const error: unknown = await kit.engine.definitions
      .create(definition as never)
      .catch((it: unknown) => it);
    const { details } = error as { details: { issues: { code: string; path: string }[] } };
    return details.issues.map(({ code, path }) => `${code} ${path}`);
  };
  return { ...kit, receiver, definition, start, stepOf, refused };
}

describe('a call', () => {
  test('sends the envelope once, and its response is the output', async () => {
    const { start, stepOf, receiver, engine } = calling({ output: { order: 'response.json.id' } });
    receiver.respondToCalls(() => ({ json: { id: 7, decision: 'approve' }, headers: { etag: '"e"' } }));
    const executionId = await start({ amount: 5 });
    const step = await stepOf(executionId);
    expect(step).toMatchObject({
      status: 'completed',
      output: { httpStatus: 200, order: 7, attempts: 1, responseHeaders: { etag: '"e"' } },
    });
    expect(step.output).not.toHaveProperty('decision');
    const [call, ...others] = receiver.calls;
    expect(others).toEqual([]);
    expect(call?.headers).toMatchObject({
      'idempotency-key': `${executionId}:${step.stepId}`,
      'x-svc-attempt': '0',
      'content-type': 'application/json',
    });
    expect(JSON.parse(call?.text ?? '')).toMatchObject({ executionId, triggerContext: { amount: 5 } });
    const { events } = await engine.executions.getEvents({ executionId });
    expect(events.find((it) => it.type === 'step.completed')?.data).toMatchObject({ httpStatus: 200 });
  });

  test('renders its templates, escaped by their place', async () => {
    const { start, receiver } = calling({
      url: `${URL}/{{execution.input.id}}?q={{execution.input.q}}`,
      method: 'PUT',
      headers: { 'X-Note': 'for {{step.nodeId}}' },
      body: { json: { all: '{{execution.input}}', text: 'n={{execution.input.n}}' } },
    });
    await start({ id: 'a/b', q: '&"', n: 1.5 });
    const [call] = receiver.calls;
    expect(call).toMatchObject({
      method: 'PUT',
      url: `${URL}/a%2Fb?q=%26%22`,
      headers: { 'x-note': 'for call' },
    });
    expect(JSON.parse(call?.text ?? '')).toEqual({ all: { id: 'a/b', q: '&"', n: 1.5 }, text: 'n=1.5' });
  });

  test.each<[string, object, object]>([
    ['a line break in a header', { headers: { 'x-a': '{{execution.input.v}}' } }, { v: 'a\nb' }],
    ['a path that climbs', { url: `${URL}/{{execution.input.v}}/x` }, { v: '..' }],
    ['half of a path that climbs', { url: `${URL}/%2e{{execution.input.v}}/x` }, { v: '.' }],
    ['a URL that is too long', { url: `${URL}/{{execution.input.v}}` }, { v: 'x'.repeat(4_000) }],
  ])('is not made with %s', async (_, config, input) => {
    const { start, stepOf, receiver } = calling(config);
    const step = await stepOf(await start(input));
    expect(step).toMatchObject({ status: 'failed', error: { code: 'webhook-request-invalid' } });
    expect(receiver.calls).toEqual([]);
  });

  test('fails with template-too-large before it is sent', async () => {
    const { start, stepOf, receiver } = calling({
      body: { text: '{{execution.input.v}}{{execution.input.v}}', contentType: 'text/plain' },
    });
    const step = await stepOf(await start({ v: 'x'.repeat(150_000) }));
    expect(step.error?.code).toBe('template-too-large');
    expect(receiver.calls).toEqual([]);
  });
});

describe('an attempt that fails', () => {
  test('is repeated by the policy with the same request and key', async () => {
    const { start, stepOf, receiver, advance } = calling({});
    receiver.respondToCalls(() => (receiver.calls.length < 3 ? 503 : 200));
    const executionId = await start();
    await advance(999);
    expect(receiver.calls).toHaveLength(1);
    await advance(1);
    expect(receiver.calls).toHaveLength(2);
    await advance(2_000);
    expect(await stepOf(executionId)).toMatchObject({ status: 'completed', output: { attempts: 3 } });
    const same = receiver.calls.map(({ url, text, headers: { 'x-svc-attempt': _, ...headers } }) => ({
      ...{ url, text, headers },
    }));
    expect(same[1]).toEqual(same[0]);
    expect(same[2]).toEqual(same[0]);
    expect(receiver.calls.map((it) => it.headers['x-svc-attempt'])).toEqual(['0', '1', '2']);
  });

  test.each([
    ['longer', 30_000, 30_000],
    ['never shorter', 0, 1_000],
    ['up to maximumIntervalMs', 600_000, 60_000],
  ])('waits as the receiver asks, %s', async (_, retryAfterMs, waitMs) => {
    const { start, receiver, advance } = calling({});
    receiver.respondToCalls(() => ({ status: 429, retryAfterMs }));
    await start();
    await advance(waitMs - 1);
    expect(receiver.calls).toHaveLength(1);
    await advance(1);
    expect(receiver.calls).toHaveLength(2);
  });

  test.each<[number | null, object, string]>([
    [503, { httpStatus: 503, attempts: 2 }, 'webhook-unavailable'],
    [null, { httpStatus: null, attempts: 2 }, 'webhook-unavailable'],
    [422, { httpStatus: 422, attempts: 1 }, 'webhook-rejected'],
    [302, { httpStatus: 302, attempts: 1 }, 'webhook-rejected'],
  ])('with status %j ends as %j', async (status, output, code) => {
    const { start, stepOf, receiver, advance, engine } = calling(
      {},
      { node: { retry: { maximumAttempts: 2 } } },
    );
    receiver.respondToCalls(() => status);
    const executionId = await start();
    await advance(1_000);
    expect(await stepOf(executionId)).toMatchObject({ status: 'failed', output, error: { code } });
    const { events } = await engine.executions.getEvents({ executionId });
    expect(events.find((it) => it.type === 'step.failed')?.data).toMatchObject({ httpStatus: status });
  });

  test('is routed by its status', async () => {
    const nodes = [{ nodeId: 'call', type: 'webhook', config: { url: URL } }, agent('fix')];
    const { start, engine, receiver } = calling(
      {},
      { more: { nodes, edges: [edge('call', 'fix', onStatus('failed'))] } },
    );
    receiver.respondToCalls(() => 422);
    const execution = await engine.executions.get({ executionId: await start({ url: 'u' }) });
    expect(execution.steps.map((it) => `${it.nodeId} ${it.status}`)).toEqual([
      'call failed',
      'fix completed',
    ]);
  });

  test('at maxRuntimeMs ends the step, and a late response is ignored', async () => {
    const { start, stepOf, receiver, advance } = calling({ maxRuntimeMs: 5_000 });
    let respond: (status: number) => void = () => undefined;
    receiver.respondToCalls(() => new Promise<number>((resolve) => (respond = resolve)));
    const executionId = await start();
    expect((await stepOf(executionId)).status).toBe('running');
    await advance(5_000);
    expect(receiver.calls[0]?.signal.aborted).toBe(true);
    respond(200);
    await advance(0);
    expect(await stepOf(executionId)).toMatchObject({ status: 'failed', error: { code: 'webhook-timeout' } });
  });
});

describe('async mode', () => {
  const completed = (engine: ReturnType<typeof calling>['engine'], executionId: string, more: object = {}) =>
    engine.steps.completeDeferred({ executionId, stepId: 'step_call', status: 'completed', ...more });

  test('ends by the callback, once', async () => {
    const { start, stepOf, receiver, engine } = calling({ mode: 'async' });
    receiver.respondToCalls(() => 202);
    const executionId = await start();
    expect((await stepOf(executionId)).status).toBe('running');
    const { steps } = await engine.executions.explain({ executionId });
    expect(steps).toMatchObject([{ waitsFor: 'callback' }]);
    const { callback } = JSON.parse(receiver.calls[0]?.text ?? '') as { callback: { token: string } };
    const body = { status: 'completed', output: { n: 1, decision: 'approve' } } as const;
    await engine.inbound.callback(callback.token, body);
    const { output, status } = await stepOf(executionId);
    expect({ output, status }).toEqual({
      status: 'completed',
      output: { n: 1, httpStatus: 202, attempts: 1, durationMs: 0 },
    });
    await engine.inbound.callback(callback.token, body);
    await expect(completed(engine, executionId)).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
    const { events } = await engine.executions.getEvents({ executionId, includeInternal: true });
    expect(JSON.stringify(events)).not.toContain(callback.token);
  });

  test('fails by the callback without a retry', async () => {
    const { start, stepOf, receiver, engine, advance } = calling({ mode: 'async' });
    const executionId = await start();
    await engine.steps.completeDeferred({ executionId, stepId: 'step_call', status: 'failed', error: 'no' });
    await advance(60_000);
    expect(await stepOf(executionId)).toMatchObject({
      status: 'failed',
      error: { code: 'webhook-callback-failed', message: 'no' },
    });
    expect(receiver.calls).toHaveLength(1);
  });

  test('a sync step expects no callback', async () => {
    const { start, receiver, engine } = calling({});
    receiver.respondToCalls(() => new Promise<number>(() => undefined));
    const executionId = await start();
    await expect(completed(engine, executionId)).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
  });

  test('without a callback URL fails the step', async () => {
    const { start, stepOf, receiver } = calling({ mode: 'async' }, { webhooks: { callbackUrl: undefined } });
    expect((await stepOf(await start())).error?.code).toBe('webhook-not-configured');
    expect(receiver.calls).toEqual([]);
  });
});

describe('secrets', () => {
  test.each<[object, Record<string, string>]>([
    [{ kind: 'bearer', secret: SECRET }, { authorization: `Bearer ${SECRET}` }],
    [{ kind: 'header', header: 'X-Token', secret: SECRET }, { 'x-token': SECRET }],
    [
      { kind: 'basic', username: 'us er', secret: SECRET },
      { authorization: `Basic ${Buffer.from(`us er:${SECRET}`).toString('base64')}` },
    ],
  ])('of %j are sent, never shown, and hidden in the response', async (auth, headers) => {
    const { start, stepOf, receiver, engine } = calling({ auth });
    receiver.respondToCalls((call) => ({
      json: { echo: call.headers, [SECRET]: 1 },
      headers: { etag: SECRET },
    }));
    const executionId = await start();
    expect(receiver.calls[0]?.headers).toMatchObject(headers);
    const step = await stepOf(executionId);
    expect(step.output).toMatchObject({ responseHeaders: { etag: '[hidden]' } });
    const seen = JSON.stringify([
      await engine.executions.get({ executionId }),
      await engine.executions.getEvents({ executionId, includeInternal: true }),
      await engine.definitions.get({ definitionId: 'flow' }),
    ]);
    for (const value of [SECRET, ...Object.values(headers)]) expect(seen).not.toContain(value);
  });

  test('sign the body with an id that follows from the key; a replaced one signs beside the new one', async () => {
    const { start, receiver, definition, engine, advance } = calling({
      auth: { kind: 'hmac', secret: SECRET },
    });
    receiver.respondToCalls(() => (receiver.calls.length === 1 ? 503 : 200));
    await start();
    const [first] = receiver.calls;
    expect(first?.sign).toMatchObject({
      secrets: [SECRET],
      id: expect.stringMatching(/^call_[0-9a-f]{32}$/) as string,
    });
    const [node] = definition.nodes;
    const config = { url: `${URL}/other`, auth: { kind: 'hmac', secret: 'another-secret-of-24' } };
    await engine.definitions.update({
      definitionId: 'flow',
      ifVersion: 1,
      nodes: [{ ...node, config }],
    } as never);
    await advance(1_000);
    expect(receiver.calls[1]?.sign?.secrets).toEqual(['another-secret-of-24', SECRET]);
    expect(receiver.calls[1]?.url).toBe(URL);
  });

  test('are kept by an update for the same receiver only', async () => {
    const { start, engine, definition, receiver } = calling({ auth: { kind: 'bearer', secret: SECRET } });
    await start();
    const [node] = definition.nodes;
    const update = (ifVersion: number, url: string, auth: object) =>
      engine.definitions.update({
        definitionId: 'flow',
        ifVersion,
        nodes: [{ ...node, config: { url, auth } }],
      } as never);
    await update(1, `${URL}/more`, { kind: 'bearer' });
    await engine.executions.dispatch({ definitionId: 'flow', triggerContext: {} });
    await engine.idle();
    expect(receiver.calls.at(-1)?.headers['authorization']).toBe(`Bearer ${SECRET}`);
    for (const [url, auth] of [
      ['https://other.example.com/', { kind: 'bearer' }],
      [URL, { kind: 'header', header: 'x-token' }],
    ] as const) {
      await expect(update(2, url, auth)).rejects.toMatchObject({
        details: { issues: [{ code: 'secret-required', path: 'nodes[0].config.auth.secret' }] },
      });
    }
  });

  test('lie sealed in a durable store', async () => {
    const store = overriding(createMemoryStore(), { durable: true });
    const { start } = calling(
      { auth: { kind: 'bearer', secret: SECRET } },
      { options: { store, secretKeys: [KEY] } },
    );
    await start();
    const page = await store.listSecrets({ limit: 10, cursor: null });
    expect(JSON.stringify(page)).not.toContain(SECRET);
    expect(page).toMatchObject({ items: [{ sealed: expect.stringMatching(/^v1\.k1\./) as string }] });
  });
});

describe('the host', () => {
  test('gives credentials for each attempt; a throw is as no response', async () => {
    let asked = 0;
    const credentials = () => {
      asked += 1;
      if (asked === 1) throw new Error('a secret of the host');
      return { authorization: `Bearer host-${asked}`, cookie: 'a=b' };
    };
    const logger = { warn: () => undefined, error: () => undefined };
    const { start, stepOf, receiver, advance } = calling(
      { auth: { kind: 'host', name: 'erp' } },
      { webhooks: { credentials }, options: { logger } },
    );
    const executionId = await start();
    expect(receiver.calls).toEqual([]);
    await advance(1_000);
    expect(receiver.calls.map((it) => it.headers['authorization'])).toEqual(['Bearer host-2']);
    expect(await stepOf(executionId)).toMatchObject({ status: 'completed', output: { attempts: 2 } });
  });

  test.each([{ host: 'x' }, { 'x-svc-a': 'x' }, { 'x-a': 'a\nb' }, null, { 'x-a': 1 }])(
    'gives no credentials like %j',
    async (given) => {
      const { start, stepOf, receiver } = calling(
        { auth: { kind: 'host', name: 'erp' } },
        { webhooks: { credentials: () => given } },
      );
      expect((await stepOf(await start())).error?.code).toBe('webhook-request-invalid');
      expect(receiver.calls).toEqual([]);
    },
  );

  const THROWS: MayCall = () => {
    throw new Error('no');
  };
  test.each<[string, MayCall]>([
    ['false', () => false],
    ['a throw', THROWS],
    ['another value', () => 'yes' as unknown as boolean],
  ])('forbids calls by %s, when written and before each attempt', async (_, answer) => {
    let mayCall: MayCall = answer;
    const { refused, start, stepOf, receiver } = calling(
      {},
      { webhooks: { mayCall: (it: never) => mayCall(it) } },
    );
    expect(await refused()).toEqual(['invalid-field nodes[0].config.url']);
    let count = 0;
    mayCall = (it) => (count++ === 0 ? true : answer(it));
    expect((await stepOf(await start())).error?.code).toBe('webhook-not-allowed');
    expect(receiver.calls).toEqual([]);
  });

  test('refuses a URL that the transport refuses, when it is written', async () => {
    expect(await calling({ url: 'http://erp.example.com/' }).refused()).toEqual([
      'invalid-field nodes[0].config.url',
    ]);
  });
});

test('a receiver that hangs keeps no other waiting', async () => {
  const { start, stepOf, receiver } = calling(
    {},
    {
      more: {
        nodes: ['hangs', 'works'].map((nodeId) => ({
          nodeId,
          type: 'webhook',
          config: { url: `https://${nodeId}.example.com/` },
        })),
      },
      options: { jobs: { callConcurrency: 10 } },
    },
  );
  receiver.respondToCalls(({ url }) => (url.includes('hangs') ? new Promise<number>(() => undefined) : 200));
  const ids: string[] = [];
  for (let run = 0; run < 30; run++) ids.push(await start());
  expect(receiver.calls.filter((it) => it.url.includes('works'))).toHaveLength(30);
  expect(receiver.calls.filter((it) => it.url.includes('hangs'))).toHaveLength(8);
  expect((await stepOf(ids[29] ?? '')).status).toBe('pending');
});

test('a version from before webhook nodes were executed is skipped', async () => {
  const { start, stepOf, receiver } = calling({}, { options: { store: olderStore(createMemoryStore()) } });
  expect(await stepOf(await start())).toMatchObject({ status: 'skipped', output: { skipped: true } });
  expect(receiver.calls).toEqual([]);
});
