/**
 * Settings of servers, pools and URLs: the store works with them, or the start says what to change.
 */
import { createApprovalEngine } from '@org/approval-core';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import {
  type SqlStore,
  createMysqlStore,
  createPostgresStore,
  migrateMysql,
  migratePostgres,
} from './create.js';
import { mysql as mysqlDialect } from './dialects/mysql.js';
import { openStore } from './open.js';
import { MYSQL_URL, allServers } from './test-support/open.js';
import { ownPostgres } from './test-support/own-postgres.js';
import { SIGN_OFF, dispatcherOf } from './test-support/sign-off.js';

const names = (await allServers()).map(({ name }) => name);

async function approves<Tx>(store: SqlStore<Tx>) {
  const engine = createApprovalEngine({ store, jobs: { run: false } });
  const workspace = engine.forWorkspace(crypto.randomUUID());
  await workspace.definitions.create(SIGN_OFF);
  const { dispatch, approve } = dispatcherOf(workspace);
  const { executionId } = await dispatch();
  await approve({ executionId });
  expect((await workspace.executions.get({ executionId })).status).toBe('completed');
  await engine.stop();
}

describe.runIf(names.includes('PostgreSQL'))('PostgreSQL', () => {
  test('an account that may only read and write opens tables that are up to date', async () => {
    const own = await ownPostgres();
    const role = `writer_${process.pid}`;
    await own.query(`create role ${role} login`);
    try {
      await expect(openStore(own.urlOf(role))).rejects.toThrow('this account may not create the tables');
      await (await openStore(own.url)).close();
      await own.query(
        `grant usage on schema public to ${role}; grant select, insert, update, delete on all tables in schema public to ${role}`,
      );
      await (await openStore(own.urlOf(role))).close();
    } finally {
      await own.query(`drop owned by ${role}; drop role ${role}`);
      await own.close();
    }
  });

  test('a statement_timeout does not end the wait for the migration of another process', async () => {
    const own = await ownPostgres("statement_timeout = '300ms'");
    await own.query('set statement_timeout = 0; begin; select pg_advisory_xact_lock(1819239273)');
    const opening = openStore(own.url);
    await own.query('select pg_sleep(1)');
    await own.query('commit');
    await (await opening).close();
    await own.close();
  });

  test('the schema in a URL is that of the tables', async () => {
    const own = await ownPostgres();
    await own.query('create schema approvals');
    await (await openStore(`${own.url}?schema=approvals`)).close();
    const found = await own.query(
      "select distinct table_schema as place from information_schema.tables where table_name like 'approval%'",
    );
    expect(found).toEqual([{ place: 'approvals' }]);
    await own.close();
  });

  test.each([
    { what: 'array_nulls = off', setting: 'array_nulls = off', options: {} },
    { what: 'a pool with binary: true', setting: undefined, options: { binary: true } },
  ])('an approval works with $what', async ({ setting, options }) => {
    const own = await ownPostgres(setting);
    const pool = new pg.Pool({ connectionString: own.url, ...options });
    await migratePostgres({ pool });
    await approves(await createPostgresStore({ pool }));
    expect(
      await own.query("select 1 from approval_definition_versions where sealed_secrets = 'NULL'"),
    ).toEqual([]);
    await pool.end();
    await own.close();
  });
});

describe.runIf(names.includes('MariaDB'))('MariaDB', () => {
  const tablePrefix = `s${process.pid.toString(36)}_${Date.now().toString(36)}_`;
  const withPool = async (
    options: mysql.PoolOptions,
    session: string,
    work: (pool: mysql.Pool) => Promise<void>,
  ) => {
    const pool = mysql.createPool({ uri: MYSQL_URL, charset: 'utf8mb4', connectionLimit: 3, ...options });
    // Raw connections get their settings before they are lent.
    if (session !== '') pool.pool.on('connection', (connection) => void connection.query(session));
    try {
      await work(pool);
    } finally {
      await pool.end();
    }
  };

  test.each([
    { what: 'sql_safe_updates', session: 'set sql_safe_updates = 1', options: {} },
    { what: 'sql_select_limit', session: 'set sql_select_limit = 3', options: {} },
    {
      what: 'EMPTY_STRING_IS_NULL',
      session: "set sql_mode = 'STRICT_ALL_TABLES,EMPTY_STRING_IS_NULL'",
      options: {},
    },
    { what: 'nestTables', session: '', options: { nestTables: true } },
    { what: 'typeCast: false', session: '', options: { typeCast: false } },
  ])('an approval works with $what', async ({ session, options }) => {
    await withPool(options, session, async (pool) => {
      await migrateMysql({ pool, tablePrefix });
      await approves(await createMysqlStore({ pool, tablePrefix }));
    });
  });

  test.each([{}, { rowsAsArray: false, connectionLimit: 1 }])(
    'an approval works with autocommit = 0, and the host gets its connections as they were (%j)',
    async (options) => {
      await withPool(options, 'set autocommit = 0', async (pool) => {
        await migrateMysql({ pool, tablePrefix });
        await approves(await createMysqlStore({ pool, tablePrefix }));
        const connections = await Promise.all(
          Array.from({ length: options.connectionLimit ?? 3 }, () => pool.getConnection()),
        );
        for (const connection of connections) {
          const [rows] = await connection.query('select @@autocommit as it');
          expect(rows).toEqual([{ it: 0 }]);
          connection.release();
        }
        // Another connection sees what was committed.
        const other = await mysql.createConnection({ uri: MYSQL_URL });
        const [count] = await other.query(`select count(*) as it from ${tablePrefix}executions`);
        expect(count).not.toEqual([{ it: 0 }]);
        await other.end();
      });
    },
  );

  test('a URL without a database is reported', async () => {
    await expect(openStore(new URL('/', MYSQL_URL).href)).rejects.toThrow('the connection has no database');
  });

  test.each([{ queueLimit: 2 }, { waitForConnections: false }])(
    'reads wait for a full pool (%j)',
    async (options) => {
      await withPool({ connectionLimit: 2, ...options }, '', async (pool) => {
        await migrateMysql({ pool, tablePrefix });
        const store = await createMysqlStore({ pool, tablePrefix });
        const engine = createApprovalEngine({ store, jobs: { run: false } });
        const reads = await Promise.all(Array.from({ length: 20 }, () => engine.executions.list()));
        expect(reads).toHaveLength(20);
        await engine.stop();
      });
    },
  );

  test('the clock goes on evenly through the doubled hour of autumn', async () => {
    const connection = await mysql.createConnection(MYSQL_URL);
    // For this session only; offsets do not shift with the season, and not every server has named
    // zones.
    for (const zone of ['+00:00', '+02:00', 'SYSTEM']) {
      await connection.query(`set time_zone = '${zone}'`);
      for (let at = 1_792_882_800; at <= 1_792_895_400; at += 900) {
        await connection.query(`set timestamp = ${at}`);
        const [rows] = await connection.query<mysql.RowDataPacket[]>(`select ${mysqlDialect.now} as now`);
        expect(Number(rows[0]?.['now'])).toBe(at * 1_000);
      }
    }
    await connection.end();
    expect(mysqlDialect.now).not.toMatch(/unix_timestamp|sysdate|\bnow\(/);
  });
});

describe('SQLite', () => {
  test.each([
    ['sqlite://approvals.db', 'use sqlite:approvals.db'],
    ['sqlite:approvals.db?mode=rwc', 'options after "?" are not supported'],
    ['sqlite:no-such-folder/approvals.db', 'the folder "no-such-folder" does not exist'],
  ])('%s is refused, with what to give', async (url, message) => {
    await expect(openStore(url)).rejects.toThrow(message);
  });
});
