/** A run starts from cached definitions, and never from one that would not be chosen now. */
import { overriding } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { type ApprovalStore, createApprovalEngine, createMemoryStore } from '../../index.js';
import { agent, human, onStatus, rejectTo } from '../../test-support/run.js';

const flow = {
  definitionId: 'flow',
  name: 'Flow',
  nodes: [human('review', ['ann'], rejectTo('rework')), agent('rework')],
  edges: [],
};

function counted(store: ApprovalStore) {
  const counts = { heads: 0, keys: 0, commits: 0 };
  const counting = overriding(store, {
    findDefinitions(keys) {
      counts.heads += 1;
      return store.findDefinitions(keys);
    },
    findByIdempotencyKeys(keys) {
      counts.keys += 1;
      return store.findByIdempotencyKeys(keys);
    },
    commit(changes) {
      counts.commits += 1;
      return store.commit(changes);
    },
  });
  return { counts, counting };
}

async function twoEngines() {
  const inner = createMemoryStore();
  const { counts, counting } = counted(inner);
  const here = createApprovalEngine({ store: counting, jobs: { run: false } });
  const there = createApprovalEngine({ store: inner, jobs: { run: false } });
  await there.definitions.create(flow);
  const dispatch = (request = {}) => here.executions.dispatch({ definitionId: 'flow', ...request });
  await dispatch();
  Object.assign(counts, { heads: 0, keys: 0, commits: 0 });
  const versionOf = async ({ executionId }: { executionId: string }) =>
    (await here.executions.get({ executionId })).definitionVersion;
  return { here, there, dispatch, counts, versionOf };
}

describe('a dispatch by what is known', () => {
  test('is one commit and no look-up, with a key as well', async () => {
    const { dispatch, counts } = await twoEngines();
    const { executionId } = await dispatch();
    await dispatch({ idempotencyKey: 'mine' });
    expect(executionId).toMatch(/^exec_/);
    expect(counts).toEqual({ heads: 0, keys: 0, commits: 2 });
  });

  test('runs the version that another process has added meanwhile', async () => {
    const { there, dispatch, versionOf, counts } = await twoEngines();
    await there.definitions.update({ ...flow, name: 'Second', ifVersion: 1 });
    expect(await versionOf(await dispatch())).toBe(2);
    expect(counts).toMatchObject({ heads: 1, commits: 2 });
    expect(await versionOf(await dispatch())).toBe(2);
    expect(counts).toMatchObject({ heads: 1, commits: 3 });
  });

  test('runs the more specific definition that was created meanwhile', async () => {
    const { here, there, dispatch } = await twoEngines();
    await dispatch({ organizationId: 'org' });
    const scope = { level: 'organization', organizationId: 'org' } as const;
    await there.definitions.create({ ...flow, scope, nodes: [agent('rework')] });
    const nodesOf = async ({ executionId }: { executionId: string }) =>
      (await here.executions.get({ executionId })).steps.map((it) => it.nodeId);
    expect(await nodesOf(await dispatch({ organizationId: 'org' }))).toEqual(['rework']);
    expect(await nodesOf(await dispatch())).toEqual(['review']);
  });

  test('is NOT_FOUND when the definition is gone, and starts the one that took its place', async () => {
    const { here, there, dispatch } = await twoEngines();
    for (const { executionId } of (await there.executions.list()).items)
      await there.executions.cancel({ executionId });
    await there.definitions.delete({ definitionId: 'flow' });
    await expect(dispatch()).rejects.toMatchObject({ status: 'NOT_FOUND' });
    await there.definitions.create({ ...flow, nodes: [agent('rework')] });
    const { executionId } = await dispatch({ triggerContext: { url: 'x' } });
    const { steps } = await here.executions.get({ executionId });
    expect(steps.map((it) => it.nodeId)).toEqual(['rework']);
  });

  test('a repeat returns the first run, also when its definition is gone', async () => {
    const { here, there, dispatch } = await twoEngines();
    const first = await dispatch({ idempotencyKey: 'mine' });
    expect(await dispatch({ idempotencyKey: 'mine' })).toMatchObject({
      executionId: first.executionId,
      deduplicated: true,
    });
    for (const { executionId } of (await there.executions.list()).items)
      await there.executions.cancel({ executionId });
    await there.definitions.delete({ definitionId: 'flow' });
    expect(await dispatch({ idempotencyKey: 'mine' })).toMatchObject({
      executionId: first.executionId,
      deduplicated: true,
    });
    await there.definitions.create({ ...flow, definitionId: 'other' });
    await here.executions.dispatch({ definitionId: 'other' });
    await expect(
      here.executions.dispatch({ definitionId: 'other', idempotencyKey: 'mine' }),
    ).rejects.toMatchObject({ details: { recordedDefinitionId: 'flow' } });
  });

  const digest = `sha256:${'0'.repeat(64)}`;
  const office = { timeZone: 'UTC', week: { mon: [['09:00', '17:00']] }, holidays: [] } as never;
  const sla = { workingMs: 3_600_000, calendar: 'office' };
  const breach = [{ from: 'review', to: 'rework', when: onStatus('breached') }];
  /** Demands of the first version on every run, and a request that meets them. */
  const demands = {
    initiator: { asks: { separation: { excludeInitiator: true } }, has: { initiatorId: 'zoe' } },
    subject: { asks: { requireSubjectDigest: true }, has: { subject: { digest } } },
  };

  describe.each(Object.entries(demands))('asked for the %s', (_, { asks, has }) => {
    const asking = { nodes: [human('review', ['ann'], { ...rejectTo('rework'), ...asks }), agent('rework')] };

    test.each(['here', 'there'] as const)('does not refuse what an update from %s allows', async (where) => {
      const it = await twoEngines();
      await it.there.definitions.update({ definitionId: 'flow', ifVersion: 1, ...asking });
      await it.dispatch(has);
      await it[where].definitions.update({ definitionId: 'flow', ifVersion: 2, nodes: flow.nodes });
      expect(await it.versionOf(await it.dispatch())).toBe(3);
      Object.assign(it.counts, { heads: 0, commits: 0 });
      await it.dispatch();
      expect(it.counts).toMatchObject({ heads: 0, commits: 1 });
    });

    test('is refused by what the store says, each time', async () => {
      const { there, dispatch } = await twoEngines();
      await there.definitions.update({ definitionId: 'flow', ifVersion: 1, ...asking });
      await dispatch(has);
      for (let time = 0; time < 2; time++)
        await expect(dispatch()).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
    });

    test('repeats the first run, which was not asked for it', async () => {
      const { here, dispatch } = await twoEngines();
      const first = await dispatch({ idempotencyKey: 'mine' });
      await here.definitions.update({ definitionId: 'flow', ifVersion: 1, ...asking });
      await dispatch({ idempotencyKey: 'other', ...has });
      expect(await dispatch({ idempotencyKey: 'mine' })).toEqual({ ...first, deduplicated: true });
    });

    test('is NOT_FOUND when the definition is gone', async () => {
      const { there, dispatch } = await twoEngines();
      await there.definitions.update({ definitionId: 'flow', ifVersion: 1, ...asking });
      await dispatch(has);
      for (const { executionId } of (await there.executions.list()).items)
        await there.executions.cancel({ executionId });
      await there.definitions.delete({ definitionId: 'flow' });
      await expect(dispatch()).rejects.toMatchObject({ status: 'NOT_FOUND' });
    });
  });

  test('does not refuse for a calendar that the newest version does not name', async () => {
    const store = createMemoryStore();
    const there = createApprovalEngine({ store, jobs: { run: false }, calendars: { office } });
    const here = createApprovalEngine({ store, jobs: { run: false } });
    const nodes = [{ ...human('review', ['ann'], rejectTo('rework')), sla }, agent('rework')];
    await there.definitions.create({ ...flow, nodes, edges: breach });
    const refused = here.executions.dispatch({ definitionId: 'flow' });
    await expect(refused).rejects.toMatchObject({ details: { code: 'calendar-unknown' } });
    await there.definitions.update({ ...flow, ifVersion: 1 });
    const { executionId } = await here.executions.dispatch({ definitionId: 'flow' });
    expect((await here.executions.get({ executionId })).definitionVersion).toBe(2);
  });
});
