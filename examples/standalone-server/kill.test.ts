/**
 * Kills the server between sending a webhook and recording it, repeatedly: the receiver sees
 * repeats with the same eventId, and never a gap; order per execution holds (contract section 12).
 */
import { verify } from '@org/approval-webhooks';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SECRET = 'kill-test-secret-0123';
const RUNS = 12;
/** The server dies in the middle of these deliveries. */
const DEADLY = [4, 15, 30];

interface Ready {
  readonly base: string;
  readonly apiKey: string;
  readonly tokens: { readonly admin: string };
}
interface PushedEvent {
  readonly eventId: string;
  readonly executionId: string;
  readonly seq: number;
}

const folder = mkdtempSync(join(tmpdir(), 'approval-kill-'));
const received: PushedEvent[] = [];
let server: ChildProcess;
let ready: Ready;
let restarts = 0;

async function start(): Promise<void> {
  const options = [
    '--conditions=@org/source',
    '--import',
    'tsx',
    'examples/standalone-server/conformance.ts',
  ];
  const store = ['--store', `sqlite:${join(folder, 'kill.db')}`];
  server = spawn(process.execPath, [...options, ...store, '--webhook-delays', '20,40,60,80,100'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(server.stdout as NodeJS.ReadableStream), 'line')) as [string];
  ready = JSON.parse(line) as Ready;
}

const receiver = createServer((request, response) => void receive(request, response));

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = new Uint8Array(Buffer.concat(chunks));
  const verified = await verify({ headers: request.headers, body }, { secrets: [SECRET], now: Date.now() });
  if (!verified.ok) throw new Error(verified.reason);
  received.push(JSON.parse(Buffer.from(body).toString()) as PushedEvent);
  if (received.length !== DEADLY[restarts]) {
    response.end();
    return;
  }
  // Sent, and never recorded: the answer would come too late.
  restarts += 1;
  server.kill('SIGKILL');
  await once(server, 'exit');
  response.destroy();
  await start();
}

/** Retries until the server answers. */
async function call(path: string, data: object): Promise<Record<string, unknown>> {
  for (;;) {
    try {
      const response = await fetch(`${ready.base}/v2/workflow/${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-svc-api-key': ready.apiKey,
          'x-svc-auth-token': ready.tokens.admin,
        },
        body: JSON.stringify({ data }),
      });
      const { result, error } = (await response.json()) as Record<string, Record<string, unknown>>;
      if (result !== undefined) return result;
      if (error?.['status'] !== 'UNAUTHENTICATED') throw new Error(JSON.stringify(error));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    await sleep(50);
  }
}

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await Promise.all([once(receiver, 'listening'), start()]);
}, 30_000);
afterAll(async () => {
  server.kill();
  await once(server, 'exit');
  receiver.close();
  rmSync(folder, { recursive: true });
});

test('killed between sending and recording', { timeout: 120_000 }, async () => {
  await call('definitions/create', {
    definitionId: 'flow',
    name: 'Flow',
    nodes: [
      {
        nodeId: 'review',
        type: 'human',
        config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { routeToNodeId: 'publish' } },
      },
      { nodeId: 'publish', type: 'agent', config: { agentId: 'conf-pass', urlPath: 'url' } },
    ],
    edges: [{ from: 'review', to: 'publish' }],
  });
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  const runs = Array.from({ length: RUNS }, async (_, index) => {
    const { executionId } = (await call('executions/dispatch', {
      definitionId: 'flow',
      idempotencyKey: `run-${index}`,
      triggerContext: { url: 'u' },
      webhookUrl,
      webhookSecret: SECRET,
    })) as { executionId: string };
    await sleep(index * 200);
    const decision = { executionId, stepId: 'step_review', reviewerId: 'ann', decision: 'approve' };
    await call('steps/recordReviewerDecision', decision);
    return executionId;
  });
  for (const executionId of await Promise.all(runs)) {
    let pending = 1;
    while (pending > 0) {
      await sleep(100);
      const { status } = await call('executions/get', { executionId });
      const { items } = await call('webhooks/listDeliveries', { executionId, status: 'pending' });
      pending = status === 'completed' ? (items as unknown[]).length : 1;
    }
    const { events } = (await call('executions/getEvents', { executionId })) as { events: PushedEvent[] };
    const got = received.filter((event) => event.executionId === executionId);
    const firsts = got.filter(
      (event, index) => got.findIndex((it) => it.eventId === event.eventId) === index,
    );
    expect(firsts).toEqual(events);
    for (const repeat of got) expect(events).toContainEqual(repeat);
  }
  expect(restarts).toBe(DEADLY.length);
  expect(received.length).toBeGreaterThan(new Set(received.map((it) => it.eventId)).size);
});
