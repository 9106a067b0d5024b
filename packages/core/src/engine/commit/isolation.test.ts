/** One poisoned change never fails its neighbours in a batch. */
import { createTestEngine, createTestReceiver, overriding } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { ApprovalError, type ApprovalStore, type EngineOptions, createMemoryStore } from '../../index.js';
import type { Change } from '../../store.js';
import { human, rejectTo, agent } from '../../test-support/run.js';

const nodes = [human('review', 'ann', rejectTo('rework')), agent('rework')];
const refused = new ApprovalError('RESOURCE_EXHAUSTED', 'too large for the database');

/** True for the poisoned change. */
const isPoisoned = ({ state }: Change): boolean => state.triggerContext['poison'] === true;

async function flow(options: Partial<EngineOptions> & { readonly store: ApprovalStore }) {
  const kit = createTestEngine({ ...options, jobs: { run: false } });
  await kit.engine.definitions.create({ definitionId: 'flow', name: 'Flow', nodes, edges: [] });
  const dispatch = (triggerContext = {}) =>
    kit.engine.executions.dispatch({ definitionId: 'flow', triggerContext });
  const approve = ({ executionId }: { readonly executionId: string }) =>
    kit.engine.steps.recordReviewerDecision({
      ...{ executionId, stepId: 'step_review', reviewerId: 'ann', decision: 'approve' as const },
    });
  return { ...kit, dispatch, approve };
}

const outcomes = async (calls: readonly Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(calls)).map((it) =>
    it.status === 'fulfilled' ? 'done' : (it.reason as ApprovalError).status,
  );

/** The statuses, of which the one at `place` differs. */
const allBut = (count: number, place: number, status: string): string[] =>
  Array.from({ length: count }, (_, index) => (index === place ? status : 'done'));

describe('a batch that the store refuses', () => {
  const refusing = (store: ApprovalStore) =>
    overriding(store, {
      commit: (changes) => (changes.some(isPoisoned) ? Promise.reject(refused) : store.commit(changes)),
    });

  test('a failing creation rejects alone; all others are committed', async () => {
    const { dispatch } = await flow({ store: refusing(createMemoryStore()) });
    const calls = Array.from({ length: 50 }, (_, index) => dispatch({ poison: index === 17 }));
    expect(await outcomes(calls)).toEqual(allBut(50, 17, 'RESOURCE_EXHAUSTED'));
  });

  test('a failing decision rejects alone; all others are committed', async () => {
    const store = createMemoryStore();
    let poisoned = '';
    const { dispatch, approve } = await flow({
      store: overriding(store, {
        commit: (changes) =>
          changes.some(({ state }) => state.executionId === poisoned)
            ? Promise.reject(refused)
            : store.commit(changes),
      }),
    });
    const runs = await Promise.all(Array.from({ length: 20 }, () => dispatch()));
    poisoned = runs[3]!.executionId;
    expect(await outcomes(runs.map(approve))).toEqual(allBut(20, 3, 'RESOURCE_EXHAUSTED'));
  });

  test('a failing decision on a shared step rejects alone; all others are committed', async () => {
    const store = createMemoryStore();
    const { engine } = await flow({
      store: overriding(store, {
        commit: (changes) =>
          JSON.stringify(changes.map((it) => it.events)).includes('poison')
            ? Promise.reject(refused)
            : store.commit(changes),
      }),
    });
    const people = Array.from({ length: 10 }, (_, index) => `u${index}`);
    const review = human('review', people, rejectTo('rework'));
    await engine.definitions.create({
      ...{ definitionId: 'many', name: 'Many', nodes: [review, agent('rework')], edges: [] },
    });
    const { executionId } = await engine.executions.dispatch({ definitionId: 'many' });
    const approve = (reviewerId: string, index: number) =>
      engine.steps.recordReviewerDecision({
        ...{ executionId, stepId: 'step_review', reviewerId, decision: 'approve' as const },
        reason: index === 4 ? 'poison' : 'good',
      });
    expect(await outcomes(people.map(approve))).toEqual(allBut(10, 4, 'RESOURCE_EXHAUSTED'));
    const asked = async (reviewerId: string) => (await engine.steps.listWaiting({ reviewerId })).items.length;
    expect([await asked('u3'), await asked('u4'), await asked('u5')]).toEqual([0, 1, 0]);
  });

  test('of decisions on one step: only those that were refused go one by one, and not who came meanwhile', async () => {
    const store = createMemoryStore();
    const answered: number[] = [];
    const late: Promise<unknown>[] = [];
    let isFirst = false;
    const { engine } = await flow({
      store: overriding(store, {
        commit: (changes) => {
          if (isFirst) {
            isFirst = false;
            late.push(...people.slice(5).map(approve));
            return Promise.reject(refused);
          }
          const decisions = changes.flatMap((it) =>
            it.events.filter((event) => event.type === 'step.decision-recorded'),
          );
          if (decisions.length > 0) answered.push(decisions.length);
          return store.commit(changes);
        },
      }),
    });
    const people = Array.from({ length: 20 }, (_, index) => `u${index}`);
    const nodes = [human('review', people, rejectTo('rework')), agent('rework')];
    await engine.definitions.create({ definitionId: 'many', name: 'Many', nodes, edges: [] });
    const { executionId } = await engine.executions.dispatch({ definitionId: 'many' });
    const approve = (reviewerId: string) =>
      engine.steps.recordReviewerDecision({
        ...{ executionId, stepId: 'step_review', reviewerId, decision: 'approve' as const },
      });
    isFirst = true;
    expect(await outcomes(people.slice(0, 5).map(approve))).toEqual(allBut(5, 5, ''));
    expect(await outcomes(late)).toEqual(allBut(15, 15, ''));
    expect(answered).toEqual([1, 1, 1, 1, 1, 15]);
  });

  test.each([
    ['loads of executions', 'loadExecutions'],
    ['look-ups of definitions', 'findDefinitions'],
  ] as const)('of %s: all others go on', async (_, method) => {
    const store = createMemoryStore();
    let poisoned = false;
    const look = store[method].bind(store) as (keys: readonly { workspaceId: string }[]) => Promise<never>;
    const { engine, dispatch } = await flow({
      store: overriding(store, {
        [method]: (keys: readonly { workspaceId: string }[]) =>
          poisoned && keys.some(({ workspaceId }) => workspaceId === 'poison')
            ? Promise.reject(refused)
            : look(keys),
      }),
    });
    const runs = await Promise.all(Array.from({ length: 20 }, () => dispatch()));
    poisoned = true;
    const other = engine.forWorkspace('poison');
    const calls = runs.map(({ executionId }, index) => {
      const { definitions, executions } = index === 5 ? other : engine;
      return method === 'loadExecutions'
        ? executions.get({ executionId })
        : definitions.get({ definitionId: 'flow' });
    });
    expect(await outcomes(calls)).toEqual(allBut(20, 5, 'RESOURCE_EXHAUSTED'));
  });

  test('an outage is not asked about again in halves', async () => {
    const store = createMemoryStore();
    let isDown = false;
    let commits = 0;
    const { dispatch } = await flow({
      store: overriding(store, {
        commit(changes) {
          commits += 1;
          return isDown ? Promise.reject(new Error('connection refused')) : store.commit(changes);
        },
      }),
    });
    isDown = true;
    commits = 0;
    const calls = Array.from({ length: 15 }, () => dispatch());
    expect(await outcomes(calls)).toEqual(Array.from({ length: 15 }, () => 'UNAVAILABLE'));
    expect(commits).toBe(1);
  });
});

describe('a bug that throws', () => {
  test('while a mailbox is decided is answered to its own callers', async () => {
    const store = createMemoryStore();
    let poisoned = '';
    const { dispatch, approve } = await flow({
      store: overriding(store, {
        async loadExecutions(keys) {
          const states = await store.loadExecutions(keys);
          // An invalid state: reading its steps throws.
          return states.map((it) => (it?.executionId === poisoned ? { ...it, steps: null as never } : it));
        },
      }),
    });
    const runs = await Promise.all(Array.from({ length: 20 }, () => dispatch()));
    poisoned = runs[7]!.executionId;
    expect(await outcomes(runs.map(approve))).toEqual(allBut(20, 7, 'INTERNAL'));
  });

  test('behind a commit hides no commit from its callers', async () => {
    const store = createMemoryStore();
    const faults: unknown[] = [];
    const { dispatch, engine } = await flow({
      store,
      logger: { warn: () => undefined, error: (...fault) => faults.push(fault) },
    });
    engine.on('event', () => undefined);
    const frozen = overriding(store, {
      commit: async (changes) => {
        const results = await store.commit(changes);
        for (const change of changes) Object.assign(change, { events: null });
        return results;
      },
    });
    const other = createTestEngine({
      store: frozen,
      logger: { warn: () => undefined, error: (...fault) => faults.push(fault) },
      ids: { next: (prefix) => `${prefix}_${Math.random()}` },
    });
    other.engine.on('event', () => undefined);
    const call = other.engine.executions.dispatch({ definitionId: 'flow', triggerContext: {} });
    expect(await outcomes([call, dispatch()])).toEqual(['done', 'done']);
    expect(faults).toHaveLength(1);
  });
});

describe('an execution that another transaction has locked', () => {
  const locking = (store: ApprovalStore, locked: () => string) =>
    overriding(store, {
      async commit(changes) {
        const isLocked = ({ state }: Change) => state.executionId === locked();
        const results = await store.commit(changes.filter((it) => !isLocked(it)));
        return changes.map((it) => (isLocked(it) ? { kind: 'busy' } : results.shift()!));
      },
    });

  test('waits by itself: its neighbours are committed meanwhile, and it is when the lock is gone', async () => {
    let locked = '';
    const { dispatch, approve } = await flow({ store: locking(createMemoryStore(), () => locked) });
    const runs = await Promise.all(Array.from({ length: 20 }, () => dispatch()));
    locked = runs[4]!.executionId;
    let isDone = false;
    const late = approve(runs[4]!).then(() => (isDone = true));
    await Promise.all(runs.filter((_, index) => index !== 4).map(approve));
    expect(isDone).toBe(false);
    locked = '';
    await late;
  });

  test('gets the commands that arrived meanwhile, in their order', async () => {
    let locked = '';
    const { dispatch, approve, engine } = await flow({ store: locking(createMemoryStore(), () => locked) });
    const run = await dispatch();
    locked = run.executionId;
    const first = approve(run);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const second = engine.executions.cancel({ executionId: run.executionId });
    locked = '';
    await expect(first).resolves.toMatchObject({ recorded: true });
    await expect(second).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
  });
});

test('what one commit holds is bounded in bytes, and a change that is larger goes by itself', async () => {
  const store = createMemoryStore();
  const sizes: number[] = [];
  const counting = overriding(store, {
    commit(changes) {
      sizes.push(changes.length);
      return store.commit(changes);
    },
  });
  const { dispatch } = await flow({ store: counting, batches: { maxBytes: 100_000 } });
  const text = 'x'.repeat(40_000);
  await Promise.all([
    ...Array.from({ length: 6 }, () => dispatch({ text })),
    dispatch({ text: text.repeat(4) }),
  ]);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2);
  expect(sizes.reduce((a, b) => a + b)).toBe(7);
});

test.each(['webhookUrl', 'webhookConfig.url'])(
  '%s with a host that no store can keep is refused',
  async (path) => {
    const { engine } = createTestEngine({
      jobs: { run: false },
      webhooks: { transport: createTestReceiver() },
    });
    const url = `https://${'a.'.repeat(459)}example/`;
    const definition = { definitionId: 'flow', name: 'Flow', nodes, edges: [] };
    const call = async () => {
      if (path === 'webhookConfig.url')
        return engine.definitions.create({ ...definition, webhookConfig: { url, secret: 'x'.repeat(16) } });
      await engine.definitions.create(definition);
      return engine.executions.dispatch({
        definitionId: 'flow',
        webhookUrl: url,
        webhookSecret: 'x'.repeat(16),
      });
    };
    await expect(call()).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: expect.stringContaining('host of more than 253 characters') as string,
    });
  },
);
