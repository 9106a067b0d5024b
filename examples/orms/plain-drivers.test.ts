/** The same without a query builder: the row and the change are both there, or neither is. */
import {
  ApprovalError,
  type ApprovalEngine,
  type ApprovalStore,
  createApprovalEngine,
} from '@org/approval-core';
import {
  type SqliteDatabase,
  createMysqlStore,
  createSqliteStore,
  migrateMysql,
  migrateSqlite,
} from '@org/approval-store-sql';
import Libsql from 'libsql';
import mysql from 'mysql2/promise';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Begun, dispatchOnMysql, dispatchOnSqlite, writingTo } from './plain-drivers.js';

const folder = mkdtempSync(join(tmpdir(), 'approval-drivers-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const SIGN_OFF = {
  definitionId: 'sign-off',
  name: 'Sign-off',
  nodes: [
    {
      nodeId: 'review',
      type: 'human' as const,
      config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
    },
    { nodeId: 'rework', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
};

interface Setting<Tx> {
  readonly store: ApprovalStore<Tx>;
  /** Names of two tables of the host's. */
  readonly early: string;
  readonly late: string;
  readonly rows: (table: string) => Promise<unknown[]>;
  readonly dispatch: (engine: ApprovalEngine<Tx>, begun: Begun) => Promise<string>;
}

async function bothWays<Tx>({ store, early, late, rows, dispatch }: Setting<Tx>): Promise<void> {
  let refuses = false;
  const write = writingTo(late);
  const engine = createApprovalEngine({
    store,
    jobs: { run: false },
    onCommit: async (commit) => {
      await write(commit);
      if (refuses) throw new ApprovalError('FAILED_PRECONDITION', 'over budget');
    },
  });
  try {
    await engine.definitions.create(SIGN_OFF);
    const { definitionId } = SIGN_OFF;
    await expect(dispatch(engine, { table: early, definitionId, fails: true })).rejects.toThrow(
      'changed its mind',
    );
    expect([await rows(early), await rows(late)]).toEqual([[], []]);
    expect((await engine.executions.list()).items).toEqual([]);

    const executionId = await dispatch(engine, { table: early, definitionId });
    expect(await rows(early)).toEqual([{ execution: executionId, seq: 0 }]);
    const begun = await rows(late);
    expect(begun).toHaveLength(1);

    const step = { executionId, stepId: 'step_review', reviewerId: 'ann' };
    const decision = { ...step, decision: 'approve' as const };
    refuses = true;
    await expect(engine.steps.recordReviewerDecision(decision)).rejects.toThrow('over budget');
    expect(await rows(late)).toEqual(begun);
    refuses = false;
    await engine.steps.recordReviewerDecision(decision);
    expect(await rows(late)).toHaveLength(2);
    expect((await engine.executions.get({ executionId })).status).toBe('completed');
  } finally {
    await engine.stop();
  }
}

const MYSQL = process.env['TEST_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306/test';
const pool = mysql.createPool({ uri: MYSQL, charset: 'utf8mb4' });
afterAll(() => pool.end());
const hasMysql = await pool.query('select 1').then(
  () => true,
  (error: unknown) => {
    if (process.env['CI'] !== undefined) throw error;
    console.warn(`\n*** SKIPPED: the recipe of mysql2: no MySQL or MariaDB at ${MYSQL} ***\n`);
    return false;
  },
);

test.skipIf(!hasMysql)('mysql2', async () => {
  // A separate database, dropped after the test.
  const name = `approval_orms_${process.pid}`;
  await pool.query(`create database ${name}`);
  const url = new URL(MYSQL);
  url.pathname = `/${name}`;
  const own = mysql.createPool({ uri: url.href, charset: 'utf8mb4' });
  try {
    for (const table of ['early', 'late'])
      await own.query(`create table ${table} (execution varchar(255) not null, seq int not null)`);
    await migrateMysql({ pool: own });
    await bothWays({
      ...{ store: await createMysqlStore({ pool: own }), early: 'early', late: 'late' },
      rows: async (table) =>
        (await own.query<mysql.RowDataPacket[]>(`select * from ${table} order by seq`))[0],
      dispatch: (engine, begun) => dispatchOnMysql(engine, own, begun),
    });
  } finally {
    await own.end();
    await pool.query(`drop database ${name}`);
  }
});

type Open = (file: string) => SqliteDatabase & { close: () => unknown };
interface NodeSqlite {
  readonly DatabaseSync: new (file: string) => ReturnType<Open>;
}
/** Requires Node 22.16: earlier versions do not report whether a transaction is open. */
function nodeSqlite(): NodeSqlite | null {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 16)
    ? (createRequire(import.meta.url)('node:sqlite') as NodeSqlite)
    : null;
}
const builtIn = nodeSqlite();
const drivers: [string, Open][] = [
  ['libsql', (file) => new Libsql(file)],
  ...(builtIn === null ? [] : [['node:sqlite', (file) => new builtIn.DatabaseSync(file)] as [string, Open]]),
];

test.each(drivers)('%s', async (name, open) => {
  const file = join(folder, `${name.replace(':', '-')}.db`);
  const [engines, hosts] = [open(file), open(file)];
  await migrateSqlite({ database: engines });
  for (const table of ['early', 'late'])
    hosts.exec(`create table ${table} (execution text not null, seq integer not null)`);
  await bothWays({
    ...{ store: await createSqliteStore({ database: engines }), early: 'early', late: 'late' },
    rows: async (table) =>
      hosts
        .prepare(`select * from ${table} order by seq`)
        .all()
        .map((row) => ({ ...(row as object) })),
    dispatch: (engine, begun) => dispatchOnSqlite(engine, hosts, begun),
  });
  hosts.close();
  engines.close();
});
