/**
 * The host's rows in the transaction of a change: both are committed together, and a refusal undoes
 * only that change.
 */
import {
  type ApprovalEngine,
  ApprovalError,
  type ApprovalStore,
  type OnCommit,
  createApprovalEngine,
} from '@org/approval-core';
import type { CommitResult } from '@org/approval-core/store';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from './open.js';
import { SIGN_OFF } from './test-support/hosting.js';
import { type TestDatabase, allServers } from './test-support/open.js';

describe.each(await allServers())('$name', (server) => {
  let database: TestDatabase;
  let engine: ApprovalEngine;
  let close: () => Promise<void>;
  let hook: OnCommit;
  const calls: string[] = [];
  const results: CommitResult[] = [];

  beforeAll(async () => {
    database = await server.database();
    await database.migrate();
    await database.query(`create table ${database.tablePrefix}rows (id varchar(100), seq int)`);
    const opened = await openStore(database.url, { tablePrefix: database.tablePrefix });
    const onCommit: OnCommit = async (commit) => {
      calls.push(commit.change.executionId);
      const { executionId, seq } = commit.change;
      await commit.transaction.query(`insert into ${database.tablePrefix}rows values (?, ?)`, [
        executionId,
        seq,
      ]);
      await hook(commit);
    };
    const commit: ApprovalStore['commit'] = async (...given) => {
      const committed = await opened.store.commit(...given);
      results.push(...committed);
      return committed;
    };
    engine = createApprovalEngine({ store: { ...opened.store, commit }, jobs: { run: false }, onCommit });
    close = () => engine.stop().then(opened.close);
    hook = () => Promise.resolve();
    await engine.definitions.create(SIGN_OFF);
  });
  afterAll(async () => {
    await close();
    await database.query(`drop table ${database.tablePrefix}rows`);
    await database.close();
  });
  beforeEach(() => {
    hook = () => Promise.resolve();
    calls.length = 0;
  });

  const dispatch = async () => engine.executions.dispatch({ definitionId: SIGN_OFF.definitionId });
  const vote = (executionId: string, reviewerId: string) =>
    engine.steps.recordReviewerDecision({
      executionId,
      stepId: 'step_review',
      reviewerId,
      decision: 'approve',
    });
  const rows = async (executionId: string) => {
    const found = await database.query(
      `select seq from ${database.tablePrefix}rows where id = '${executionId}' order by seq`,
    );
    return found.map((row) => Number(row['seq']));
  };
  const decided = async (executionId: string) => {
    const { steps } = await engine.executions.get({ executionId });
    return (steps[0]?.output?.['decisions'] as { reviewerId: string }[]).map((it) => it.reviewerId);
  };
  const no = () => new ApprovalError('FAILED_PRECONDITION', 'the host says no');

  test('its rows are there with the change, once for each', async () => {
    const { executionId } = await dispatch();
    await vote(executionId, 'ann');
    expect(await vote(executionId, 'ann')).toMatchObject({ recorded: false });
    const { events } = await engine.executions.getEvents({ executionId, includeInternal: true });
    expect(await rows(executionId)).toEqual([events.length - 1, events.length]);
  });

  test('of a batch one change is refused, and the others commit', async () => {
    const runs = await Promise.all([dispatch(), dispatch(), dispatch()]);
    const bad = runs[1] as { executionId: string };
    const before = await rows(bad.executionId);
    hook = async ({ change }) => {
      if (change.executionId === bad.executionId) throw no();
    };
    const outcomes = await Promise.allSettled(runs.map((it) => vote(it.executionId, 'ann')));
    expect(outcomes.map((it) => it.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((outcomes[1] as PromiseRejectedResult).reason).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: 'the host says no',
      details: { code: 'host-refused' },
    });
    expect(await rows(bad.executionId)).toEqual(before);
    expect(await decided(bad.executionId)).toEqual([]);
  });

  test('of a batch many are refused: each undone by itself, and the others are not asked again for each of them', async () => {
    const runs = await Promise.all(Array.from({ length: 15 }, dispatch));
    const [good, bad] = [runs.slice(0, 8), runs.slice(8)];
    const refused = new Set(bad.map((it) => it.executionId));
    const before = await Promise.all(runs.map((it) => rows(it.executionId)));
    calls.length = 0;
    hook = async ({ change }) => {
      if (refused.has(change.executionId)) throw no();
    };
    const outcomes = await Promise.allSettled(runs.map((it) => vote(it.executionId, 'ann')));
    expect(outcomes.map((it) => it.status === 'fulfilled')).toEqual(runs.map((it) => good.includes(it)));
    // Nine are asked until the first is refused, nine until the second, and then each of the
    // thirteen once.
    expect(calls.length).toBeLessThanOrEqual(31);
    const after = await Promise.all(runs.map((it) => rows(it.executionId)));
    expect(after.map((it, index) => it.length - (before[index]?.length ?? 0))).toEqual(
      runs.map((it) => Number(good.includes(it))),
    );
    expect(await Promise.all(bad.map((it) => decided(it.executionId)))).toEqual(bad.map(() => []));
    hook = () => Promise.resolve();
    for (const it of runs) await vote(it.executionId, 'bob');
    const lists = await Promise.all(runs.map((it) => decided(it.executionId)));
    expect(lists).toEqual(runs.map((it) => (good.includes(it) ? ['ann', 'bob'] : ['bob'])));
  });

  test('of many dispatches under one key none gets an execution while all of them are refused', async () => {
    hook = () => Promise.reject(no());
    const request = { definitionId: SIGN_OFF.definitionId, idempotencyKey: 'once' };
    results.length = 0;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => engine.executions.dispatch(request)),
    );
    const faults = outcomes.map((it) => (it as PromiseRejectedResult).reason as ApprovalError);
    expect(faults.map((it) => it.details)).toEqual(Array(12).fill({ code: 'host-refused' }));
    expect(results.map((it) => it.kind)).toEqual(Array(12).fill('refused-by-host'));
  });

  test('of two calls on one execution only the refused one fails', async () => {
    const { executionId } = await dispatch();
    hook = async ({ change }) => {
      if (JSON.stringify(change.execution.steps[0]?.output?.['decisions']).includes('bob')) throw no();
    };
    const outcomes = await Promise.allSettled([vote(executionId, 'ann'), vote(executionId, 'bob')]);
    expect(outcomes.map((it) => it.status)).toEqual(['fulfilled', 'rejected']);
    expect(await decided(executionId)).toEqual(['ann']);
  });

  test('what the host does to the transaction is a refusal, and its words stay its own', async () => {
    const { executionId } = await dispatch();
    hook = async ({ transaction }) => {
      await transaction.query('select nothing from nowhere').catch(() => undefined);
      if (server.name !== 'PostgreSQL') throw new Error('a secret of the host');
    };
    await expect(vote(executionId, 'ann')).rejects.toMatchObject({
      status: 'INTERNAL',
      message: expect.not.stringContaining('secret') as string,
    });
    expect(await decided(executionId)).toEqual([]);
    hook = () => Promise.resolve();
    expect(await vote(executionId, 'ann')).toMatchObject({ recorded: true });
  });

  test('a dispatch that is refused leaves nothing', async () => {
    hook = () => Promise.reject(no());
    await expect(dispatch()).rejects.toMatchObject({ details: { code: 'host-refused' } });
    const [executionId = ''] = calls;
    await expect(engine.executions.get({ executionId })).rejects.toMatchObject({ status: 'NOT_FOUND' });
    expect(await rows(executionId)).toEqual([]);
  });

  test('the transaction is unusable after the commit', async () => {
    let late: (() => Promise<unknown>) | undefined;
    hook = async ({ transaction }) => {
      late = () => transaction.query('select 1');
    };
    await dispatch();
    await expect(late?.()).rejects.toThrow('has ended');
  });
});
