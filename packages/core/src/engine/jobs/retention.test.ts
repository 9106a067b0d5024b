import { createTestEngine, overriding } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import {
  type ApprovalEngine,
  type EngineOptions,
  createApprovalEngine,
  createMemoryStore,
} from '../../index.js';
import { CONTEXT, agent, human, rejectTo } from '../../test-support/run.js';

const DAY = 86_400_000;
const NOT_FOUND = { status: 'NOT_FOUND' };

async function keeping(
  retention: NonNullable<EngineOptions['retention']>,
  more: Partial<EngineOptions> = {},
) {
  const kit = createTestEngine({ retention, ...more });
  await kit.engine.definitions.create({
    definitionId: 'short',
    name: 'Short',
    nodes: [agent('a')],
    edges: [],
  });
  await kit.engine.definitions.create({
    definitionId: 'long',
    name: 'Long',
    nodes: [human('review', 'ann', rejectTo('rework')), agent('rework')],
    edges: [],
  });
  const dispatch = async (definitionId: string, more: object = {}) => {
    const { executionId } = await kit.engine.executions.dispatch({
      definitionId,
      triggerContext: CONTEXT,
      ...more,
    });
    await kit.drain();
    return executionId;
  };
  return { ...kit, dispatch };
}

describe('retention', () => {
  test('deletes executions some time after their end, and no open one', async () => {
    const { engine, dispatch, advance } = await keeping({ endedMs: DAY, everyMs: 60_000 });
    const [ended, open] = [await dispatch('short'), await dispatch('long')];
    await advance(DAY);
    expect((await engine.executions.get({ executionId: ended })).status).toBe('completed');
    await advance(60_000);
    await expect(engine.executions.get({ executionId: ended })).rejects.toMatchObject(NOT_FOUND);
    expect((await engine.executions.get({ executionId: open })).status).toBe('running');
  });

  test('deletes all there are, batch by batch', async () => {
    const { engine, dispatch, advance } = await keeping({ endedMs: 1_000, everyMs: 5_000, batchSize: 2 });
    for (let index = 0; index < 7; index++) await dispatch('short');
    await advance(5_000);
    expect((await engine.executions.list()).items).toEqual([]);
  });

  test('lets others go on between batches', async () => {
    const sound = createMemoryStore();
    const turns = new Set<number>();
    let turn = 0;
    let isOver = false;
    const count = () => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    const store = overriding(sound, {
      deleteEnded(request) {
        turns.add(turn);
        return sound.deleteEnded(request);
      },
    });
    const { dispatch, advance } = await keeping({ endedMs: 1_000, everyMs: 5_000, batchSize: 2 }, { store });
    for (let index = 0; index < 7; index++) await dispatch('short');
    setImmediate(count);
    turns.clear();
    await advance(5_000);
    isOver = true;
    expect(turns.size).toBe(4);
  });

  test('begins no second sweep while one is under way', async () => {
    const sound = createMemoryStore();
    let sweeps = 0;
    let end: () => void = () => undefined;
    const store = overriding(sound, {
      async deleteEnded(request) {
        sweeps += 1;
        if (sweeps === 1) await new Promise<void>((resolve) => (end = resolve));
        return sound.deleteEnded(request);
      },
    });
    const { clock, advance } = createTestEngine({ store, retention: { endedMs: 1_000, everyMs: 5_000 } });
    // Not until nothing goes on any more, as the sweep does.
    await clock.advance(20_000, () => new Promise((resolve) => setImmediate(resolve)));
    expect(sweeps).toBe(1);
    end();
    await advance(5_000);
    expect(sweeps).toBeGreaterThan(1);
  });

  test('an idempotency key is known for longer than its execution is there', async () => {
    const { dispatch, engine, advance } = await keeping({ endedMs: DAY, keysMs: 3 * DAY, everyMs: DAY });
    const key = { idempotencyKey: 'order-7' };
    const executionId = await dispatch('short', key);
    await advance(2 * DAY);
    await expect(engine.executions.get({ executionId })).rejects.toMatchObject(NOT_FOUND);
    expect(await dispatch('short', key)).toBe(executionId);
    await advance(2 * DAY);
    expect(await dispatch('short', key)).not.toBe(executionId);
  });

  test('goes on after the store has failed', async () => {
    const sound = createMemoryStore();
    let failures = 1;
    const store = overriding(sound, {
      deleteEnded: (request) =>
        failures-- > 0 ? Promise.reject(new Error('down')) : sound.deleteEnded(request),
    });
    const logger = { warn: () => undefined, error: () => undefined };
    const { engine, dispatch, advance } = await keeping(
      { endedMs: 1_000, everyMs: 5_000 },
      { store, logger },
    );
    await dispatch('short');
    await advance(10_000);
    expect((await engine.executions.list()).items).toEqual([]);
  });

  test.each([{ endedMs: 0 }, { endedMs: -1 }, { endedMs: NaN }, { endedMs: 1, everyMs: 0 }])(
    'refuses %j',
    (retention) => {
      expect(() => createApprovalEngine({ store: createMemoryStore(), retention })).toThrow(TypeError);
    },
  );
});

describe('inside a transaction of the host', () => {
  test('events are emitted, and jobs begin, when the host says that it has committed', async () => {
    const memory = createMemoryStore();
    const seen: unknown[] = [];
    const store = overriding(memory, {
      inTransaction: (transaction) => {
        seen.push(transaction);
        return memory;
      },
    });
    const { engine, drain, dispatch } = await keeping({ endedMs: DAY }, { store });
    const executionId = await dispatch('long');
    const events: string[] = [];
    engine.on('event', (event) => events.push(event.type));
    const hosted = (engine as ApprovalEngine<string>).withTransaction('a transaction');
    expect(seen).toEqual(['a transaction']);
    await hosted.steps.recordReviewerDecision({
      executionId,
      stepId: 'step_review',
      reviewerId: 'ann',
      decision: 'reject',
    });
    await drain();
    expect(events).toEqual([]);
    hosted.committed();
    await drain();
    expect(events).toEqual(['step.completed', 'step.completed', 'execution.completed']);
    hosted.committed();
    expect(events).toHaveLength(3);
    expect(hosted.forWorkspace('other').steps).toBeDefined();
  });

  test('a store that cannot join one says so', () => {
    const { engine } = createTestEngine();
    expect(() => (engine as ApprovalEngine<unknown>).withTransaction({})).toThrow(
      /cannot join a transaction/,
    );
  });
});
