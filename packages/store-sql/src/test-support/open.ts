/** Databases for tests, each with its own tables, which are dropped after the test. */
import { type StoreUnderTest, VirtualClock } from '@org/approval-testkit';
import Database from 'libsql';
import mysql from 'mysql2/promise';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrateMysql, migratePostgres, migrateSqlite, storeContext, withProcedure } from '../create.js';
import { mysql as onMysql } from '../databases/mysql.js';
import { postgres } from '../databases/postgres.js';
import { sqlite, sqliteInThread } from '../databases/sqlite.js';
import { OWN_PREPARATIONS } from '../drivers/sqlite.js';
import { startSqliteThread } from '../drivers/sqlite-thread.js';
import { tableNames } from '../schema/names.js';
import { TABLE_NAMES } from '../schema/tables.js';
import type { StoreContext } from '../store/context.js';
import { sqlStore } from '../store/store.js';

export const POSTGRES_URL = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';
export const MYSQL_URL = process.env['TEST_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306/test';

export interface TestDatabase {
  /** Another instance on the same data, as another process would have. */
  readonly connect: () => Promise<StoreContext>;
  readonly migrate: () => Promise<void>;
  /** One statement, as the host would send it. */
  readonly query: (text: string) => Promise<Record<string, unknown>[]>;
  /** Runs a statement in a transaction that stays open until its end; on servers only. */
  readonly hold: (text: string) => Promise<{ readonly end: () => Promise<void> }>;
  readonly url: string;
  readonly tablePrefix: string;
  readonly close: () => Promise<void>;
}

export interface Server {
  readonly name: 'SQLite' | 'PostgreSQL' | 'MariaDB';
  /** A database without tables. */
  readonly database: () => Promise<TestDatabase>;
}

let databases = 0;
const freshPrefix = (): string => `t${process.pid.toString(36)}_${Date.now().toString(36)}_${++databases}_`;

/**
 * A few connections or pools that are given over and over: a case needs two, and there are many
 * cases.
 */
function inTurn<T>(open: () => T): () => T {
  const opened: T[] = [];
  let given = 0;
  return () => (opened[given++ % INSTANCES] ??= open());
}
const INSTANCES = 4;

function rowsOf(database: Database.Database, text: string): Record<string, unknown>[] {
  const statement = database.prepare(text);
  if (/^\s*(select|with|explain|pragma)/i.test(text)) return statement.all() as Record<string, unknown>[];
  statement.run();
  return [];
}

/**
 * Opened as by `openStore`, or on a connection in this thread, as hosts with their own connection
 * do.
 */
async function sqliteDatabase({ inThread }: { readonly inThread: boolean }): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'approval-store-'));
  const file = join(folder, 'approvals.db');
  const closing: (() => unknown)[] = [];
  const open = (): Database.Database => {
    const database = new Database(file);
    closing.push(() => database.close());
    return database;
  };
  const own = open();
  const next = inTurn(async () => {
    if (!inThread) return sqlite({ database: open() });
    const thread = await startSqliteThread({ file, library: 'libsql', prepare: OWN_PREPARATIONS });
    closing.push(thread.close);
    return sqliteInThread(thread, {});
  });
  return {
    connect: async () => storeContext(await next()),
    migrate: () => migrateSqlite({ database: own }),
    query: async (text) => rowsOf(own, text),
    hold: () => Promise.reject(new Error('SQLite locks the file, not rows')),
    url: `sqlite:${file}`,
    tablePrefix: 'approval_',
    close: async () => {
      for (const close of closing) await close();
      rmSync(folder, { recursive: true });
    },
  };
}

export async function postgresDatabase(url = POSTGRES_URL): Promise<TestDatabase> {
  const tablePrefix = freshPrefix();
  const pools: pg.Pool[] = [];
  const pool = (): pg.Pool => {
    const made = new pg.Pool({ connectionString: url, max: 6 });
    made.on('error', () => undefined);
    pools.push(made);
    return made;
  };
  const own = pool();
  const next = inTurn(pool);
  const query = async (text: string) => (await own.query<Record<string, unknown>>(text)).rows;
  return {
    connect: async () => storeContext(postgres({ pool: next(), tablePrefix })),
    migrate: () => migratePostgres({ pool: own, tablePrefix }),
    query,
    async hold(text) {
      const client = await own.connect();
      await client.query('begin');
      await client.query(text);
      return {
        end: async () => {
          await client.query('rollback');
          client.release();
        },
      };
    },
    url,
    tablePrefix,
    close: async () => {
      const tables = await query(`select tablename from pg_tables where tablename like '${tablePrefix}%'`);
      for (const { tablename } of tables) await query(`drop table ${String(tablename)}`);
      await query(`do $$ declare f regprocedure; begin
        for f in select oid from pg_proc where starts_with(proname, '${tablePrefix}') loop
          execute 'drop function ' || f;
        end loop; end $$`);
      await Promise.all(pools.map((it) => it.end()));
    },
  };
}

async function mysqlDatabase(): Promise<TestDatabase> {
  const tablePrefix = freshPrefix();
  const pools: mysql.Pool[] = [];
  const pool = (): mysql.Pool => {
    const made = mysql.createPool({ uri: MYSQL_URL, connectionLimit: 6, charset: 'utf8mb4' });
    pools.push(made);
    return made;
  };
  const own = pool();
  const next = inTurn(pool);
  const query = async (text: string) => (await own.query(text))[0] as Record<string, unknown>[];
  return {
    async connect() {
      const own = onMysql({ pool: next(), tablePrefix });
      return withProcedure(storeContext(own), own);
    },
    migrate: () => migrateMysql({ pool: own, tablePrefix }),
    query,
    async hold(text) {
      const connection = await own.getConnection();
      await connection.query('begin');
      await connection.query(text);
      return {
        end: async () => {
          await connection.query('rollback');
          connection.release();
        },
      };
    },
    url: MYSQL_URL,
    tablePrefix,
    close: async () => {
      const tables = await query(
        `select table_name as name from information_schema.tables where table_schema = database() and table_name like '${tablePrefix}%'`,
      );
      for (const { name } of tables) await query(`drop table ${String(name)}`);
      await query(`drop procedure if exists ${tableNames(tablePrefix).commit}`);
      await Promise.all(pools.map((it) => it.end()));
    },
  };
}

export const SQLITE: Server = { name: 'SQLite', database: () => sqliteDatabase({ inThread: true }) };
export const SQLITE_IN_PROCESS: Server = {
  name: 'SQLite',
  database: () => sqliteDatabase({ inThread: false }),
};
const POSTGRES: Server = { name: 'PostgreSQL', database: () => postgresDatabase() };
const MARIADB: Server = { name: 'MariaDB', database: mysqlDatabase };

async function answers(server: Server, url: string): Promise<boolean> {
  try {
    await (await server.database()).close();
    return true;
  } catch (error) {
    const what = `no ${server.name} at ${url} (${error instanceof Error ? error.message : String(error)})`;
    if (process.env['CI'] !== undefined) throw new Error(`${what}: in CI that is a fault`, { cause: error });
    console.warn(`\n*** SKIPPED: every test of store-sql on ${server.name}: ${what} ***\n`);
    return false;
  }
}

/** The servers that are available on this machine. */
async function realServers(): Promise<Server[]> {
  const found = [
    (await answers(POSTGRES, POSTGRES_URL)) ? [POSTGRES] : [],
    (await answers(MARIADB, MYSQL_URL)) ? [MARIADB] : [],
  ];
  return found.flat();
}

export const allServers = async (): Promise<Server[]> => [SQLITE, ...(await realServers())];

/** Removes all rows. */
async function clear({ query, tablePrefix }: TestDatabase): Promise<void> {
  for (const table of TABLE_NAMES) await query(`delete from ${tablePrefix}${table}`);
}

/** A store, and a clock that the test moves; all rows go when it is closed. */
export async function openUnderTest(database: TestDatabase): Promise<StoreUnderTest> {
  const clock = new VirtualClock();
  const connect = async () => sqlStore({ ...(await database.connect()), clock: () => clock.now() });
  return {
    store: await connect(),
    now: () => clock.now(),
    advance: (ms) => clock.advance(ms),
    reopen: connect,
    close: () => clear(database),
  };
}

/** A database with its tables, for all tests of a file. */
export async function migrated(server: Server): Promise<TestDatabase> {
  const database = await server.database();
  await database.migrate();
  return database;
}
