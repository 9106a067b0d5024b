/**
 * Three writers of one Galera cluster, each with its own engine. Row locks do not leave their
 * server: conflicting transactions write a common row (decision 0011).
 */
import {
  type ApprovalEngine,
  ApprovalError,
  type ApprovalStore,
  type Definition,
  createApprovalEngine,
} from '@org/approval-core';
import { createTestReceiver } from '@org/approval-testkit';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from './open.js';
import { type GaleraCluster, galeraProvider, startGalera } from './test-support/galera.js';

const provider = galeraProvider();
if (provider === null)
  console.warn('SKIPPED: Galera with three writers, no libgalera_smm.so on this machine');

const FLOW: Definition = {
  definitionId: 'flow',
  name: 'Flow',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: {
        reviewers: ['ann', 'bob', 'cem'].map((userId) => ({ userId, mandatory: true })),
        onReject: { routeToNodeId: 'rework' },
      },
    },
    { nodeId: 'rework', type: 'agent', config: { agentId: 'scan', urlPath: 'url' } },
  ],
  edges: [],
};
const PEOPLE = ['ann', 'bob', 'cem'];
const RUNS = 60;
const RACES = 40;

/** An execution or definition that another server acknowledged is visible a moment later. */
async function eventually<T>(work: () => Promise<T>): Promise<T> {
  const end = Date.now() + 20_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isLate = error instanceof ApprovalError && ['NOT_FOUND', 'UNAVAILABLE'].includes(error.status);
      if (!isLate || Date.now() > end) throw error;
    }
    await sleep(20);
  }
}

describe.skipIf(provider === null)('Galera with three writers', { timeout: 120_000 }, () => {
  let cluster: GaleraCluster;
  let engines: ApprovalEngine[];
  let transport: ReturnType<typeof createTestReceiver>;
  const stores: ApprovalStore[] = [];
  const closes: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    cluster = await startGalera(provider ?? '');
    transport = createTestReceiver();
    engines = [];
    for (const url of cluster.urls) {
      const { store, close } = await openStore(url);
      closes.push(close);
      stores.push(store);
      engines.push(
        createApprovalEngine({
          store,
          webhooks: { transport },
          agents: { scan: () => ({ passed: true }) },
          jobs: { pollMs: 100 },
          allowPlaintextSecrets: true,
        }),
      );
    }
    await engines[0]!.definitions.create(FLOW);
  }, 180_000);
  afterAll(async () => {
    for (const engine of engines) await engine.stop();
    for (const close of closes) await close();
    await cluster.stop();
  }, 60_000);

  test('three people answer on three servers at once: each run ends once, and everything is delivered in order', async () => {
    const runs = await Promise.all(
      Array.from({ length: RUNS }, async (_, index) => {
        const { executionId } = await eventually(() =>
          engines[index % 3]!.executions.dispatch({
            definitionId: 'flow',
            triggerContext: { url: 'u' },
            webhookUrl: 'https://receiver.example/hooks',
            webhookSecret: 'a-secret-of-the-receiver',
            idempotencyKey: `run-${index}`,
          }),
        );
        const answer = (reviewerId: string, at: number) =>
          eventually(() =>
            engines[at]!.steps.recordReviewerDecision({
              ...{ executionId, stepId: 'step_review', reviewerId },
              decision: 'approve',
            }),
          );
        await Promise.all(PEOPLE.map((reviewerId, at) => answer(reviewerId, at)));
        return executionId;
      }),
    );
    expect(new Set(runs).size).toBe(RUNS);
    const [engine] = engines;
    const statusOf = async (executionId: string) => (await engine!.executions.get({ executionId })).status;
    for (const executionId of runs)
      await expect.poll(() => statusOf(executionId), { timeout: 20_000 }).toBe('completed');
    const pending = async () => (await engine!.webhooks.listDeliveries({ status: 'pending' })).items.length;
    await expect.poll(pending, { timeout: 120_000 }).toBe(0);
    expect((await engine!.webhooks.listDeliveries({ status: 'dead' })).items).toEqual([]);
    for (const executionId of runs) {
      const seqs = transport.received
        .filter((it) => it.event.executionId === executionId)
        .map((it) => it.event.seq);
      expect([...new Set(seqs)]).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
      const key = { workspaceId: 'default', executionId };
      const events = await stores[0]!.readEvents({ ...key, afterSeq: 0, limit: 1_000, externalOnly: false });
      const decided = events.flatMap((it) =>
        it.type === 'step.decision-recorded' ? [it.data.reviewerId] : [],
      );
      expect(decided.toSorted()).toEqual(PEOPLE);
    }
    // No job is lost, no delivery lacks its job, and every state is the fold of its events.
    expect(await engine!.doctor()).toMatchObject({ findings: [] });
  });

  test('a definition is deleted on one server or dispatched on another, never both', async () => {
    for (let race = 0; race < RACES; race++) {
      const definitionId = `race-${race}`;
      const [deleter, dispatcher] = [engines[race % 3]!, engines[(race + 1) % 3]!];
      await deleter.definitions.create({ ...FLOW, definitionId });
      await eventually(() => dispatcher.definitions.get({ definitionId }));
      const [deleted, dispatched] = await Promise.allSettled([
        deleter.definitions.delete({ definitionId }),
        dispatcher.executions.dispatch({ definitionId, triggerContext: { url: 'u' } }),
      ]);
      const won = [deleted, dispatched].filter((it) => it.status === 'fulfilled');
      // This was seen once in some 3,000 races: the message says which of the two is not so.
      const found = won.length === 1 ? '' : await stateOn(engines, { definitionId, dispatched });
      expect(won, `race ${race}: deleted and dispatched, or neither; ${found}`).toHaveLength(1);
      for (const it of [deleted, dispatched])
        if (it.status === 'rejected') expect(it.reason).toBeInstanceOf(ApprovalError);
    }
  });
});

/** States of a definition and of its execution on each server. */
async function stateOn(
  engines: readonly ApprovalEngine[],
  {
    definitionId,
    dispatched,
  }: {
    readonly definitionId: string;
    readonly dispatched: PromiseSettledResult<{ readonly executionId: string }>;
  },
): Promise<string> {
  const executionId = dispatched.status === 'fulfilled' ? dispatched.value.executionId : 'none';
  const states = engines.map(async ({ executions, definitions }) => [
    ...(await Promise.allSettled([executions.get({ executionId }), definitions.get({ definitionId })])),
  ]);
  return JSON.stringify(
    (await Promise.all(states)).map((all) =>
      all.map((it) => (it.status === 'fulfilled' ? 'there' : String(it.reason))),
    ),
  );
}
