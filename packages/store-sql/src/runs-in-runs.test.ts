/**
 * Runs in runs on every database, by several engines: each child is one, its end reaches its
 * parent, and no open child has an ended step. Engines die at each of their commits.
 */
import { type ApprovalEngine, type ApprovalStore, createApprovalEngine } from '@org/approval-core';
import { afterAll, describe, expect, test } from 'vitest';
import { sqlStore } from './store/store.js';
import { allServers, migrated } from './test-support/open.js';

const CHILD = {
  definitionId: 'child',
  name: 'Child',
  nodes: [{ nodeId: 'go', type: 'wait' as const, config: { signal: 'go' } }],
  edges: [],
};
const PARENT = {
  definitionId: 'parent',
  name: 'Parent',
  nodes: [{ nodeId: 'sub', type: 'subflow' as const, config: { definitionId: 'child' } }],
  edges: [],
};
/** Number of commits after which an engine dies. */
const DEATHS = [0, 1, 2, 3, 4];

/** A store whose process dies at its nth commit: before it is written, or after it. */
function dying(store: ApprovalStore, at: number, isWritten: boolean): ApprovalStore {
  let left = at;
  const dead = () => Promise.reject(new Error('the process is dead'));
  const commit: ApprovalStore['commit'] = async (changes, hook) => {
    if (left < 0) return dead();
    left -= 1;
    if (left >= 0) return store.commit(changes, hook);
    if (isWritten) await store.commit(changes, hook);
    return dead();
  };
  const alive = <R>(call: () => Promise<R>): Promise<R> => (left < 0 ? dead() : call());
  return {
    ...store,
    commit,
    claimJobs: (request) => alive(() => store.claimJobs(request)),
    finishJobs: (claims) => alive(() => store.finishJobs(claims)),
    extendJobs: (claims, lease) => alive(() => store.extendJobs(claims, lease)),
    releaseJobs: (claims) => alive(() => store.releaseJobs(claims)),
  };
}

describe.each(await allServers())('$name', async (server) => {
  const database = await migrated(server);
  const storeOf = async () => sqlStore(await database.connect());
  const store: ApprovalStore = await storeOf();
  const quiet = { warn: () => undefined, error: () => undefined };
  const jobs = { leaseMs: 300, pollMs: 20 };
  const reader: ApprovalEngine = createApprovalEngine({ store, jobs: { run: false } });
  const worker: ApprovalEngine = createApprovalEngine({ store: await storeOf(), jobs, logger: quiet });
  afterAll(async () => {
    await Promise.all([reader.stop(), worker.stop()]);
    await database.close();
  });

  const begin = async (engine: ApprovalEngine) =>
    (await engine.executions.dispatch({ definitionId: 'parent' })).executionId;
  const get = (executionId: string) => reader.executions.get({ executionId });
  const eventually = async <T>(look: () => Promise<T | null>): Promise<T> => {
    for (let turn = 0; turn < 500; turn++) {
      const found = await look();
      if (found !== null) return found;
      await new Promise((resolve) => void setTimeout(resolve, 20));
    }
    throw new Error('it did not happen');
  };
  const childOf = (executionId: string) =>
    eventually(async () => (await get(executionId)).steps[0]?.child?.executionId ?? null);
  const ended = (executionId: string) =>
    eventually(async () => {
      const run = await get(executionId);
      return run.status === 'running' || run.status === 'pending' ? null : run;
    });

  test('a child is one, and its end reaches its parent', { timeout: 120_000 }, async () => {
    await reader.definitions.create(CHILD);
    await reader.definitions.create(PARENT);
    const id = await begin(worker);
    const kid = await childOf(id);
    await reader.executions.signal({ executionId: kid, name: 'go' });
    expect((await ended(id)).status).toBe('completed');
    const { items } = await reader.executions.list({ parentExecutionId: id });
    expect(items.map((it) => it.executionId)).toEqual([kid]);
  });

  test.each(DEATHS.flatMap((at) => [[at, true] as const, [at, false] as const]))(
    'an engine that dies at commit %i, written: %s',
    { timeout: 120_000 },
    async (at, isWritten) => {
      const id = await begin(reader);
      const other = await begin(reader);
      const victim = createApprovalEngine({
        store: dying(await storeOf(), at, isWritten),
        jobs,
        logger: quiet,
      });
      // One child ends by itself, and the other with its parent.
      await childOf(id).then((kid) =>
        victim.executions.signal({ executionId: kid, name: 'go' }).catch(() => null),
      );
      await victim.executions.cancel({ executionId: other }).catch(() => null);
      const kid = await childOf(id);
      await reader.executions.signal({ executionId: kid, name: 'go' }).catch(() => null);
      await reader.executions.cancel({ executionId: other });
      expect((await ended(id)).status).toBe('completed');
      const left = await eventually(async () => {
        const { items } = await reader.executions.list({ parentExecutionId: other });
        return items.every((it) => it.status === 'cancelled') ? items : null;
      });
      expect(left.length).toBeLessThanOrEqual(1);
      await victim.stop().catch(() => null);
    },
  );

  test('retention keeps a child until its end is told', { timeout: 120_000 }, async () => {
    const own = createApprovalEngine({ store: await storeOf(), jobs: { run: false } });
    const id = await begin(worker);
    const kid = await childOf(id);
    const now = Date.now() + 60_000;
    await store.trimFeed({ before: now });
    await store.deleteEnded({ endedBefore: now, keysBefore: 0, limit: 1_000 });
    await worker.stop();
    await own.executions.signal({ executionId: kid, name: 'go' });
    await store.trimFeed({ before: now });
    expect(await store.deleteEnded({ endedBefore: now, keysBefore: 0, limit: 10 })).toBe(0);
    expect((await get(kid)).status).toBe('completed');
    await own.stop();
  });
});
