/**
 * Deliveries per second of one process, to one and to forty receivers, for runs with several due.
 * In turns with plain posts of the same body and one row update each.
 */
import { createApprovalEngine } from '@org/approval-core';
import { createWebhookTransport } from '@org/approval-webhooks/node';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { openBenchStore, openFloor } from './floor.js';
import { DELIVERY_GOALS } from './goals.js';
import { type Contestant, compare, inFlight, printRates, ratios, sized } from './harness.js';
import { profiled } from './profile.js';
import { note } from './report.js';
import { reviewBy } from './review.js';
import type { Listening, Receivers } from './receivers.js';

const ROUNDS = 5;
const DELIVERIES = 2_400;
/** Events of a run: dispatched, waiting, completed, and its end. */
const EVENTS = 4;
const SECRET = 'bench-secret-0123456';
const SECRET_KEYS = [{ keyId: 'bench', key: new Uint8Array(32).fill(7) }];

/** Default options, except that loopback receivers are allowed. */
const transport = createWebhookTransport({
  allowHttp: true,
  allowPrivate: true,
  logger: { warn: () => undefined },
});

type Store = Awaited<ReturnType<typeof openBenchStore>>['store'];

/** Approved runs, whose deliveries wait for a process. */
async function startRuns(store: Store, urls: readonly string[], count: number): Promise<string> {
  const whole = createApprovalEngine({
    ...{ store, jobs: { run: false }, webhooks: { transport }, secretKeys: SECRET_KEYS },
  });
  const workspaceId = `bench-${crypto.randomUUID()}`;
  const engine = whole.forWorkspace(workspaceId);
  await engine.definitions.create(reviewBy(['ann']));
  await inFlight(64, count, async (index) => {
    const { executionId } = await engine.executions.dispatch({
      definitionId: 'review',
      triggerContext: { url: 'https://example.com/doc' },
      webhookUrl: urls[index % urls.length] ?? '',
      webhookSecret: SECRET,
    });
    const decision = { reviewerId: 'ann', decision: 'approve' } as const;
    await engine.steps.recordReviewerDecision({ executionId, stepId: 'step_review', ...decision });
  });
  const { items } = await engine.webhooks.listDeliveries({ status: 'pending', pageSize: 200 });
  const first = items.filter((it) => it.executionId === items[0]?.executionId);
  if (first.length !== EVENTS) throw new Error(`a run has ${first.length} deliveries`);
  await whole.stop();
  return workspaceId;
}

/** Makes all due deliveries and checks that none is left. */
async function deliverAll(
  store: Store,
  { workspaceId, perReceiver }: { readonly workspaceId: string; readonly perReceiver: number },
  arrived: () => Promise<void>,
): Promise<void> {
  const webhooks = { transport, perReceiver };
  const engine = createApprovalEngine({ store, webhooks, secretKeys: SECRET_KEYS });
  await arrived();
  await engine.idle();
  const on = engine.forWorkspace(workspaceId);
  const { items } = await on.webhooks.listDeliveries({ status: 'pending' });
  if (items.length > 0) throw new Error('deliveries were left pending');
  await engine.stop();
}

/** @param delayMs time until each response, in ms */
export async function openReceivers(count: number, delayMs = 0) {
  const thread = new Worker(new URL('./receivers.js', import.meta.url), {
    workerData: { count, delayMs } satisfies Receivers,
  });
  const [{ ports, received }] = (await once(thread, 'message')) as [Listening];
  const counter = new Int32Array(received);
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}/hooks`),
    close: () => thread.terminate(),
    /** Resolves after this many further requests. */
    async more(wanted: number): Promise<void> {
      const goal = Atomics.load(counter, 0) + wanted;
      while (Atomics.load(counter, 0) < goal) await new Promise((resolve) => setTimeout(resolve, 2));
    },
  };
}

/**
 * Other options are the defaults: 64 at once, 8 per receiver. A host with one receiver may raise
 * `perReceiver` to its capacity.
 */
const CASES = [
  { count: 1, perReceiver: 8, name: 'one receiver', goal: DELIVERY_GOALS.one },
  { count: 1, perReceiver: 64, name: 'one receiver, 64 at once', goal: null },
  { count: 40, perReceiver: 8, name: '40 receivers', goal: DELIVERY_GOALS.forty },
];

/** @param url `sqlite:FILE`, `postgres://…` or `mysql://…`, an empty database. */
export async function benchDeliveries(url: string, profile?: string): Promise<void> {
  const { store, close } = await openBenchStore(url);
  const floor = await openFloor(url);
  const body = JSON.stringify({ type: 'step.completed', data: { text: 'x'.repeat(400) } });
  const headers = { 'content-type': 'application/json' };
  for (const { count, perReceiver, name, goal } of CASES) {
    const receivers = await openReceivers(count);
    const urlOf = (index: number): string => receivers.urls[index % count] ?? '';
    const bare: Contestant = {
      name: 'plain post and update',
      async prepare() {
        const ids = await floor.rows(64);
        // Same concurrency as the engine.
        return (all) =>
          inFlight(Math.min(64, count * perReceiver), all, async (index) => {
            await (await fetch(urlOf(index), { method: 'POST', headers, body })).arrayBuffer();
            await floor.update(ids[index % ids.length] ?? '');
          });
      },
    };
    const cpu: number[] = [];
    const full: Contestant = {
      name: 'engine',
      async prepare() {
        const workspaceId = await startRuns(store, receivers.urls, sized(DELIVERIES) / EVENTS);
        return async (all) => {
          const before = process.cpuUsage();
          await deliverAll(store, { workspaceId, perReceiver }, () => receivers.more(all));
          const { user, system } = process.cpuUsage(before);
          cpu.push((user + system) / all);
        };
      },
    };
    const measured = await compare([bare, full], DELIVERIES, ROUNDS);
    printRates(`Deliveries to ${name}`, measured, 'deliveries');
    const [plain, ours] = measured;
    if (plain && ours) {
      note(`deliveries to ${name}`, '/s', ours.rates, goal);
      note('CPU for each, receivers too', 'µs', cpu.slice(1));
      note(`to ${name} : plain post and update`, '×', ratios(ours.rates, plain.rates));
    }
    if (profile !== undefined && count === 40) {
      const deliver = await full.prepare();
      await profiled(profile, () => deliver(sized(DELIVERIES)));
    }
    await receivers.close();
  }
  await floor.close();
  await close();
}
