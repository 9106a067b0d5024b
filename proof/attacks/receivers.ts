/** Hostile receivers of webhooks: each gets separate runs and must not delay others. */
import { once } from 'node:events';
import { type Socket, createServer } from 'node:net';
import { portOf } from '@org/approval-internal/port';
import { fieldOf, fromJson, isJsonList, textIn } from '@org/approval-internal/json';
import { type Finding, MOST_HELD } from './finding.js';
import { caller } from './target/client.js';
import type { Target } from './target/target.js';

/** Runs for each receiver. */
const RUNS = 4;
/** Time in ms until all attempts fail: two of 1 s each, and the pause between them. */
const PATIENCE_MS = 15_000;
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';

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
    [301, 302, 303, 307, 308].map((it) => [`redirects with ${it}`, { act: redirecting(it) }]),
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

/** Statuses of the first delivery of each run, once all have ended. */
async function deliveriesOf(target: Target, runs: readonly string[]): Promise<string[]> {
  const call = caller(target.address);
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const first = await Promise.all(
      runs.map(async (executionId) => {
        const { body } = await call('webhooks/listDeliveries', { executionId });
        const items = fieldOf(fieldOf(fromJson(body), 'result'), 'items');
        const statuses = isJsonList(items) ? items.map((it) => textIn(it, 'status')) : [];
        return statuses.find((it) => it === 'delivered' || it === 'dead') ?? 'pending';
      }),
    );
    if (first.every((it) => it !== 'pending') || Date.now() > until) return first;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Sends four runs to one receiver and returns the faults of their deliveries. */
async function attackedBy(target: Target, { act, delivered }: Hostile): Promise<string[]> {
  const call = caller(target.address);
  const elsewhere = await listen(() => undefined);
  const hostile = await listen((socket) => act(socket, `http://127.0.0.1:${elsewhere.port}/`));
  const runs: string[] = [];
  for (let it = 0; it < RUNS; it++) {
    const { body } = await call('executions/dispatch', {
      definitionId: 'flow',
      triggerContext: { url: 'u' },
      webhookUrl: `http://127.0.0.1:${hostile.port}/`,
      webhookSecret: 'a secret of some length',
    });
    runs.push(textIn(fieldOf(fromJson(body), 'result'), 'executionId'));
  }
  const statuses = await deliveriesOf(target, runs);
  hostile.close();
  elsewhere.close();
  const expected = delivered ? 'delivered' : 'dead';
  return [
    ...(statuses.some((it) => it !== expected) ? [`deliveries are ${statuses.join()}, not ${expected}`] : []),
    ...(hostile.connections() === 0 ? ['nobody came'] : []),
    ...(elsewhere.connections() > 0 ? ['it was followed to another origin'] : []),
  ];
}

/** A single hold may come from the machine, so it must repeat, as for the fuzzer. */
const MOST_LOOKS = 3;

export async function attackSender(target: Target, mostHeld = MOST_HELD): Promise<Finding[]> {
  let found = await attackAtOnce(target, mostHeld);
  const isHeldOnly = () => found.length === 1 && found[0]?.fault.includes('held the loop') === true;
  for (let look = 1; look < MOST_LOOKS && isHeldOnly(); look++) found = await attackAtOnce(target, mostHeld);
  return found;
}

/** All at once: none may delay the others. */
async function attackAtOnce(target: Target, mostHeld: number): Promise<Finding[]> {
  await target.fresh();
  await target.report();
  const found = await Promise.all(
    Object.entries(RECEIVERS).map(async ([attack, it]) =>
      (await attackedBy(target, it)).map((fault): Finding => ({ suite: 'receivers', attack, fault })),
    ),
  );
  const { held, faults } = await target.report();
  const all = [...faults, ...(held > mostHeld ? [`they held the loop for ${held.toFixed(0)} units`] : [])];
  return [...found.flat(), ...all.map((fault): Finding => ({ suite: 'receivers', attack: 'all', fault }))];
}
