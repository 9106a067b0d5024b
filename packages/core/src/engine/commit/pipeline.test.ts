import { createTestEngine, overriding } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { type ApprovalStore, createApprovalEngine, createMemoryStore } from '../../index.js';
import type { CommitResult } from '../../store.js';
import { agent, human, rejectTo } from '../../test-support/run.js';

const PEOPLE = Array.from({ length: 50 }, (_, index) => `u${index}`);
const nodes = [human('review', PEOPLE, rejectTo('rework')), agent('rework')];

/** Counts the calls of a store, and what goes into them. */
function counted(store: ApprovalStore) {
  const batches: number[] = [];
  const counting = overriding(store, {
    commit: (changes) => {
      batches.push(changes.length);
      return store.commit(changes);
    },
  });
  return { counting, batches };
}

async function started(store: ApprovalStore) {
  const kit = createTestEngine({ store });
  await kit.engine.definitions.create({ definitionId: 'flow', name: 'Flow', nodes, edges: [] });
  const { executionId } = await kit.engine.executions.dispatch({ definitionId: 'flow' });
  const decide = (reviewerId: string, decision: 'approve' | 'reject' = 'approve') =>
    kit.engine.steps.recordReviewerDecision({ executionId, stepId: 'step_review', reviewerId, decision });
  return { ...kit, executionId, decide };
}

describe('batching', () => {
  test('fifty reviewers who answer at once cost a commit or two, and resolve the step once', async () => {
    const { counting, batches } = counted(createMemoryStore());
    const { decide, engine, executionId } = await started(counting);
    batches.length = 0;
    const results = await Promise.all([...PEOPLE, ...PEOPLE].map((it) => decide(it)));
    expect(batches.length).toBeLessThanOrEqual(2);
    expect(results.filter((it) => it.recorded)).toHaveLength(50);
    expect(results.filter((it) => it.resumeScheduled)).toHaveLength(1);
    expect((await engine.executions.get({ executionId })).status).toBe('completed');
  });

  test('many commands on one run go in several batches, and do not hold up another run', async () => {
    const { counting } = counted(createMemoryStore());
    const { decide, engine, executionId } = await started(counting);
    const other = await engine.executions.dispatch({ definitionId: 'flow' });
    let answered = 0;
    const crowd = Array.from({ length: 500 }, (_, index) =>
      decide(`u${index % 50}`).then(() => (answered += 1)),
    );
    const { executionId: ofOther } = other;
    await engine.steps.recordReviewerDecision({
      ...{ executionId: ofOther, stepId: 'step_review', reviewerId: 'u0', decision: 'approve' },
    });
    expect(answered).toBeLessThan(200);
    await Promise.all(crowd);
    expect((await engine.executions.get({ executionId })).status).toBe('completed');
  });

  test('changes of many executions share commits', async () => {
    const { counting, batches } = counted(createMemoryStore());
    const { engine } = await started(counting);
    batches.length = 0;
    await Promise.all(
      Array.from({ length: 100 }, () => engine.executions.dispatch({ definitionId: 'flow' })),
    );
    expect(batches.length).toBeLessThan(10);
  });

  test.each([128, 80])(
    '%i callers resolved together go on in several turns, and their next commands form few batches',
    async (callers) => {
      const { counting, batches } = counted(createMemoryStore());
      const { engine } = await started(counting);
      batches.length = 0;
      let turn = 0;
      let isOver = false;
      const count = () => {
        turn += 1;
        if (!isOver) setImmediate(count);
      };
      setImmediate(count);
      const turns = new Set<number>();
      const dispatch = () => engine.executions.dispatch({ definitionId: 'flow' });
      const twice = async () => {
        await dispatch();
        turns.add(turn);
        await dispatch();
      };
      await Promise.all(Array.from({ length: callers }, twice));
      isOver = true;
      expect(turns.size).toBeGreaterThan(1);
      expect(batches).toEqual(Array.from({ length: 4 }, () => callers / 2));
    },
  );

  test.each([
    ['as many as are worth it go in two batches side by side', 20, {}, [10, 10]],
    ['fewer go in one', 15, {}, [15]],
    ['where one batch waits for the other they go in one', 20, { maxConcurrent: 1 }, [20]],
    ['a batch is never larger than it may be', 20, { maxSize: 6 }, [6, 6, 6, 2]],
  ])('of what is asked for at once %s', async (_, callers, batches, sizes) => {
    const store = createMemoryStore();
    const underWay: number[] = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let isHeld = false;
    const held = overriding(store, {
      async commit(changes) {
        if (isHeld) {
          underWay.push(changes.length);
          await released;
        }
        return store.commit(changes);
      },
    });
    const { engine } = createTestEngine({ store: held, batches });
    await engine.definitions.create({ definitionId: 'flow', name: 'Flow', nodes, edges: [] });
    await engine.executions.dispatch({ definitionId: 'flow' });
    isHeld = true;
    const runs = Array.from({ length: callers }, () => engine.executions.dispatch({ definitionId: 'flow' }));
    await new Promise(setImmediate);
    expect(underWay).toEqual(sizes);
    release();
    await Promise.all(runs);
    await engine.stop();
  });

  test('a refusal changes nothing and needs no commit', async () => {
    const { counting, batches } = counted(createMemoryStore());
    const { decide } = await started(counting);
    await decide('u0');
    batches.length = 0;
    await expect(decide('stranger')).rejects.toMatchObject({ status: 'PERMISSION_DENIED' });
    expect(await decide('u0')).toMatchObject({ recorded: false, rejectionReason: 'idempotent' });
    expect(batches).toEqual([]);
  });
});

describe('racing processes', () => {
  test('two engines on one store lose no decision and resolve the step once', async () => {
    const store = createMemoryStore();
    const { decide, executionId, engine } = await started(store);
    const other = createApprovalEngine({ store, jobs: { run: false } });
    const results = await Promise.all(
      PEOPLE.map((reviewerId, index) =>
        index % 2 === 0
          ? decide(reviewerId)
          : other.steps.recordReviewerDecision({
              executionId,
              stepId: 'step_review',
              reviewerId,
              decision: 'approve',
            }),
      ),
    );
    expect(results.filter((it) => it.recorded)).toHaveLength(50);
    expect(results.filter((it) => it.resumeScheduled)).toHaveLength(1);
    const step = (await engine.executions.get({ executionId })).steps[0];
    expect(step?.output).toMatchObject({ approveCount: 50, decision: 'approve' });
  });

  test('after a conflict everything is decided again on what is stored: a result never rests on a lost state', async () => {
    const store = createMemoryStore();
    const { executionId, engine } = await started(store);
    const slow = overriding(store, {
      async commit(changes) {
        // A rejection comes between the load and the commit of the other engine.
        await engine.steps.recordReviewerDecision({
          executionId,
          stepId: 'step_review',
          reviewerId: 'u1',
          decision: 'reject',
        });
        return store.commit(changes);
      },
    });
    const other = createApprovalEngine({ store: slow, jobs: { run: false } });
    const late = other.steps.recordReviewerDecision({
      executionId,
      stepId: 'step_review',
      reviewerId: 'u2',
      decision: 'approve',
    });
    await expect(late).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
  });

  test('an execution that never stops conflicting is UNAVAILABLE, not a loop', async () => {
    const store = createMemoryStore();
    const { executionId } = await started(store);
    const conflict: CommitResult = { kind: 'conflict' };
    const broken = overriding(store, { commit: (changes) => Promise.resolve(changes.map(() => conflict)) });
    const other = createApprovalEngine({ store: broken, jobs: { run: false } });
    await expect(other.executions.cancel({ executionId })).rejects.toMatchObject({ status: 'UNAVAILABLE' });
  });
});

describe('a store that fails', () => {
  const down = () => Promise.reject(new Error('password=secret'));

  test.each<[string, Partial<ApprovalStore>]>([
    ['loads', { loadExecutions: down }],
    ['commits', { commit: down }],
  ])('is UNAVAILABLE with its cause, and no words of it in the message: %s', async (_, methods) => {
    const store = createMemoryStore();
    const { executionId } = await started(store);
    const engine = createApprovalEngine({ store: overriding(store, methods), jobs: { run: false } });
    const error = await engine.executions.cancel({ executionId }).catch((it: unknown) => it);
    expect(error).toMatchObject({ status: 'UNAVAILABLE', cause: { message: 'password=secret' } });
    expect((error as Error).message).not.toContain('secret');
  });

  test('once it is back, calls succeed', async () => {
    const store = createMemoryStore();
    const { executionId } = await started(store);
    let working = false;
    const flaky = overriding(store, { commit: (changes) => (working ? store.commit(changes) : down()) });
    const engine = createApprovalEngine({ store: flaky, jobs: { run: false } });
    await expect(engine.executions.cancel({ executionId })).rejects.toMatchObject({ status: 'UNAVAILABLE' });
    working = true;
    expect(await engine.executions.cancel({ executionId })).toMatchObject({ cancelled: true });
  });
});

describe('a command on an execution that is being created', () => {
  test('is decided after the creation, and never left waiting', async () => {
    const { engine } = createTestEngine({
      ids: { next: (prefix) => (prefix === 'exec' ? 'exec_foreseen' : `${prefix}_${Math.random()}`) },
    });
    await engine.definitions.create({ definitionId: 'flow', name: 'Flow', nodes, edges: [] });
    const created = engine.executions.dispatch({ definitionId: 'flow' });
    const asked: Promise<unknown>[] = [];
    for (let turn = 0; turn < 40; turn++) {
      asked.push(engine.executions.cancel({ executionId: 'exec_foreseen' }).catch((error: unknown) => error));
      await Promise.resolve();
    }
    await created;
    const results = await Promise.all(asked);
    expect(results).toHaveLength(40);
    expect(results).toContainEqual({ cancelled: true, executionId: 'exec_foreseen' });
  });
});
