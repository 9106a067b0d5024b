/** Schedules on the in-memory store, by a clock that the test moves (contract section 13). */
import { createTestEngine } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import type { ScheduleTrigger } from '../../definition/triggers.js';
import type { Definition } from '../../definition/types.js';
import { human, rejectTo, agent } from '../../test-support/run.js';
import { asking, scheduled, triggered } from '../../test-support/triggers.js';

const HOUR = 3_600_000;

async function kit(schedule: Partial<ScheduleTrigger> = {}, more: Partial<Definition> = {}) {
  const it = createTestEngine();
  await it.engine.definitions.create(triggered(scheduled(schedule), more));
  const start = it.clock.now();
  const runs = async () => (await it.engine.executions.list({ pageSize: 500 })).items.toReversed();
  const trigger = async () => {
    const [only] = (await it.engine.triggers.list({ definitionId: 'flow' })).items;
    if (only === undefined) throw new Error('the definition has no trigger');
    return only;
  };
  /** Time passes while no process runs. */
  const down = async (ms: number) => {
    it.clock.jump(ms);
    await it.advance(0);
  };
  const update = (fields: Partial<Definition>, ifVersion = 1) =>
    it.engine.definitions.update({ definitionId: 'flow', ifVersion, ...fields });
  return { ...it, start, runs, trigger, down, update };
}

describe('firing', () => {
  test('an instant starts one execution, at its time and never before', async () => {
    const { advance, runs, trigger, start } = await kit({ payload: { a: 1 }, initiatorId: 'ida' });
    await advance(HOUR - 1);
    expect(await runs()).toEqual([]);
    await advance(1);
    const [run] = await runs();
    const scheduledAt = start + HOUR;
    expect(run).toMatchObject({
      triggerContext: { schedule: { triggerId: 'due', scheduledAt, payload: { a: 1 } } },
      startedBy: { kind: 'schedule', triggerId: 'due', id: null },
      idempotencyKey: `sched:def_1:due:${scheduledAt}`,
      initiatorId: 'ida',
      createdAt: scheduledAt,
    });
    expect(await trigger()).toEqual({
      triggerId: 'due',
      kind: 'schedule',
      enabled: true,
      nextAt: start + 2 * HOUR,
      lastAt: scheduledAt,
      lastScheduledAt: scheduledAt,
      lastExecutionId: run?.executionId,
      lastError: null,
      missed: 0,
      skipped: 0,
    });
    await advance(3 * HOUR);
    expect(await runs()).toHaveLength(4);
  });

  test.each([
    ['skip', { lateMs: 300_000 }, [], 5],
    ['last', { lateMs: 300_000, missed: 'last' as const }, [5], 5],
    ['all in time', { lateMs: 6 * HOUR }, [1, 2, 3, 4, 5], 0],
  ])('after hours without a process: %s', async (_, schedule, hours, missed) => {
    const { down, runs, trigger, start } = await kit(schedule);
    await down(5 * HOUR + 300_001);
    expect((await runs()).map((it) => it.triggerContext)).toMatchObject(
      hours.map((hour) => ({ schedule: { scheduledAt: start + hour * HOUR } })),
    );
    expect(await trigger()).toMatchObject({ missed, nextAt: start + 6 * HOUR });
  });

  test('overlap "skip" passes over an instant while the last execution is open', async () => {
    const { engine, advance, runs, trigger } = await kit({ overlap: 'skip' }, { nodes: asking });
    await advance(2 * HOUR);
    const [first] = await runs();
    expect(await runs()).toHaveLength(1);
    expect(await trigger()).toMatchObject({ skipped: 1, missed: 0 });
    await engine.executions.cancel({ executionId: first?.executionId ?? '' });
    await advance(HOUR);
    expect(await runs()).toHaveLength(2);
  });

  test('a refused dispatch is missed, and the next instant comes', async () => {
    const inputSchema = {
      type: 'object',
      required: ['amount'],
      properties: { amount: { type: 'number' }, url: { type: 'string' } },
    };
    const { advance, runs, trigger, start } = await kit({}, { inputSchema });
    await advance(2 * HOUR);
    expect(await runs()).toEqual([]);
    expect(await trigger()).toMatchObject({
      missed: 2,
      lastError: { code: expect.any(String) as string, at: start + 2 * HOUR },
      nextAt: start + 3 * HOUR,
    });
  });

  test('what the host refuses is tried again until it is missed', async () => {
    let refusals = 0;
    const it = createTestEngine({
      telemetry: {
        begin: () => ({ within: (run) => run(), end: () => undefined }),
        happened: () => undefined,
      },
    });
    const sound = it.store.commit.bind(it.store);
    Object.assign(it.store, {
      commit: (...given: Parameters<typeof sound>) => {
        if (refusals === 0) return sound(...given);
        refusals -= 1;
        throw new Error('the database is away');
      },
    });
    await it.engine.definitions.create(triggered(scheduled()));
    refusals = 3;
    await it.advance(HOUR);
    const list = async () => (await it.engine.executions.list()).items;
    expect(await list()).toHaveLength(0);
    expect((await it.engine.triggers.list({ definitionId: 'flow' })).items).toMatchObject([
      { lastError: { code: 'UNAVAILABLE' }, missed: 0 },
    ]);
    // 1 s, 2 s, 4 s
    await it.advance(6_999);
    expect(await list()).toHaveLength(0);
    await it.advance(1);
    expect(await list()).toHaveLength(1);
  });
});

describe('changes of a definition', () => {
  test.each<[string, Partial<Definition>]>([
    ['removed', { triggers: [] }],
    ['disabled', { triggers: [scheduled({ enabled: false })] }],
    ['moved', { triggers: [scheduled({ cron: '30 * * * *' })] }],
  ])('a schedule that is %s fires no instant of before', async (_, fields) => {
    const { advance, update, runs, start } = await kit();
    await advance(HOUR / 2);
    await update(fields);
    await advance(HOUR / 2 + 1_000);
    expect((await runs()).filter((it) => it.createdAt === start + HOUR)).toEqual([]);
  });

  test('a schedule that is left alone keeps its next instant', async () => {
    const { advance, down, clock, update, runs, trigger, start } = await kit();
    clock.jump(HOUR - 1);
    await update({ name: 'Other' });
    expect(await trigger()).toMatchObject({ nextAt: start + HOUR });
    await down(1);
    expect(await runs()).toHaveLength(1);
    await advance(0);
  });

  test('a schedule that is enabled again begins after that time', async () => {
    const { advance, update, runs, trigger, start } = await kit({ enabled: false });
    expect(await trigger()).toMatchObject({ enabled: false, nextAt: null });
    await advance(3 * HOUR + 1);
    await update({ triggers: [scheduled()] });
    expect(await trigger()).toMatchObject({ enabled: true, nextAt: start + 4 * HOUR, missed: 0 });
    await advance(HOUR);
    expect(await runs()).toHaveLength(1);
  });

  test('deleted and created again it begins anew, with another key', async () => {
    const { engine, advance, runs, trigger } = await kit();
    await advance(HOUR);
    await engine.definitions.delete({ definitionId: 'flow' });
    await engine.definitions.create(triggered(scheduled()));
    expect(await trigger()).toMatchObject({ lastAt: null });
    await advance(HOUR);
    const keys = (await runs()).map((it) => it.idempotencyKey?.split(':')[1]);
    expect(new Set(keys).size).toBe(2);
  });

  test('ensure with written defaults changes nothing', async () => {
    const { engine } = await kit();
    const same = triggered(scheduled({ timeZone: 'Etc/UTC', enabled: true, missed: 'skip', payload: null }));
    expect(await engine.definitions.ensure(same)).toMatchObject({ updated: false });
    expect(await engine.definitions.ensure(triggered(scheduled({ lateMs: 60_000 })))).toMatchObject({
      updated: true,
    });
  });
});

describe('triggers/fire', () => {
  test('starts an execution now, disabled or not, once per key', async () => {
    const { engine, runs, start } = await kit({ enabled: false, payload: [1] });
    const request = { definitionId: 'flow', triggerId: 'due', idempotencyKey: 'now' };
    const first = await engine.triggers.fire(request);
    expect(await engine.triggers.fire(request)).toEqual({ ...first, deduplicated: true });
    const schedule = { triggerId: 'due', scheduledAt: start, payload: [1], manual: true };
    expect(await runs()).toMatchObject([{ triggerContext: { schedule } }]);
  });

  test('refuses other triggers, unknown ones and reserved keys', async () => {
    const { engine } = await kit();
    const fire = (triggerId: string, idempotencyKey = 'k') =>
      engine.triggers.fire({ definitionId: 'flow', triggerId, idempotencyKey });
    await expect(fire('other')).rejects.toMatchObject({ status: 'NOT_FOUND' });
    await expect(fire('due', 'sched:x')).rejects.toMatchObject({ details: { code: 'reserved-key' } });
    await engine.definitions.create(
      triggered({ triggerId: 'told', event: { types: ['x'] } }, { definitionId: 'listens' }),
    );
    await expect(engine.triggers.fire({ definitionId: 'listens', triggerId: 'told' })).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
    });
  });

  test('separation is enforced where a node asks for it', async () => {
    const nodes = [
      human('review', 'ann', { ...rejectTo('rework'), separation: { excludeContributors: true } }),
      agent('rework'),
    ];
    const { engine, store } = await kit({ initiatorId: 'ida' }, { nodes });
    const { executionId } = await engine.triggers.fire({ definitionId: 'flow', triggerId: 'due' });
    const [state] = await store.loadExecutions([{ workspaceId: 'default', executionId }]);
    expect(state?.parties).toMatchObject({ enforceSeparation: true });
  });
});
