/**
 * Every statement of the hot paths finds an index on tables of some size, as the planner sees them
 * by itself.
 */
import { type ApprovalEngine, type ApprovalStore, createApprovalEngine } from '@org/approval-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RowOf, TABLES } from './schema/tables.js';
import { toJson } from './sql/json.js';
import { insertRows, runAll } from './schema/statements.js';
import { sql } from './sql/dialect.js';
import type { Session } from './sql/driver.js';
import type { StoreContext } from './store/context.js';
import { sqlStore } from './store/store.js';
import { type Sent, listening, pagesOf, scans } from './test-support/explain.js';
import { KILL_DEFINITION } from './test-support/kill-definition.js';
import { type TestDatabase, allServers, migrated } from './test-support/open.js';

const EXECUTIONS = 8_000;
/** Number of rows at the end, on PostgreSQL; `.ci/run` has a million. */
const ROWS = Number(process.env['APPROVAL_ROWS'] ?? EXECUTIONS);
/** So many are open, however many have ended. */
const OPEN = 80;
const workspace_id = 'full';

const keyOf = (index: number): string => `exec_${String(index).padStart(8, '0')}`;

/** Rows of the execution with this number, in every table that grows. */
function rowsOf(index: number) {
  const key = { workspace_id, execution_id: keyOf(index) };
  const isOpen = index < OPEN;
  return {
    executions: {
      ...key,
      seq: 8,
      status: isOpen ? 'running' : 'completed',
      definition_uid: `def_${index % 50}`,
      definition_id: `flow-${index % 50}`,
      organization_id: null,
      document_id: null,
      created_at: index,
      ended_at: isOpen ? null : index + 5,
      outcome: isOpen ? null : index % 50 === 0 ? 'rejected' : 'approved',
      sealed_secret: null,
      parent_execution_id: null,
      parent_step_id: null,
      header: EMPTY,
      body: EMPTY,
    },
    steps: {
      ...key,
      step_id: 'step_review',
      position: 0,
      status: isOpen ? 'waiting' : 'completed',
      body: EMPTY,
    },
    commits: { ...key, seq: 1, event_id: `evt_${index}`, external: 1, body: EMPTY },
    deliveries: {
      ...key,
      seq: 1,
      concurrency_key: 'https://a.example',
      event_id: `evt_${index}`,
      type: 'execution.completed',
      status: 'delivered',
      attempts: 1,
      next_attempt_at: null,
      last_status: 200,
      last_error: null,
      created_at: index,
      updated_at: index,
    },
    jobs: {
      ...key,
      step_id: '',
      kind: 'webhook-delivery',
      concurrency_key: `https://${index % 20}.example`,
      due_at: 4e12,
      claimable_at: 4e12,
      attempt: 1,
      token: null,
    },
    idempotency_keys: {
      workspace_id,
      idempotency_key: `key-${index}`,
      execution_id: key.execution_id,
      correlation_id: 'c',
      definition_id: 'flow-1',
      created_at: index,
      orphan: 0,
    },
  } as const satisfies { [T in (typeof FILLED)[number]]: RowOf<T> };
}

const EMPTY = toJson<never>({} as never);

const FILLED = ['executions', 'steps', 'commits', 'deliveries', 'jobs', 'idempotency_keys'] as const;

async function fill(context: StoreContext): Promise<void> {
  for (let start = 0; start < EXECUTIONS; start += 2_048) {
    const size = Math.min(2_048, EXECUTIONS - start);
    const rows = Array.from({ length: size }, (_, index) => rowsOf(start + index));
    await context.driver.transaction(async (session) => {
      const writes = [
        ...insertRows(
          context,
          'executions',
          rows.map((row) => row.executions),
        ),
        ...insertRows(
          context,
          'steps',
          rows.map((row) => row.steps),
        ),
        ...insertRows(
          context,
          'commits',
          rows.map((row) => row.commits),
        ),
        ...insertRows(
          context,
          'deliveries',
          rows.map((row) => row.deliveries),
        ),
        ...insertRows(
          context,
          'jobs',
          rows.map((row) => row.jobs),
        ),
        ...insertRows(
          context,
          'idempotency_keys',
          rows.map((row) => row.idempotency_keys),
        ),
      ];
      await runAll(context, session, writes);
    });
  }
}

/** PostgreSQL only: copies of those that have ended, until there are `ROWS`. */
async function multiply({ names }: StoreContext, { query }: TestDatabase): Promise<void> {
  const copies = Math.ceil((ROWS - EXECUTIONS) / (EXECUTIONS - OPEN));
  const copied: Record<string, string> = {
    execution_id: "execution_id || '-' || copy",
    idempotency_key: "idempotency_key || '-' || copy",
    created_at: `created_at + copy * ${EXECUTIONS}`,
    ended_at: `ended_at + copy * ${EXECUTIONS}`,
  };
  for (const table of FILLED) {
    const columns = Object.keys(TABLES[table].columns);
    await query(`alter table ${names[table]} set unlogged`);
    await query(`insert into ${names[table]} (${columns.join()})
      select ${columns.map((name) => copied[name] ?? name).join()}
      from ${names[table]}, generate_series(1, ${copies}) as copy
      where workspace_id = '${workspace_id}' and execution_id >= '${keyOf(OPEN)}'
        and execution_id <= '${keyOf(EXECUTIONS)}'`);
    await query(`vacuum analyze ${names[table]}`);
  }
}

/** Everything that engines do all day. */
async function aDay(store: ApprovalStore, engine: ApprovalEngine, workspace = workspace_id): Promise<void> {
  const { definitions, executions, steps } = engine.forWorkspace(workspace);
  await definitions.create(KILL_DEFINITION);
  const started = { definitionId: 'kill', triggerContext: { url: 'x' }, idempotencyKey: 'mine' };
  const { executionId } = await executions.dispatch(started);
  await executions.dispatch(started);
  const status = async () => (await executions.get({ executionId })).status;
  const waiting = async () => (await steps.listWaiting({ definitionId: 'kill' })).items;
  await expect.poll(waiting).toHaveLength(1);
  const stepId = (await waiting())[0]?.stepId ?? '';
  for (const reviewerId of ['ann', 'bob']) {
    await steps.recordReviewerDecision({
      executionId,
      stepId,
      reviewerId,
      decision: 'approve',
    });
  }
  await expect.poll(status).toBe('completed');
  await store.listWaiting({ workspaceId: workspace, reviewerId: 'ann' }, { limit: 20, cursor: null });
  for (const query of [
    {},
    { definitionId: 'kill' },
    { status: 'running' },
    { outcome: 'rejected' },
  ] as const) {
    await store.listExecutions({ workspaceId: workspace, ...query }, { limit: 20, cursor: null });
  }
  await store.listDeliveries({ workspaceId: workspace, executionId }, { limit: 20, cursor: null });
  await store.claimJobs({
    kinds: ['webhook-delivery'],
    now: 0,
    leaseMs: 1,
    limit: 5,
    perKey: { each: 1, left: {} },
  });
  const subscribed = { attempts: 0, lastError: null, retryAt: null, token: null, leaseUntil: 0, position: 0 };
  await store.saveSubscription({ workspaceId: workspace, name: 'index', rev: 1, ...subscribed });
  await store.health({ workspaceId: workspace, now: 0 });
  await store.listClaims?.({ workspaceId: workspace, now: 0 });
  await store.deleteEnded({ endedBefore: 100, keysBefore: 100, limit: 5 });
  await definitions.delete({ definitionId: 'kill' });
}

/** The statements of a day. */
async function hotStatements(context: StoreContext): Promise<Sent[]> {
  const { driver, sent } = listening(context.driver);
  const store = sqlStore({ ...context, driver });
  const engine = createApprovalEngine({
    store,
    agents: { scan: () => ({ passed: true }) },
    jobs: { pollMs: 20 },
  });
  try {
    await aDay(store, engine);
  } finally {
    await engine.stop();
  }
  return [...sent.values()].filter(({ text }) => /^\s*(select|with|delete|update)/.test(text));
}

const BIG = /executions|steps|commits|deliveries|jobs|idempotency_keys/;

describe.each(await allServers())('$name', (server) => {
  let database: TestDatabase;
  let context: StoreContext;
  let hot: Sent[];

  beforeAll(async () => {
    database = await migrated(server);
    context = await database.connect();
    await fill(context);
    const analyze = {
      SQLite: 'analyze',
      PostgreSQL: 'analyze',
      MariaDB: `analyze table ${context.names.executions}`,
    };
    await database.query(analyze[server.name]);
  }, 60_000);
  afterAll(() => database.close());

  async function noScans(): Promise<void> {
    expect(hot.length).toBeGreaterThan(15);
    for (const sql of hot) expect([sql.text, await scans(context, sql, BIG)]).toEqual([sql.text, []]);
  }

  test('no hot statement reads a table whole', async () => {
    hot = await hotStatements(context);
    await noScans();
  }, 60_000);

  test.runIf(server.name === 'PostgreSQL')('nor does the function that commits', async () => {
    const { driver, names } = context;
    const scanned: unknown[] = [];
    let commits = 0;
    // Its statements are not seen from outside; how often its connection has read a table whole is.
    const scansOf = async (session: Session): Promise<Map<string, number>> => {
      const { rows } = await session.run(
        sql<{ relname: string; seq_scan: number }>(
          'select relname, seq_scan from pg_stat_xact_user_tables where starts_with(relname, ?)',
          [names.jobs.slice(0, -'jobs'.length)],
        ),
      );
      return new Map(rows.map((row) => [row.relname, row.seq_scan]));
    };
    const store = sqlStore({
      ...context,
      driver: {
        ...driver,
        alone: (work) =>
          driver.transaction(async (session) => {
            await session.run(sql('set local enable_seqscan = on'));
            const before = await scansOf(session);
            const done = await work(session);
            const after = await scansOf(session);
            scanned.push(...[...after].filter(([table, count]) => count !== (before.get(table) ?? 0)));
            commits += 1;
            return done;
          }),
      },
    });
    const engine = createApprovalEngine({
      store,
      agents: { scan: () => ({ passed: true }) },
      jobs: { pollMs: 20 },
    });
    try {
      await aDay(store, engine, 'another');
    } finally {
      await engine.stop();
    }
    expect(commits).toBeGreaterThan(3);
    expect(scanned).toEqual([]);
  });

  const grows = server.name === 'PostgreSQL' && ROWS > EXECUTIONS;
  test.runIf(grows)(
    `nor does it with ${ROWS} runs, or touch more pages for those that have ended`,
    async () => {
      // Inserts cannot be sent twice, and only use keys.
      const measured = hot.filter(({ text }) => !/\binsert into\b/.test(text));
      const few = new Map<string, number>();
      for (const sql of measured) few.set(sql.text, await pagesOf(context, sql));
      expect(Math.max(...few.values())).toBeGreaterThan(0);
      await multiply(context, database);
      await noScans();
      const grown: [string, number, number][] = [];
      for (const sql of measured) {
        const [before, after] = [few.get(sql.text) ?? 0, await pagesOf(context, sql)];
        // A deeper index costs a page per descent: statements that touch next to nothing may touch
        // a few more.
        if (after > Math.max(3 * before, 12)) grown.push([sql.text, before, after]);
      }
      expect(grown).toEqual([]);
    },
    300_000,
  );
});
