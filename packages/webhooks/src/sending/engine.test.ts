/** The engine, its transport and receivers on real sockets: who is slow is slow alone. */
import { type ExternalEvent, createApprovalEngine, createMemoryStore } from '@org/approval-core';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { verify } from '../signing/verify.js';
import { httpServer } from '../test-support/server.js';
import { createWebhookTransport } from './transport.js';

const SECRET = 'engine-secret-0123456';
const EVENTS = ['execution.dispatched', 'step.completed', 'execution.completed'];

const engines: { stop(options: { graceMs: number }): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop({ graceMs: 0 })));
});

async function pushing(options: { timeoutMs?: number; perReceiver?: number } = {}) {
  const { timeoutMs = 60_000, perReceiver = 4 } = options;
  const warnings: string[] = [];
  const transport = createWebhookTransport({
    allowHttp: true,
    allowPrivate: true,
    timeoutMs,
    logger: { warn: (message) => warnings.push(message) },
  });
  const engine = createApprovalEngine({
    store: createMemoryStore(),
    webhooks: { transport, perReceiver, concurrency: 16 },
  });
  engines.push(engine);
  await engine.definitions.create({
    definitionId: 'flow',
    name: 'Flow',
    nodes: [{ nodeId: 'a', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
    edges: [],
  });
  const start = async (port: number, webhookSecret = SECRET) => {
    const webhookUrl = `http://127.0.0.1:${port}/hooks`;
    const request = { definitionId: 'flow', triggerContext: { url: 'u' }, webhookUrl, webhookSecret };
    return (await engine.executions.dispatch(request)).executionId;
  };
  return { engine, start, warnings };
}

/**
 * A receiver that verifies, and responds with 200; `complete` resolves when it has all events of
 * this number of executions.
 */
async function healthy(runs: number, secret = SECRET) {
  const got: ExternalEvent[] = [];
  let done: () => void = () => undefined;
  const complete = new Promise<void>((resolve) => (done = resolve));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = new Uint8Array(Buffer.concat(chunks));
    const verified = await verify({ headers: request.headers, body }, { secrets: [secret], now: Date.now() });
    response.writeHead(verified.ok ? 200 : 401).end();
    if (verified.ok) got.push(JSON.parse(Buffer.from(body).toString()) as ExternalEvent);
    if (got.length === runs * EVENTS.length) done();
  };
  const port = await httpServer(createServer((request, response) => void answer(request, response)));
  return { port, got, complete };
}

test('receivers that hang, drip or fail do not block others', async () => {
  const { start } = await pushing();
  const hang = await httpServer(createServer(() => undefined));
  const drip = await httpServer(
    createServer((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 1_000);
      response.once('close', () => clearInterval(timer));
    }),
  );
  const failing = await httpServer(createServer((_request, response) => response.writeHead(500).end()));
  const bad = Array.from({ length: 30 }, () => [hang, drip, failing]).flat();
  await Promise.all(bad.map((port) => start(port)));
  const receivers = await Promise.all(Array.from({ length: 100 }, () => healthy(2)));
  const ids = await Promise.all(receivers.flatMap(({ port }) => [start(port), start(port)]));
  // None of the attempts at the bad ones ends before a minute has passed.
  await Promise.all(receivers.map((it) => it.complete));
  const got = receivers.flatMap((it) => it.got);
  for (const id of ids) {
    expect(got.filter((it) => it.executionId === id).map((it) => it.type)).toEqual(EVENTS);
  }
}, 60_000);

test.each([16, 512])(
  'every secret that the engine takes signs: %i characters of two units each',
  async (length) => {
    const { start } = await pushing();
    const secret = '🔑'.repeat(length);
    const receiver = await healthy(1, secret);
    await start(receiver.port, secret);
    await receiver.complete;
    for (const refused of [secret.slice(0, 30), `${'🔑'.repeat(512)}x`])
      await expect(start(receiver.port, refused)).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
  },
);

test('an attempt that takes too long counts as one that failed', async () => {
  const { engine, start } = await pushing({ timeoutMs: 50 });
  const executionId = await start(await httpServer(createServer(() => undefined)));
  await engine.idle();
  const { items } = await engine.webhooks.listDeliveries({ executionId, status: 'pending' });
  const head = items.at(-1);
  expect(head).toMatchObject({ seq: 1, attempts: 1, lastStatus: null });
  expect(head?.lastError).toContain('timeout');
});

test('says in the log that it is set up for development', async () => {
  const { warnings } = await pushing();
  expect(warnings).toEqual([expect.stringContaining('allowHttp and allowPrivate')]);
  const silent: string[] = [];
  createWebhookTransport({ logger: { warn: (message) => silent.push(message) } });
  expect(silent).toEqual([]);
});

test('refuses by default what is not public, at dispatch', async () => {
  const engine = createApprovalEngine({
    store: createMemoryStore(),
    webhooks: { transport: createWebhookTransport() },
  });
  engines.push(engine);
  for (const webhookUrl of [
    'http://example.com',
    'https://127.0.0.1',
    'https://localhost',
    'https://u:p@example.com',
  ]) {
    const dispatch = engine.executions.dispatch({ definitionId: 'flow', webhookUrl, webhookSecret: SECRET });
    await expect(dispatch).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { issues: [{ path: 'webhookUrl' }] },
    });
  }
});
