/**
 * A hook of the host that hangs: after five seconds its change is undone, the others commit, and
 * its connection is given up.
 */
import { type HostTransaction, createApprovalEngine } from '@org/approval-core';
import { VirtualClock } from '@org/approval-testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sqlStore } from './store/store.js';
import { SIGN_OFF } from './test-support/hosting.js';
import { type TestDatabase, allServers, migrated } from './test-support/open.js';

describe.each(await allServers())('$name', (server) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await migrated(server);
    await database.query(`create table ${database.tablePrefix}rows (id varchar(100))`);
  });
  afterAll(async () => {
    await database.query(`drop table ${database.tablePrefix}rows`);
    await database.close();
  });

  test('a hook that hangs', async () => {
    const timers = new VirtualClock();
    let hanging = '';
    let hung: HostTransaction | undefined;
    let toldOfHang: () => void = () => undefined;
    const hangs = new Promise<void>((resolve) => (toldOfHang = resolve));
    const logged: unknown[] = [];
    const engine = createApprovalEngine({
      store: sqlStore({ ...(await database.connect()), timers }),
      jobs: { run: false },
      logger: { warn: () => undefined, error: (...line) => logged.push(line) },
      onCommit: async ({ change, transaction }) => {
        const text = `insert into ${database.tablePrefix}rows values (?)`;
        await transaction.query(text, [change.executionId]);
        if (change.executionId !== hanging) return;
        hung = transaction;
        toldOfHang();
        await new Promise(() => undefined);
      },
    });
    await engine.definitions.ensure(SIGN_OFF);
    const dispatch = () => engine.executions.dispatch({ definitionId: SIGN_OFF.definitionId });
    const runs = await Promise.all([dispatch(), dispatch(), dispatch()]);
    const rows = async (executionId: string) => {
      const text = `select id from ${database.tablePrefix}rows where id = '${executionId}'`;
      return (await database.query(text)).length;
    };
    const vote = ({ executionId }: { executionId: string }) =>
      engine.steps.recordReviewerDecision({
        ...{ executionId, stepId: 'step_review', reviewerId: 'ann', decision: 'approve' },
      });

    hanging = runs[1].executionId;
    const voting = Promise.allSettled(runs.map(vote));
    await hangs;
    await timers.advance(4_999);
    let isOver = false;
    void voting.then(() => (isOver = true));
    // The database would be done by now.
    expect(await rows(hanging)).toBe(1);
    expect(isOver).toBe(false);
    await timers.advance(1);
    const outcomes = await voting;
    expect(outcomes.map((it) => it.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((outcomes[1] as PromiseRejectedResult).reason).toMatchObject({ status: 'INTERNAL' });
    expect(await Promise.all(runs.map((it) => rows(it.executionId)))).toEqual([2, 1, 2]);
    await expect(hung?.query('select 1')).rejects.toThrow('has ended');

    // The same change is taken once the host is well again.
    hanging = '';
    expect(await vote(runs[1])).toMatchObject({ recorded: true });
    expect(await rows(runs[1].executionId)).toBe(2);
    await engine.stop();
  });

  test('hooks that hang together', async () => {
    const timers = new VirtualClock();
    const hanging = new Set<string>();
    let hung = 0;
    const engine = createApprovalEngine({
      store: sqlStore({ ...(await database.connect()), timers }),
      jobs: { run: false },
      logger: { warn: () => undefined, error: () => undefined },
      onCommit: async ({ change }) => {
        if (!hanging.has(change.executionId)) return;
        hung += 1;
        await new Promise(() => undefined);
      },
    });
    await engine.definitions.ensure(SIGN_OFF);
    const dispatch = () => engine.executions.dispatch({ definitionId: SIGN_OFF.definitionId });
    const runs = await Promise.all(Array.from({ length: 8 }, dispatch));
    for (const { executionId } of runs.slice(0, 5)) hanging.add(executionId);
    let isOver = false;
    const voting = Promise.allSettled(
      runs.map(({ executionId }) =>
        engine.steps.recordReviewerDecision({
          ...{ executionId, stepId: 'step_review', reviewerId: 'ann', decision: 'approve' },
        }),
      ),
    ).finally(() => (isOver = true));
    const began = timers.now();
    // SQLite has one connection: there they hang one after the other.
    for (const asked of server.name === 'SQLite' ? [1, 2, 3, 4, 5] : [1, 5]) {
      await vi.waitFor(() => expect(hung).toBe(asked), { timeout: 10_000, interval: 2 });
      expect(isOver).toBe(false);
      await timers.advance(5_000);
    }
    const outcomes = await voting;
    expect(outcomes.map((it) => it.status)).toEqual(
      runs.map(({ executionId }) => (hanging.has(executionId) ? 'rejected' : 'fulfilled')),
    );
    for (const it of outcomes) {
      if (it.status === 'rejected') expect(it.reason).toMatchObject({ status: 'INTERNAL' });
    }
    expect(hung).toBe(5);
    expect(timers.now() - began).toBe(server.name === 'SQLite' ? 25_000 : 10_000);
    await engine.stop();
  });
});
