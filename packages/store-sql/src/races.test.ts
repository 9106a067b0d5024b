/** Races between engines that act as separate processes: each has its own pool and caches. */
import { type ApprovalEngine, type ApprovalStore, createApprovalEngine } from '@org/approval-core';
import type { EngineEvent } from '@org/approval-core/interpreter';
import { checkExecution } from '@org/approval-core/interpreter';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlStore } from './store/store.js';
import { breached } from './test-support/kill-definition.js';
import { type TestDatabase, allServers, migrated } from './test-support/open.js';
import { startProcess } from './test-support/processes.js';
import { reviewBy } from './test-support/review-definition.js';

const TRIGGER = { url: 'https://example.com' };
const FIFTY = Array.from({ length: 50 }, (_, index) => `u${index}`);

describe.each(await allServers())('$name', (server) => {
  let database: TestDatabase;
  const stores: ApprovalStore[] = [];
  const engines: ApprovalEngine[] = [];
  const published: string[] = [];

  beforeAll(async () => {
    database = await migrated(server);
    for (let index = 0; index < 4; index++) {
      const store = sqlStore(await database.connect());
      stores.push(store);
      const publisher = ({ executionId }: { executionId: string }) => {
        published.push(executionId);
        return { passed: true } as const;
      };
      engines.push(createApprovalEngine({ store, agents: { publisher }, jobs: { pollMs: 20 } }));
    }
  });
  afterAll(async () => {
    await Promise.all(engines.map((engine) => engine.stop()));
    await database.close();
  });

  const any = (index: number): ApprovalEngine => engines[index % engines.length]!;
  const inWorkspace = (index: number, workspaceId: string) => any(index).forWorkspace(workspaceId);

  async function ended(workspaceId: string, executionId: string): Promise<void> {
    await expect
      .poll(async () => (await stores[0]!.loadExecutions([{ workspaceId, executionId }]))[0]?.status, {
        timeout: 10_000,
        interval: 20,
      })
      .toBe('completed');
    await sound(workspaceId, executionId);
  }

  async function eventsOf(workspaceId: string, executionId: string): Promise<EngineEvent[]> {
    const [store] = stores as [ApprovalStore];
    return store.readEvents({ workspaceId, executionId, afterSeq: 0, limit: 10_000, externalOnly: false });
  }

  async function sound(workspaceId: string, executionId: string): Promise<void> {
    const [store] = stores as [ApprovalStore];
    const [state] = await store.loadExecutions([{ workspaceId, executionId }]);
    const events = await eventsOf(workspaceId, executionId);
    const [definition] = await store.loadDefinitions([
      { workspaceId, uid: state!.definitionUid, version: state!.definitionVersion },
    ]);
    expect(checkExecution({ compiled: definition!.compiled, state: state!, events })).toEqual([]);
  }

  test('50 decisions on one step from 4 engines all count, once, and the workflow goes on once', async () => {
    const workspaceId = 'fifty';
    await inWorkspace(0, workspaceId).definitions.create(reviewBy(FIFTY));
    const { executionId } = await inWorkspace(0, workspaceId).executions.dispatch({
      definitionId: 'review',
      triggerContext: TRIGGER,
    });
    await Promise.all(
      FIFTY.map((reviewerId, index) =>
        inWorkspace(index, workspaceId).steps.recordReviewerDecision({
          executionId,
          stepId: 'step_review',
          reviewerId,
          decision: 'approve',
        }),
      ),
    );
    await ended(workspaceId, executionId);
    expect(published.filter((it) => it === executionId)).toHaveLength(1);
  });

  test.skipIf(server.name === 'SQLite')(
    '50 decisions from 4 processes all count, once',
    async () => {
      const workspaceId = 'processes';
      await inWorkspace(0, workspaceId).definitions.create(reviewBy(FIFTY));
      const { executionId } = await inWorkspace(0, workspaceId).executions.dispatch({
        definitionId: 'review',
        triggerContext: TRIGGER,
      });
      const processes = await Promise.all(
        [0, 1, 2, 3].map((own) => {
          const reviewers = FIFTY.filter((_, index) => index % 4 === own).join();
          return startProcess('decider', database, [workspaceId, executionId, 'step_review', reviewers]);
        }),
      );
      const codes = await Promise.all(
        processes.map(async ({ child }) => {
          const gone = once(child, 'exit');
          child.send('go');
          return (await gone)[0] as unknown;
        }),
      );
      expect(codes).toEqual([0, 0, 0, 0]);
      await ended(workspaceId, executionId);
      const decisions = (await eventsOf(workspaceId, executionId)).filter(
        (it) => it.type === 'step.decision-recorded',
      );
      expect(decisions).toHaveLength(50);
      expect(published.filter((it) => it === executionId)).toHaveLength(1);
    },
    60_000,
  );

  test('decision against cancel against breach on one step: one wins, the record is sound', async () => {
    const workspaceId = 'endings';
    const definition = reviewBy(['ann']);
    const [review, ...others] = definition.nodes;
    const nodes = [{ ...review!, slaMs: 200 }, ...others];
    const edges = [...(definition.edges ?? []), { from: 'review', to: 'rework', when: breached }];
    await inWorkspace(0, workspaceId).definitions.create({ ...definition, nodes, edges });
    const race = async (_: unknown, index: number): Promise<void> => {
      const { executionId } = await inWorkspace(index, workspaceId).executions.dispatch({
        definitionId: 'review',
        triggerContext: TRIGGER,
      });
      const step = { executionId, stepId: 'step_review' };
      const state = () => stores[0]!.loadExecutions([{ workspaceId, executionId }]);
      await sleep(190 + index);
      await Promise.allSettled([
        inWorkspace(index + 1, workspaceId).steps.recordReviewerDecision({
          ...step,
          reviewerId: 'ann',
          decision: 'approve',
        }),
        inWorkspace(index + 2, workspaceId).steps.cancel({ ...step, actorId: 'bob' }),
      ]);
      await expect
        .poll(async () => (await state())[0]?.status, { timeout: 10_000 })
        .toMatch(/completed|failed|cancelled/);
      await sound(workspaceId, executionId);
      const endings = (await eventsOf(workspaceId, executionId)).filter(
        (it) => it.stepId === 'step_review' && /^step\.(completed|cancelled|breached)$/.test(it.type),
      );
      expect(endings).toHaveLength(1);
      const approved = endings[0]?.type === 'step.completed';
      expect(published.filter((it) => it === executionId)).toHaveLength(approved ? 1 : 0);
    };
    await Promise.all(Array.from({ length: 20 }, race));
  });

  test('20 dispatches with one key are one execution', async () => {
    const workspaceId = 'one-key';
    await inWorkspace(0, workspaceId).definitions.create(reviewBy(['ann']));
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        inWorkspace(index, workspaceId).executions.dispatch({
          definitionId: 'review',
          idempotencyKey: 'order-1',
          triggerContext: TRIGGER,
        }),
      ),
    );
    expect(new Set(results.map((it) => it.executionId)).size).toBe(1);
    const page = await stores[0]!.listExecutions({ workspaceId }, { limit: 10, cursor: null });
    expect(page).toMatchObject({ items: [{ executionId: results[0]!.executionId }] });
  });

  test('many runs whose agents any engine may call are called once each', async () => {
    const workspaceId = 'agents';
    await inWorkspace(0, workspaceId).definitions.create(reviewBy(['ann']));
    const runs = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const own = inWorkspace(index, workspaceId);
        const { executionId } = await own.executions.dispatch({
          definitionId: 'review',
          triggerContext: TRIGGER,
        });
        await inWorkspace(index + 1, workspaceId).steps.recordReviewerDecision({
          executionId,
          stepId: 'step_review',
          reviewerId: 'ann',
          decision: 'approve',
        });
        return executionId;
      }),
    );
    for (const executionId of runs) await ended(workspaceId, executionId);
    expect(runs.map((id) => published.filter((it) => it === id).length)).toEqual(runs.map(() => 1));
  });

  test('delete against dispatch: either something runs, or nothing starts any more', async () => {
    const workspaceId = 'deleted';
    for (let round = 0; round < 8; round++) {
      const definitionId = `raced-${round}`;
      await inWorkspace(0, workspaceId).definitions.create({ ...reviewBy(['ann']), definitionId });
      const dispatches = Array.from({ length: 4 }, (_, index) =>
        inWorkspace(index, workspaceId).executions.dispatch({ definitionId, triggerContext: TRIGGER }),
      );
      const [deletion, ...dispatched] = await Promise.allSettled([
        inWorkspace(round, workspaceId).definitions.delete({ definitionId }),
        ...dispatches,
      ]);
      const started = dispatched.filter((it) => it.status === 'fulfilled');
      const page = await stores[0]!.listExecutions(
        { workspaceId, definitionId, status: 'running' },
        { limit: 10, cursor: null },
      );
      if (page === 'bad-cursor') throw new Error('the page has no cursor');
      expect(page.items).toHaveLength(started.length);
      expect(deletion.status).toBe(started.length > 0 ? 'rejected' : 'fulfilled');
    }
  });

  test('two workers on one job: one performs it, also when it takes longer than the lease', async () => {
    const workspaceId = 'one-job';
    const performed: string[] = [];
    const workers = stores.slice(0, 2).map((store) =>
      createApprovalEngine({
        store,
        agents: {
          slow: async ({ executionId }) => {
            performed.push(executionId);
            await sleep(2_500);
            return { passed: true };
          },
        },
        // Renewed at every third: a machine that stands still for a second loses no lease.
        jobs: { pollMs: 10, leaseMs: 2_000 },
      }),
    );
    await Promise.all(engines.map((engine) => engine.stop()));
    const [worker] = workers as [ApprovalEngine];
    const own = worker.forWorkspace(workspaceId);
    const slow = { nodeId: 'slow', type: 'agent' as const, config: { agentId: 'slow', urlPath: 'url' } };
    await own.definitions.create({ definitionId: 'slow', name: 'Slow', nodes: [slow], edges: [] });
    const { executionId } = await own.executions.dispatch({ definitionId: 'slow', triggerContext: TRIGGER });
    await ended(workspaceId, executionId);
    expect(performed).toEqual([executionId]);
    await Promise.all(workers.map((it) => it.stop()));
  });
});
