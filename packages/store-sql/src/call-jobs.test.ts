/**
 * Calls of webhook nodes, of many workspaces and origins: each read of one workspace uses their own
 * index, so that its work does not grow with the calls of others.
 */
import { CALL_JOB_KINDS } from '@org/approval-core/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRows, runAll } from './schema/statements.js';
import { CALL_JOB, type RowOf } from './schema/tables.js';
import type { StoreContext } from './store/context.js';
import { sqlStore } from './store/store.js';
import { type Sent, listening, planOf } from './test-support/explain.js';
import { type TestDatabase, allServers, migrated } from './test-support/open.js';

const WORKSPACES = 20;
const CALLS = 8_000;
/** A tenth is under a lease that ends in this century's last years. */
const LEASED = 10;
const LATER = 4e12;
const workspaceId = 'space-7';

/** In each workspace the call that is due first has the last origin. */
const callOf = (index: number): RowOf<'jobs'> => {
  const at = Math.floor(index / WORKSPACES);
  const isClaimed = at % LEASED === 1;
  return {
    workspace_id: `space-${index % WORKSPACES}`,
    execution_id: `exec_${String(index).padStart(6, '0')}`,
    step_id: 'step_call',
    kind: CALL_JOB,
    concurrency_key: `https://${String(1_000 - at).padStart(4, '0')}.example`,
    due_at: 1_000 + at,
    claimable_at: isClaimed ? LATER + at : 1_000 + at,
    attempt: 1,
    token: isClaimed ? 'worker-1-token' : null,
  };
};

describe.each(await allServers())('$name', (server) => {
  let database: TestDatabase;
  let context: StoreContext;

  beforeAll(async () => {
    database = await migrated(server);
    context = await database.connect();
    const rows = Array.from({ length: CALLS }, (_, index) => callOf(index));
    for (let start = 0; start < CALLS; start += 2_000)
      await context.driver.transaction((session) =>
        runAll(context, session, insertRows(context, 'jobs', rows.slice(start, start + 2_000))),
      );
    const table = context.names.jobs;
    const analyze = { SQLite: 'analyze', PostgreSQL: `analyze ${table}`, MariaDB: `analyze table ${table}` };
    await database.query(analyze[server.name]);
  }, 60_000);
  afterAll(() => database.close());

  const each = CALLS / WORKSPACES;

  test('health counts the due ones of its workspace and has the longest due', async () => {
    const { queues } = await sqlStore(context).health({ workspaceId, now: 0 });
    expect(queues).toMatchObject({ due: each - each / LEASED, oldestDueAt: 1_000 });
  });

  test('those under a live lease are listed, the first lease end first', async () => {
    const { claims } = (await sqlStore(context).listClaims?.({ workspaceId, now: 0 })) ?? { claims: [] };
    expect(claims).toHaveLength(each / LEASED);
    expect(new Set(claims.map((it) => it.workspaceId))).toEqual(new Set([workspaceId]));
    expect(claims[0]).toMatchObject({
      kind: 'call',
      dueAt: 1_001,
      leaseUntil: LATER + 1,
      worker: 'worker-1',
    });
  });

  test('every read of calls uses their index', async () => {
    expect(CALL_JOB_KINDS).toEqual([CALL_JOB]);
    const { driver, sent } = listening(context.driver);
    const store = sqlStore({ ...context, driver });
    await store.health({ workspaceId, now: 0 });
    await store.listClaims?.({ workspaceId, now: 0 });
    const reads: Sent[] = [...sent.values()].filter(({ text }) => text.includes(`'${CALL_JOB}'`));
    expect(reads).toHaveLength(2);
    for (const read of reads) {
      const plan = await planOf(context, read);
      expect(plan).toMatch(/\b(\w+jobs_)?calls\b/);
      expect(plan).not.toMatch(/Seq Scan|SCAN \w+_jobs|"type":"ALL","possible_keys":"[^"]/);
    }
  });
});
