/** Webhook delivery: cost against plain fetch, and the effect of failing receivers. */
import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
import { createWebhookTransport } from '@org/approval-webhooks/node';
import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { portOf } from '@org/approval-internal/port';
import { type Contestant, compare, inFlight, median, printRates, ratio } from './harness.js';

const SECRET = 'bench-secret-0123456';
const RECEIVERS = 4;
const CONCURRENCY = 64;
const DELIVERIES = 3_000;
/** Events of a run: dispatched, step completed, completed. */
const EVENTS = 3;

async function listen(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${portOf(server)}/hooks` };
}

/** Reads a request, reports its body, and returns 200. */
const receiving =
  (received: (body: string) => void): RequestListener =>
  (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received(Buffer.concat(chunks).toString());
      response.end();
    });
  };

async function pushingEngine() {
  const transport = createWebhookTransport({
    allowHttp: true,
    allowPrivate: true,
    logger: { warn: () => undefined },
  });
  const engine = createApprovalEngine({
    store: createMemoryStore(),
    webhooks: { transport, concurrency: CONCURRENCY, perReceiver: CONCURRENCY / RECEIVERS },
  });
  await engine.definitions.create({
    definitionId: 'flow',
    name: 'Flow',
    nodes: [{ nodeId: 'a', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
    edges: [],
  });
  const start = (webhookUrl: string, correlationId = 'bench') =>
    engine.executions.dispatch({
      ...{
        definitionId: 'flow',
        triggerContext: { url: 'u' },
        webhookUrl,
        webhookSecret: SECRET,
        correlationId,
      },
    });
  return { engine, start };
}

async function throughput(): Promise<void> {
  let left = 0;
  let body = '{}';
  let done: () => void = () => undefined;
  const receivers = await Promise.all(
    Array.from({ length: RECEIVERS }, () =>
      listen(
        receiving((text) => {
          body = text;
          left -= 1;
          if (left === 0) done();
        }),
      ),
    ),
  );
  const urlOf = (index: number): string => receivers[index % RECEIVERS]?.url ?? '';
  const contestants: Contestant[] = [
    {
      name: 'plain fetch',
      prepare: () =>
        Promise.resolve((count) => {
          left = count;
          return inFlight(CONCURRENCY, count, async (index) => {
            const headers = { 'content-type': 'application/json' };
            await (await fetch(urlOf(index), { method: 'POST', headers, body })).text();
          });
        }),
    },
    {
      name: 'engine',
      async prepare() {
        const { engine, start } = await pushingEngine();
        return async (count) => {
          left = count;
          const all = new Promise<void>((resolve) => (done = resolve));
          await Promise.all(Array.from({ length: count / EVENTS }, (_, index) => start(urlOf(index))));
          await all;
          await engine.idle();
          await engine.stop();
        };
      },
    },
  ];
  const measured = await compare(contestants, DELIVERIES, 5);
  printRates(
    `deliveries to ${RECEIVERS} receivers on loopback, ${CONCURRENCY} at once`,
    measured,
    'deliveries',
  );
  const [plain, ours] = measured;
  if (plain && ours) console.log(`  engine : plain fetch         ${ratio(ours.perSecond, plain.perSecond)}`);
  for (const { server } of receivers) {
    server.closeAllConnections();
    server.close();
  }
}

const HEALTHY = 100;
const ROUNDS = 10;
const PACE_MS = 4;

/** Time from dispatch to arrival at healthy receivers, while `bad` ones have 30 runs each. */
async function arrivalTimes(bad: readonly RequestListener[]): Promise<number[]> {
  const { engine, start } = await pushingEngine();
  const failing = await Promise.all(bad.map(listen));
  const began: number[] = [];
  const times: number[] = [];
  const healthy = await Promise.all(
    Array.from({ length: HEALTHY }, () =>
      listen(
        receiving((text) => {
          const event = JSON.parse(text) as { type: string; correlationId: string };
          const at = began[Number(event.correlationId)];
          if (event.type === 'execution.dispatched' && at !== undefined) times.push(performance.now() - at);
        }),
      ),
    ),
  );
  await Promise.all(failing.flatMap(({ url }) => Array.from({ length: 30 }, () => start(url))));
  for (let index = 0; index < HEALTHY * ROUNDS; index++) {
    began.push(performance.now());
    void start(healthy[index % HEALTHY]?.url ?? '', String(index));
    await sleep(PACE_MS);
  }
  while (times.length < HEALTHY * ROUNDS) await sleep(5);
  await engine.stop({ graceMs: 0 });
  for (const { server } of [...healthy, ...failing]) {
    server.closeAllConnections();
    server.close();
  }
  return times.toSorted((a, b) => a - b);
}

const hang: RequestListener = () => undefined;
const fail: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(500).end();
};
const drip: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 1_000);
  response.once('close', () => {
    clearInterval(timer);
  });
};

async function isolation(): Promise<void> {
  await arrivalTimes([]);
  const alone: number[] = [];
  const beside: number[] = [];
  const p99 = (times: readonly number[]) => times[Math.floor(times.length * 0.99)] ?? 0;
  for (let round = 0; round < 3; round++) {
    alone.push(p99(await arrivalTimes([])));
    beside.push(p99(await arrivalTimes([hang, drip, fail])));
  }
  console.log(`\np99 from dispatch to arrival at ${HEALTHY} healthy receivers, ${1_000 / PACE_MS} runs/s`);
  console.log(`  alone                        ${median(alone).toFixed(1)} ms`);
  console.log(`  beside hang, drip and 500    ${median(beside).toFixed(1)} ms`);
  console.log(`  beside : alone               ${ratio(median(beside), median(alone))}`);
}

export async function benchWebhooks(): Promise<void> {
  await throughput();
  await isolation();
}
