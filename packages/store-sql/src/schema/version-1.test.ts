/**
 * A database of the first schema, as the release of then (c1012e3) left it while runs waited: `test-support/version-1.json`
 * has its tables and rows. It migrates in place, and every run goes on from where it was.
 */
import { checkExecution, createApprovalEngine } from '@org/approval-core';
import { createTestReceiver } from '@org/approval-testkit';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Value, sql } from '../sql/dialect.js';
import { sqlStore } from '../store/store.js';
import { type TestDatabase, allServers } from '../test-support/open.js';
import type { Names } from './names.js';

interface Dump {
  readonly runs: Readonly<Record<'fresh' | 'half' | 'pushed' | 'decided' | 'cancelled', string>>;
  readonly schema: Readonly<Record<'sqlite' | 'postgres' | 'mysql', string>>;
  readonly rows: Readonly<Record<keyof Names, readonly Readonly<Record<string, Value>>[]>>;
}

const dump = JSON.parse(
  readFileSync(new URL('../test-support/version-1.json', import.meta.url), 'utf8'),
) as Dump;
const { runs } = dump;

async function load(database: TestDatabase): Promise<void> {
  const { dialect, driver, names } = await database.connect();
  const statements = dump.schema[dialect.name].replaceAll('approval_', database.tablePrefix).split(/;\n/);
  for (const statement of statements) if (statement.trim() !== '') await database.query(statement);
  await driver.transaction(async (session) => {
    for (const [table, rows] of Object.entries(dump.rows)) {
      for (const row of rows) {
        const columns = Object.keys(row);
        const into = `insert into ${names[table as keyof Names]} (${columns.join(', ')})`;
        await session.run(sql(`${into} values (${columns.map(() => '?').join(', ')})`, Object.values(row)));
      }
    }
  });
}

describe.each(await allServers())('$name', (server) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await server.database();
    await load(database);
    await database.migrate();
  });
  afterAll(() => database.close());

  test('runs that waited are in inboxes, and go on to their ends; what was pending is delivered in order', async () => {
    const store = sqlStore(await database.connect());
    const transport = createTestReceiver();
    const options = { store, webhooks: { transport }, allowPlaintextSecrets: true } as const;
    const agents = { scan: () => ({ passed: true }) };
    const still = createApprovalEngine({ ...options, agents, jobs: { run: false } });
    const inbox = async (reviewerId: string) =>
      (await still.steps.listWaiting({ reviewerId })).items.map((it) => it.executionId).toSorted();
    expect(await inbox('ann')).toEqual([runs.fresh, runs.pushed].toSorted());
    expect(await inbox('bob')).toEqual([runs.fresh, runs.half, runs.pushed].toSorted());
    const again = await still.executions.dispatch({ definitionId: 'flow', idempotencyKey: 'once' });
    expect(again).toMatchObject({ executionId: runs.half });
    for (const executionId of [runs.fresh, runs.half, runs.pushed]) {
      for (const reviewerId of ['ann', 'bob']) {
        const isKnown = executionId === runs.half && reviewerId === 'ann';
        const answer = { executionId, stepId: 'step_review', reviewerId, decision: 'approve' } as const;
        expect(await still.steps.recordReviewerDecision(answer)).toMatchObject({ recorded: !isKnown });
      }
    }
    await still.stop();

    const engine = createApprovalEngine({ ...options, agents, jobs: { pollMs: 20 } });
    const open = Object.values(runs).filter((it) => it !== runs.cancelled);
    const statusOf = async (executionId: string) => (await engine.executions.get({ executionId })).status;
    for (const executionId of open) while ((await statusOf(executionId)) === 'running') await sleep(20);
    while ((await engine.webhooks.listDeliveries({ status: 'pending' })).items.length > 0) await sleep(20);
    await engine.stop();

    expect(await Promise.all(open.map(statusOf))).toEqual(open.map(() => 'completed'));
    expect(await statusOf(runs.cancelled)).toBe('cancelled');
    for (const executionId of Object.values(runs)) {
      const key = { workspaceId: 'default', executionId };
      const [state] = await store.loadExecutions([key]);
      const events = await store.readEvents({ ...key, afterSeq: 0, limit: 1_000, externalOnly: false });
      const [definition] = await store.loadDefinitions([
        { workspaceId: 'default', uid: state!.definitionUid, version: 1 },
      ]);
      expect(checkExecution({ compiled: definition!.compiled, state: state!, events })).toEqual([]);
    }
    const external = await engine.executions.getEvents({ executionId: runs.pushed });
    const sent = transport.received.map(({ event }) => event.seq);
    expect(sent).toEqual(external.events.map((it) => it.seq));
  });
});
