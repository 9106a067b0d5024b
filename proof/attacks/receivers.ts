/**
 * Hostile receivers of deliveries, of webhook nodes and of channels: each gets separate runs and
 * must not delay others.
 */
import { once } from 'node:events';
import { type Socket, createServer } from 'node:net';
import { portOf } from '@org/approval-internal/port';
import { type JsonValue, fieldOf, fromJson, isJsonList, textIn } from '@org/approval-internal/json';
import { type Finding, MOST_HELD } from './finding.js';
import { type Received, caller } from './target/client.js';
import type { Target } from './target/target.js';

/** Runs for each receiver. */
const RUNS = 4;
/** Time in ms until all attempts fail: two of 1 s each, or one of 10 s of a channel, in turns. */
const PATIENCE_MS = 60_000;
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';

type Caller = ReturnType<typeof caller>;
type Receiver = (socket: Socket, elsewhere: string) => void;

/** Writes until the socket closes. */
function flood(socket: Socket, chunk: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

function drip(socket: Socket, start: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write('a'), 50);
  socket.once('close', () => clearInterval(timer));
}

const redirecting =
  (status: number): Receiver =>
  (socket, elsewhere) =>
    void socket.end(`HTTP/1.1 ${status} Elsewhere\r\nlocation: ${elsewhere}\r\ncontent-length: 0\r\n\r\n`);

/** Behavior of a receiver, and whether a delivery arrives in spite of it. */
interface Hostile {
  readonly act: Receiver;
  readonly delivered?: true;
  /** Error of the step of a webhook node; `webhook-unavailable` by default. */
  readonly error?: string;
}

const RECEIVERS: Readonly<Record<string, Hostile>> = {
  'says nothing': { act: () => undefined },
  'resets at once': { act: (socket) => void socket.resetAndDestroy() },
  'resets within its answer': { act: (socket) => void socket.write(HEAD, () => socket.resetAndDestroy()) },
  'drips a head': { act: (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-long: ') },
  'drips a body': { act: (socket) => drip(socket, `${HEAD}content-length: 9000\r\n\r\n`) },
  'an endless head': { act: (socket) => flood(socket, `${HEAD}${'x-more: y\r\n'.repeat(1_000)}`) },
  'endless interim answers': {
    act: (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)),
  },
  'an endless body': {
    act: (socket) => flood(socket, `${HEAD}\r\n${'x'.repeat(65_536)}`),
    delivered: true,
  },
  'endless chunks': {
    act: (socket) => {
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
      flood(socket, `1000\r\n${'x'.repeat(4_096)}\r\n`);
    },
    delivered: true,
  },
  'no HTTP at all': { act: (socket) => void socket.end('\x16\x03\x01 hello\r\n\r\n') },
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map((it) => [
      `redirects with ${it}`,
      { act: redirecting(it), error: 'webhook-rejected' },
    ]),
  ),
};

interface Listening {
  readonly port: number;
  readonly connections: () => number;
  readonly close: () => void;
}

async function listen(handle: (socket: Socket) => void): Promise<Listening> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => handle(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server),
    connections: () => sockets.length,
    close: () => {
      for (const it of sockets) it.destroy();
      server.close();
    },
  };
}

interface Surface {
  /** Starts a run that calls the URL. Each receiver has one channel, by its index. */
  readonly start: (call: Caller, url: string, index: number) => Promise<Received>;
  /** Outcome of the run; null as long as it is open. */
  readonly look: (call: Caller, executionId: string) => Promise<string | null>;
  readonly expected: (hostile: Hostile) => string;
}

const WAYS: Readonly<Record<string, Surface>> = {
  delivery: {
    start: (call, webhookUrl) =>
      call('executions/dispatch', {
        definitionId: 'flow',
        triggerContext: { url: 'u' },
        webhookUrl,
        webhookSecret: 'a secret of some length',
      }),
    async look(call, executionId) {
      const items = fieldOf(await resultOf(call('webhooks/listDeliveries', { executionId })), 'items');
      const statuses = isJsonList(items) ? items.map((it) => textIn(it, 'status')) : [];
      return statuses.find((it) => it === 'delivered' || it === 'dead') ?? null;
    },
    expected: ({ delivered }) => (delivered ? 'delivered' : 'dead'),
  },
  call: {
    start: (call, url) => startOf(call, { type: 'webhook', config: { url, timeoutMs: 1_000 } }, 2),
    look: stepOf,
    expected: ({ delivered, error = 'webhook-unavailable' }) => (delivered ? 'completed' : error),
  },
  notification: {
    start: (call, url, index) => {
      const config = { channel: `hook-${index}`, body: { text: 'x' }, data: { url } };
      return startOf(call, { type: 'notification', config }, 1);
    },
    look: stepOf,
    expected: ({ delivered }) => (delivered ? 'completed' : 'notification-failed'),
  },
};

const resultOf = async (received: Promise<Received>): Promise<JsonValue | undefined> =>
  fieldOf(fromJson((await received).body), 'result');

let definitions = 0;

/** Starts a run of one node. */
async function startOf(call: Caller, node: object, maximumAttempts: number): Promise<Received> {
  const definitionId = `hostile-${(definitions += 1)}`;
  const nodes = [{ nodeId: 'n', retry: { maximumAttempts, initialIntervalMs: 10 }, ...node }];
  await call('definitions/create', { definitionId, name: 'Hostile', nodes, edges: [] });
  return call('executions/dispatch', { definitionId });
}

/** Status of the only step, or its error; null while it is open. */
async function stepOf(call: Caller, executionId: string): Promise<string | null> {
  const steps = fieldOf(await resultOf(call('executions/get', { executionId })), 'steps');
  const [step] = isJsonList(steps) ? steps : [];
  const status = textIn(step, 'status');
  if (status !== 'completed' && status !== 'failed') return null;
  return textIn(fieldOf(step, 'error'), 'code') || status;
}

/** Outcomes of runs, once all have ended. */
async function outcomesOf(call: Caller, { look }: Surface, runs: readonly string[]): Promise<string[]> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await Promise.all(runs.map((it) => look(call, it)));
    const outcomes = found.map((it) => it ?? 'open');
    if (!outcomes.includes('open') || Date.now() > until) return outcomes;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Starts four runs that call one receiver, and returns their faults. */
async function attackedBy(
  target: Target,
  surface: Surface,
  hostile: Hostile,
  index: number,
): Promise<string[]> {
  const call = caller(target.address);
  const elsewhere = await listen(() => undefined);
  const listening = await listen((socket) => hostile.act(socket, `http://127.0.0.1:${elsewhere.port}/`));
  const runs: string[] = [];
  for (let it = 0; it < RUNS; it++) {
    const { body } = await surface.start(call, `http://127.0.0.1:${listening.port}/`, index);
    runs.push(textIn(fieldOf(fromJson(body), 'result'), 'executionId'));
  }
  const outcomes = await outcomesOf(call, surface, runs);
  listening.close();
  elsewhere.close();
  const expected = surface.expected(hostile);
  return [
    ...(outcomes.some((it) => it !== expected) ? [`runs are ${outcomes.join()}, not ${expected}`] : []),
    ...(listening.connections() === 0 ? ['nobody came'] : []),
    ...(elsewhere.connections() > 0 ? ['it was followed to another origin'] : []),
  ];
}

/** A single hold may come from the machine, so it must repeat, as for the fuzzer. */
const MOST_LOOKS = 3;

export async function attackSender(target: Target, mostHeld = MOST_HELD): Promise<Finding[]> {
  let found = await attackAtOnce(target, mostHeld);
  const isHeldOnly = () => found.length > 0 && found.every((it) => it.fault.includes('held the loop'));
  for (let look = 1; look < MOST_LOOKS && isHeldOnly(); look++) found = await attackAtOnce(target, mostHeld);
  return found;
}

/** All receivers of a surface at once: none may delay the others. */
async function attackAtOnce(target: Target, mostHeld: number): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [way, surface] of Object.entries(WAYS)) {
    await target.fresh();
    await target.report();
    const attacks = Object.entries(RECEIVERS).map(async ([name, it], index) =>
      (await attackedBy(target, surface, it, index)).map((fault) => ({ attack: `${way}: ${name}`, fault })),
    );
    const each = (await Promise.all(attacks)).flat();
    const { held, faults } = await target.report();
    const all = [...faults, ...(held > mostHeld ? [`they held the loop for ${held.toFixed(0)} units`] : [])];
    found.push(
      ...[...each, ...all.map((fault) => ({ attack: `${way}: all`, fault }))].map((it): Finding => ({
        suite: 'receivers',
        ...it,
      })),
    );
  }
  return found;
}
