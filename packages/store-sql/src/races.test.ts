/** Races between engines, as processes would have them: each with a pool and caches of its own. */
import {
  type ApprovalEngine,
  type ApprovalStore,
  type Definition,
  createApprovalEngine,
} from '@org/approval-core';
import { checkInvariants } from '@org/approval-testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlStore } from './store/store.js';
import { type TestDatabase, allServers, migrated } from './test-support/open.js';

const reviewBy = (reviewers: readonly string[]): Definition => ({
  definitionId: 'review',
  name: 'Review',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: {
        reviewers: reviewers.map((userId) => ({ userId, mandatory: true })),
        onReject: { routeToNodeId: 'rework' },
      },
    },
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    { nodeId: 'publish', type: 'agent', config: { agentId: 'publisher', urlPath: 'url' } },
  ],
  edges: [{ from: 'review', to: 'publish' }],
});

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

  async function sound(workspaceId: string, executionId: string): Promise<void> {
    const [store] = stores as [ApprovalStore];
    const [state] = await store.loadExecutions([{ workspaceId, executionId }]);
    const events = await store.readEvents({
      workspaceId,
      executionId,
      afterSeq: 0,
      limit: 10_000,
      externalOnly: false,
    });
    const [definition] = await store.loadDefinitions([
      { workspaceId, uid: state!.definitionUid, version: state!.definitionVersion },
    ]);
    expect(checkInvariants({ compiled: definition!.compiled, state: state!, events })).toEqual([]);
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
      const [deletion] = await Promise.allSettled([
        inWorkspace(round, workspaceId).definitions.delete({ definitionId }),
      ]);
      const started = (await Promise.allSettled(dispatches)).filter((it) => it.status === 'fulfilled');
      const page = await stores[0]!.listExecutions(
        { workspaceId, definitionId, status: 'running' },
        { limit: 10, cursor: null },
      );
      if (page === 'bad-cursor') throw new Error('there is no cursor');
      expect(page.items).toHaveLength(started.length);
      expect(deletion.status).toBe(started.length > 0 ? 'rejected' : 'fulfilled');
    }
  });
});
