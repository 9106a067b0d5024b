/** A state at hand saves a read, and is never the last word. */
import { overriding } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import {
  type ApprovalEngine,
  type ApprovalStore,
  createApprovalEngine,
  createMemoryStore,
} from '../../index.js';
import type { CommitResult } from '../../store.js';
import { agent, human, rejectTo } from '../../test-support/run.js';
import { DEFAULT_CACHED_STATE_BYTES } from '../options/options.js';
import { StateCache } from './state-cache.js';

const PEOPLE = Array.from({ length: 20 }, (_, index) => `u${index}`);

interface Counts {
  loads: number;
  commits: number;
}

/** A store that counts, and that engines take for one at the end of a network. */
function remote(store: ApprovalStore): { store: ApprovalStore; counts: Counts } {
  const counts: Counts = { loads: 0, commits: 0 };
  const counting = overriding(store, {
    durable: true,
    shared: true,
    loadExecutions(keys) {
      counts.loads += 1;
      return store.loadExecutions(keys);
    },
    commit(changes) {
      counts.commits += 1;
      return store.commit(changes);
    },
  });
  return { store: counting, counts };
}

const engineOn = (store: ApprovalStore, cachedStateBytes = DEFAULT_CACHED_STATE_BYTES): ApprovalEngine =>
  createApprovalEngine({ store, jobs: { run: false }, cachedStateBytes });

const nodes = [human('review', PEOPLE, rejectTo('rework')), agent('rework')];
const ordered = [
  {
    nodeId: 'review',
    type: 'human',
    config: {
      reviewers: [
        { userId: 'ann', mandatory: true, order: 1 },
        { userId: 'bob', mandatory: true, order: 2 },
      ],
      ...rejectTo('rework'),
    },
  },
  agent('rework'),
] as const;

async function started(engine: ApprovalEngine, flow: readonly unknown[] = nodes): Promise<string> {
  await engine.definitions.create({ definitionId: 'flow', name: 'Flow', nodes: flow as never, edges: [] });
  return (await engine.executions.dispatch({ definitionId: 'flow' })).executionId;
}

const decide = (
  engine: ApprovalEngine,
  executionId: string,
  reviewerId: string,
  decision: 'approve' | 'reject' = 'approve',
) => engine.steps.recordReviewerDecision({ executionId, stepId: 'step_review', reviewerId, decision });

describe('what a state at hand saves', () => {
  test('a decision is one commit and no read, from the dispatch on', async () => {
    const { store, counts } = remote(createMemoryStore());
    const engine = engineOn(store);
    const executionId = await started(engine);
    Object.assign(counts, { loads: 0, commits: 0 });
    for (const reviewerId of PEOPLE) await decide(engine, executionId, reviewerId);
    expect(counts).toEqual({ loads: 0, commits: PEOPLE.length });
  });

  test('without it, or for a run that another process has started, the first decision reads', async () => {
    const { store, counts } = remote(createMemoryStore());
    const executionId = await started(engineOn(store));
    Object.assign(counts, { loads: 0, commits: 0 });
    const other = engineOn(store);
    for (const reviewerId of ['u0', 'u1', 'u2']) await decide(other, executionId, reviewerId);
    expect(counts).toEqual({ loads: 1, commits: 3 });
    const none = engineOn(store, 0);
    for (const reviewerId of ['u3', 'u4', 'u5']) await decide(none, executionId, reviewerId);
    expect(counts).toEqual({ loads: 4, commits: 6 });
  });
});

describe('nothing is answered from a state that is out of date', () => {
  test('two engines take turns on one run: nothing is lost, and the run ends once', async () => {
    const { store, counts } = remote(createMemoryStore());
    const engines = [engineOn(store), engineOn(store)] as const;
    const executionId = await started(engines[0]);
    Object.assign(counts, { loads: 0, commits: 0 });
    const results = [];
    for (const [index, reviewerId] of PEOPLE.entries()) {
      results.push(await decide(engines[index % 2 === 0 ? 0 : 1], executionId, reviewerId));
    }
    expect(results.map((it) => it.recorded)).toEqual(PEOPLE.map(() => true));
    expect(results.filter((it) => it.resumeScheduled)).toHaveLength(1);
    // Each turn finds out by its commit, reads and commits: never more than that.
    expect(counts.commits).toBeLessThanOrEqual(2 * PEOPLE.length);
    expect(counts.loads).toBeLessThanOrEqual(PEOPLE.length);
    const { status, steps } = await engines[1].executions.get({ executionId });
    expect(status).toBe('completed');
    expect(steps[0]?.output).toMatchObject({ approveCount: PEOPLE.length });
  });

  test('a refusal: who is asked by now may answer', async () => {
    const { store } = remote(createMemoryStore());
    const [here, there] = [engineOn(store), engineOn(store)];
    const executionId = await started(here, ordered);
    await expect(decide(here, executionId, 'bob')).rejects.toMatchObject({
      details: { code: 'not-asked-yet' },
    });
    await decide(there, executionId, 'ann');
    expect(await decide(here, executionId, 'bob')).toMatchObject({ recorded: true, resumeScheduled: true });
  });

  test('an acceptance: what has ended elsewhere is refused', async () => {
    const { store } = remote(createMemoryStore());
    const [here, there] = [engineOn(store), engineOn(store)];
    const executionId = await started(here);
    await there.executions.cancel({ executionId });
    await expect(decide(here, executionId, 'u0')).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
    expect(await here.executions.cancel({ executionId })).toMatchObject({ cancelled: true });
  });

  test('a replay: a decision that was recorded elsewhere is not recorded again', async () => {
    const { store } = remote(createMemoryStore());
    const [here, there] = [engineOn(store), engineOn(store)];
    const executionId = await started(here);
    await decide(there, executionId, 'u0');
    expect(await decide(here, executionId, 'u0')).toMatchObject({ recorded: false });
    await expect(decide(here, executionId, 'u0', 'reject')).rejects.toMatchObject({
      details: { recordedDecision: 'approve' },
    });
  });

  test('a run that is gone is NOT_FOUND', async () => {
    const inner = createMemoryStore();
    let isGone = false;
    const store = overriding(inner, {
      durable: true,
      commit: async (changes) =>
        isGone ? changes.map((): CommitResult => ({ kind: 'conflict' })) : inner.commit(changes),
      loadExecutions: async (keys) => (isGone ? keys.map(() => null) : inner.loadExecutions(keys)),
    });
    const engine = engineOn(store);
    const executionId = await started(engine);
    isGone = true;
    await expect(decide(engine, executionId, 'u0')).rejects.toMatchObject({ status: 'NOT_FOUND' });
  });
});

test('after a commit whose answer was lost the store is asked', async () => {
  const inner = createMemoryStore();
  let isLost = false;
  const { store, counts } = remote(
    overriding(inner, {
      async commit(changes) {
        const results = await inner.commit(changes);
        if (isLost) throw new Error('the answer was lost');
        return results;
      },
    }),
  );
  const engine = engineOn(store);
  const executionId = await started(engine);
  isLost = true;
  await expect(decide(engine, executionId, 'u0')).rejects.toMatchObject({ status: 'UNAVAILABLE' });
  isLost = false;
  counts.loads = 0;
  expect(await decide(engine, executionId, 'u0')).toMatchObject({ recorded: false });
  expect(counts.loads).toBe(1);
});

test('what is kept is bounded in bytes, the last used longest, and an older answer replaces nothing', async () => {
  const store = createMemoryStore();
  const engine = engineOn(store);
  const first = await started(engine);
  const key = (executionId: string) => ({ workspaceId: 'default', executionId });
  const [state] = await store.loadExecutions([key(first)]);
  if (!state) throw new Error('the run is not there');
  const room = new StateCache(40_000);
  const ids = Array.from({ length: 100 }, (_, index) => `exec_${index}`);
  for (const executionId of ids) {
    room.note({ ...state, executionId });
    room.get(key('exec_0'));
  }
  const kept = ids.filter((it) => room.get(key(it)) !== null);
  expect(kept.length).toBeGreaterThan(2);
  expect(kept.length).toBeLessThan(60);
  expect(kept).toContain('exec_0');
  expect(kept).toContain('exec_99');

  const cache = new StateCache(1_000_000);
  cache.note({ ...state, seq: 9 });
  cache.note({ ...state, seq: 8 });
  expect(cache.get(key(first))?.seq).toBe(9);
  cache.note({ ...state, seq: 10, status: 'completed' });
  expect(cache.get(key(first))).toBeNull();
});
