/**
 * The commit function uses keys, and finds the rows it must delete; scans for jobs do not walk
 * finished ones. While a transaction stays open nothing can be vacuumed: an index is full of
 * entries of deleted rows, and the planner, which sees almost empty tables, considers all indexes
 * equal.
 */
import { createApprovalEngine } from '@org/approval-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from './sql/dialect.js';
import type { StoreContext } from './store/context.js';
import { QueueScans } from './store/jobs/queue-scans.js';
import { queuesOf } from './store/jobs/queues.js';
import { sqlStore } from './store/store.js';
import { listening, pagesIn } from './test-support/explain.js';
import { KILL_DEFINITION, breached } from './test-support/kill-definition.js';
import { type TestDatabase, allServers, migrated } from './test-support/open.js';

const GONE = 20_000;
/** The heap of the deleted rows alone has twice as many. */
const FEW_PAGES = 200;

const [server] = (await allServers()).filter(({ name }) => name === 'PostgreSQL');

describe.runIf(server !== undefined)('PostgreSQL', () => {
  let database: TestDatabase;
  let context: StoreContext;
  let held: Awaited<ReturnType<TestDatabase['hold']>>;

  beforeAll(async () => {
    if (server === undefined) return;
    database = await migrated(server);
    context = await database.connect();
    const { names } = context;
    held = await database.hold('select pg_current_xact_id()');
    const numbers = `generate_series(1, ${GONE}) as n`;
    await database.query(
      `insert into ${names.inbox} select 'default', 'gone' || n, 'step_review', 'r', n, n, 0 from ${numbers}`,
    );
    await database.query(
      `insert into ${names.jobs} select 'default', 'gone' || n, 'step_scan', 'agent-call', '', n, n, 1, null from ${numbers}`,
    );
    for (const table of [names.inbox, names.jobs]) {
      await database.query(`delete from ${table}`);
      await database.query(`analyze ${table}`);
    }
  }, 60_000);
  afterAll(async () => {
    await held.end();
    await database.close();
  });

  test('a commit uses its keys, independent of deleted rows and of the statistics of the planner', async () => {
    const pages: number[] = [];
    const { driver } = context;
    const store = sqlStore({
      ...context,
      driver: {
        ...driver,
        // The commit runs once before it is measured; the first run reads the catalog as well.
        alone: (work) =>
          driver.transaction((session) =>
            work({
              async run(statement) {
                await session.run(sql('savepoint before'));
                for (const isFirst of [true, false]) {
                  const touched = await pagesIn(session, statement);
                  if (!isFirst) pages.push(touched);
                  await session.run(sql('rollback to before'));
                }
                return session.run(statement);
              },
            }),
          ),
      },
    });
    const engine = createApprovalEngine({ store, agents: { scan: () => ({ passed: true }) } });
    await engine.definitions.create(KILL_DEFINITION);
    const { executionId } = await engine.executions.dispatch({
      definitionId: 'kill',
      triggerContext: { url: 'x' },
      idempotencyKey: 'mine',
    });
    await expect.poll(async () => (await engine.executions.get({ executionId })).status).toBe('running');
    await engine.executions.cancel({ executionId, reason: 'enough is known' });
    await engine.stop();
    expect(pages.length).toBeGreaterThan(1);
    expect(Math.max(...pages)).toBeLessThan(FEW_PAGES);
  });

  test('a job that another process claims meanwhile goes with its step all the same', async () => {
    const engine = createApprovalEngine({
      store: sqlStore(context),
      agents: { scan: () => ({ passed: true }) },
    });
    const reviewers = [{ userId: 'ann', mandatory: true }];
    const review = { reviewers, onReject: { routeToNodeId: 'scan' } };
    await engine.definitions.create({
      definitionId: 'with-deadline',
      name: 'With a deadline',
      nodes: [
        { nodeId: 'review', type: 'human', config: review, slaMs: 600_000 },
        { nodeId: 'scan', type: 'agent', config: { agentId: 'scan', urlPath: 'url' } },
      ],
      edges: [{ from: 'review', to: 'scan', when: breached }],
    });
    const { executionId } = await engine.executions.dispatch({
      definitionId: 'with-deadline',
      triggerContext: { url: 'x' },
    });
    const { driver, names } = context;
    const jobs = () => database.query(`select kind from ${names.jobs} where execution_id = '${executionId}'`);
    expect(await jobs()).toHaveLength(1);
    let cancelled: Promise<unknown> = Promise.resolve();
    await driver.transaction(async (session) => {
      await session.run(
        sql(
          `update ${names.jobs} set token = 'theirs', claimable_at = claimable_at + 1 where execution_id = ?`,
          [executionId],
        ),
      );
      cancelled = engine.executions.cancel({ executionId, reason: 'enough is known' });
      // It waits for the claiming transaction.
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%${database.tablePrefix}commit%'`;
      await expect.poll(() => database.query(waiting)).toHaveLength(1);
    });
    await cancelled;
    await engine.stop();
    expect(await jobs()).toEqual([]);
  });

  test('a scan for jobs starts where a long one found the first, and sees what falls due', async () => {
    const request = { kinds: ['agent-call'], now: 0, leaseMs: 1, limit: 1 } as const;
    const scan = (it: StoreContext, scans: QueueScans) =>
      it.driver.read((session) => queuesOf(it, session, request, scans));
    const touched = async (scans: QueueScans): Promise<number> => {
      const { driver, sent } = listening(context.driver);
      await scan({ ...context, driver }, scans);
      const [statement] = sent.values();
      if (statement === undefined) throw new Error('it was not read');
      return context.driver.read((session) => pagesIn(session, statement));
    };
    expect(await touched(new QueueScans())).toBeGreaterThan(FEW_PAGES);
    const resting = new QueueScans(() => 0);
    resting.record('agent-call', [], { now: Date.now(), tookMs: 1_000, isWhole: true });
    expect(await touched(resting)).toBeLessThan(FEW_PAGES);

    const firstAt = Date.now();
    await database.query(
      `insert into ${context.names.jobs} values ('default', 'here', 'step_scan', 'agent-call', '', ${firstAt}, ${firstAt}, 1, null)`,
    );
    expect(await scan(context, resting)).toMatchObject({
      queues: [{ concurrencyKey: '', firstAt }],
      restMs: 10_000,
    });
  });
});
