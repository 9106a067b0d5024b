/** Every statement of the hot paths finds an index on tables of some size, as the planner sees them by itself. */
import { type ApprovalEngine, type ApprovalStore, createApprovalEngine } from '@org/approval-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableName } from './schema/tables.js';
import type { Row } from './sql/dialect.js';
import { insertRows, runAll } from './sql/statements.js';
import type { StoreContext } from './store/context.js';
import { sqlStore } from './store/store.js';
import { listening, scans } from './test-support/explain.js';
import { KILL_DEFINITION } from './test-support/kill-definition.js';
import { type TestDatabase, allServers, migrated } from './test-support/open.js';

const EXECUTIONS = 8_000;
const workspace_id = 'full';

function rowsOf(table: TableName, index: number): Row {
  const key = { workspace_id, execution_id: `exec_${String(index).padStart(8, '0')}` };
  const ended = index % 100 !== 0;
  const rows: Partial<Record<TableName, Row>> = {
    executions: {
      ...{ ...key, seq: 8, status: ended ? 'completed' : 'running', definition_uid: `def_${index % 50}` },
      ...{ definition_id: `flow-${index % 50}`, organization_id: null, document_id: null, created_at: index },
      ...{ ended_at: ended ? index + 5 : null, sealed_secret: null, header: '{}', body: '{}' },
    },
    steps: {
      ...{ ...key, step_id: 'step_review', position: 0, status: ended ? 'completed' : 'waiting' },
      ...{ waiting_since: ended ? null : index, waiting_for: ended ? null : '\nann\n', body: '{}' },
    },
    events: { ...key, seq: 1, event_id: `evt_${index}`, external: 1, body: '{}' },
    deliveries: {
      ...{
        ...key,
        seq: 1,
        lane: 'https://a.example',
        event_id: `evt_${index}`,
        type: 'x',
        status: 'delivered',
      },
      ...{ attempts: 1, next_attempt_at: null, last_status: 200, last_error: null, created_at: index },
      updated_at: index,
    },
    jobs: {
      ...{ ...key, step_id: '', kind: 'webhook-delivery', lane: `https://${index % 20}.example` },
      ...{ due_at: 4e12, claimable_at: 4e12, attempt: 1, token: null },
    },
    idempotency_keys: {
      ...{ workspace_id, idempotency_key: `key-${index}`, execution_id: key.execution_id },
      ...{ correlation_id: 'c', definition_id: 'flow-1', created_at: index, orphan: 0 },
    },
  };
  return rows[table] as Row;
}

async function fill(context: StoreContext): Promise<void> {
  for (const table of ['executions', 'steps', 'events', 'deliveries', 'jobs', 'idempotency_keys'] as const) {
    await context.driver.transaction(async (session) => {
      for (let start = 0; start < EXECUTIONS; start += 2_048) {
        const size = Math.min(2_048, EXECUTIONS - start);
        const rows = Array.from({ length: size }, (_, index) => rowsOf(table, start + index));
        await runAll(context, session, insertRows(context, table, rows));
      }
    });
  }
}

/** Everything that engines do all day. */
async function aDay(store: ApprovalStore, engine: ApprovalEngine): Promise<void> {
  const { definitions, executions, steps } = engine.forWorkspace(workspace_id);
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
  await store.listWaiting({ workspaceId: workspace_id, reviewerId: 'ann' }, { limit: 20, cursor: null });
  for (const query of [{}, { definitionId: 'kill' }, { status: 'running' }] as const) {
    await store.listExecutions({ workspaceId: workspace_id, ...query }, { limit: 20, cursor: null });
  }
  await store.listDeliveries({ workspaceId: workspace_id, executionId }, { limit: 20, cursor: null });
  await store.claimJobs({
    kinds: ['webhook-delivery'],
    now: 0,
    leaseMs: 1,
    limit: 5,
    lanes: { each: 1, left: {} },
  });
  await store.deleteEnded({ endedBefore: 100, keysBefore: 100, limit: 5 });
  await definitions.delete({ definitionId: 'kill' });
}

const BIG = /executions|steps|events|deliveries|jobs|idempotency_keys/;

describe.each(await allServers())('$name', (server) => {
  let database: TestDatabase;
  let context: StoreContext;

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

  test('no hot statement reads a table whole', async () => {
    const { driver, sent } = listening(context.driver);
    const store = sqlStore({ ...context, driver });
    const engine = createApprovalEngine({
      store,
      agents: { scan: () => ({ passed: true }) },
      jobs: { pollMs: 20 },
    });
    await aDay(store, engine).finally(() => engine.stop());
    const explained = [...sent.values()].filter(({ text }) => /^\s*(select|with|delete|update)/.test(text));
    expect(explained.length).toBeGreaterThan(15);
    for (const sql of explained) expect([sql.text, await scans(context, sql, BIG)]).toEqual([sql.text, []]);
  }, 60_000);
});
