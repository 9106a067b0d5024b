/** Arguments of `withTransaction`: only an open transaction of the store's driver is valid. */
import {
  type ApprovalEngine,
  type ApprovalStore,
  createApprovalEngine,
  createMemoryStore,
} from '@org/approval-core';
import Database from 'libsql';
import mysqlCallbacks from 'mysql2';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { createMysqlStore, createPostgresStore, createSqliteStore } from './create.js';
import type { MysqlConnection } from './drivers/mysql2.js';
import type { PgClient } from './drivers/pg.js';
import type { SqliteDatabase } from './drivers/sqlite.js';
import { openStore } from './open.js';
import { type Server, type TestDatabase, allServers, migrated } from './test-support/open.js';

/** Transactions of Drizzle and Kysely: none of them is a connection of the driver. */
class DrizzleTransaction {
  readonly query = { documents: {} };
  execute(): void {
    throw new Error('Drizzle takes its own queries');
  }
}
class KyselyTransaction {
  executeQuery(): void {
    throw new Error('Kysely takes its own queries');
  }
}

interface Wrong {
  readonly name: string;
  readonly transaction: () => unknown;
  /** Part of the message besides the expected argument. */
  readonly says: string;
}

interface Subject {
  /** Its `withTransaction` takes anything, as it does without TypeScript. */
  readonly engine: ApprovalEngine<unknown>;
  /** Expected argument in every message. */
  readonly expected: string;
  readonly wrong: readonly Wrong[];
  readonly close: () => Promise<unknown>;
}

const NOT_MADE_BY_A_DRIVER: readonly Wrong[] = [
  { name: 'undefined', transaction: () => undefined, says: 'this is undefined' },
  { name: 'null', transaction: () => null, says: 'this is null' },
  { name: 'a text', transaction: () => 'begin', says: 'this is string' },
  {
    name: 'a Drizzle transaction',
    transaction: () => new DrizzleTransaction(),
    says: 'DrizzleTransaction is not',
  },
  {
    name: 'a Kysely transaction',
    transaction: () => new KyselyTransaction(),
    says: 'KyselyTransaction is not',
  },
];

const engineOn = (store: ApprovalStore): ApprovalEngine<unknown> =>
  createApprovalEngine({ store, jobs: { run: false } }) as ApprovalEngine<unknown>;

const OPENERS: Record<Server['name'], (database: TestDatabase) => Promise<Subject>> = {
  SQLite: async ({ url, tablePrefix }) => {
    const [own, idle] = [new Database(url.slice(7)), new Database(url.slice(7))];
    return {
      engine: engineOn(await createSqliteStore({ database: own, tablePrefix })),
      expected: 'the database object of your driver of SQLite on which you began a transaction',
      wrong: [
        {
          name: 'a database without a transaction',
          transaction: () => idle,
          says: 'has no open transaction',
        },
        { name: 'the database of the store', transaction: () => own, says: "the store's own" },
      ],
      close: async () => [own.close(), idle.close()],
    };
  },
  PostgreSQL: async ({ url, tablePrefix }) => {
    const pool = new pg.Pool({ connectionString: url, max: 4 });
    const [idle, ended, failed] = [await pool.connect(), await pool.connect(), await pool.connect()];
    await ended.query('begin; commit');
    await failed.query('begin');
    await failed.query('select nothing').catch(() => undefined);
    return {
      engine: engineOn(await createPostgresStore({ pool, tablePrefix })),
      expected: 'the client of `pg` (of `pool.connect()`) on which you sent BEGIN',
      wrong: [
        { name: 'a client without BEGIN', transaction: () => idle, says: 'has no open transaction' },
        { name: 'a client after COMMIT', transaction: () => ended, says: 'has no open transaction' },
        { name: 'a transaction that has failed', transaction: () => failed, says: 'roll it back' },
        { name: 'a pool', transaction: () => pool, says: 'this is a pool' },
      ],
      close: async () => {
        await failed.query('rollback');
        for (const client of [idle, ended, failed]) client.release();
        await pool.end();
      },
    };
  },
  MariaDB: async ({ url, tablePrefix }) => {
    const pool = mysql.createPool({ uri: url, connectionLimit: 3, charset: 'utf8mb4' });
    const [idle, ended] = [await pool.getConnection(), await pool.getConnection()];
    const callbacks = mysqlCallbacks.createPool({ uri: url, connectionLimit: 1 });
    const one = await new Promise((resolve, reject) =>
      callbacks.getConnection((error, connection) => (error ? reject(error) : resolve(connection))),
    );
    await ended.query('begin');
    await ended.query('commit');
    return {
      engine: engineOn(await createMysqlStore({ pool, tablePrefix })),
      expected:
        'the connection of `mysql2/promise` (of `pool.getConnection()`) on which you began a transaction',
      wrong: [
        { name: 'a connection without BEGIN', transaction: () => idle, says: 'has no open transaction' },
        { name: 'a connection after COMMIT', transaction: () => ended, says: 'has no open transaction' },
        { name: 'a pool', transaction: () => pool, says: 'this is a pool' },
        { name: 'a connection with callbacks', transaction: () => one, says: 'pass its `.promise()`' },
      ],
      close: async () => {
        idle.release();
        ended.release();
        await pool.end();
        await callbacks.promise().end();
      },
    };
  },
};

describe.each(await allServers())('$name', (server) => {
  let database: TestDatabase;
  let subject: Subject;
  beforeAll(async () => {
    database = await migrated(server);
    subject = await OPENERS[server.name](database);
    await subject.engine.definitions.create({
      definitionId: 'sign-off',
      name: 'Sign-off',
      nodes: [{ nodeId: 'work', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
      edges: [],
    });
  });
  afterAll(async () => {
    await subject.engine.stop();
    await subject.close();
    await database.close();
  });

  test('what is not an open transaction is refused for reads and for writes, with what to pass', async () => {
    for (const { name, transaction, says } of [...NOT_MADE_BY_A_DRIVER, ...subject.wrong]) {
      const attempts = {
        read: async () => subject.engine.withTransaction(transaction()).executions.list(),
        write: async () =>
          subject.engine
            .withTransaction(transaction())
            .executions.dispatch({ definitionId: 'sign-off', triggerContext: { url: 'x' } }),
      };
      for (const [how, attempt] of Object.entries(attempts)) {
        const outcome = await attempt().then(
          () => 'accepted',
          (error: unknown) => error,
        );
        expect([name, how, outcome]).toMatchObject([
          name,
          how,
          { name: 'ApprovalError', status: 'FAILED_PRECONDITION' },
        ]);
        const { message } = outcome as Error;
        expect([name, message]).toEqual([name, expect.stringContaining(`takes ${subject.expected}; `)]);
        expect([name, message]).toEqual([name, expect.stringContaining(says)]);
      }
    }
    expect((await subject.engine.executions.list()).items).toEqual([]);
  });
});

test('a store in memory joins no transaction, and the compiler says so', () => {
  const engine = createApprovalEngine({ store: createMemoryStore() });
  expectTypeOf(engine.withTransaction).parameter(0).toEqualTypeOf<never>();
  // @ts-expect-error: there is nothing to pass.
  expect(() => engine.withTransaction({})).toThrow('cannot join a transaction');
});

test('the compiler takes a connection of the driver, and no pool, no query builder and no undefined', () => {
  expectTypeOf<pg.PoolClient>().toExtend<PgClient>();
  expectTypeOf<pg.Client>().toExtend<PgClient>();
  expectTypeOf<mysql.PoolConnection>().toExtend<MysqlConnection>();
  expectTypeOf<mysql.Connection>().toExtend<MysqlConnection>();
  expectTypeOf<Database.Database>().toExtend<SqliteDatabase>();
  expectTypeOf<pg.Pool>().not.toExtend<PgClient>();
  expectTypeOf<mysql.Pool>().not.toExtend<MysqlConnection>();
  expectTypeOf<mysqlCallbacks.Connection>().not.toExtend<MysqlConnection>();
  expectTypeOf<DrizzleTransaction>().not.toExtend<PgClient | MysqlConnection | SqliteDatabase>();
  expectTypeOf<KyselyTransaction>().not.toExtend<PgClient | MysqlConnection | SqliteDatabase>();
  expectTypeOf<undefined>().not.toExtend<PgClient | MysqlConnection | SqliteDatabase>();
});

test('an engine takes what its store takes, and passes for one of which nothing is known', () => {
  type PgEngine = ReturnType<typeof createApprovalEngine<PgClient>>;
  expectTypeOf(createApprovalEngine<PgClient>)
    .parameter(0)
    .toHaveProperty('store');
  expectTypeOf<PgEngine>().toEqualTypeOf<ApprovalEngine<PgClient>>();
  expectTypeOf<PgEngine>().toExtend<ApprovalEngine>();
  expectTypeOf<ApprovalEngine>().not.toExtend<PgEngine>();
  expectTypeOf<ApprovalEngine<MysqlConnection>>().not.toExtend<PgEngine>();
});

test('the URL of a store says what its engine takes, where the compiler can read it', async () => {
  const { store, close } = await openStore('sqlite::memory:');
  const engine = createApprovalEngine({ store });
  expectTypeOf(engine).toEqualTypeOf<ApprovalEngine<SqliteDatabase>>();
  await engine.stop();
  await close();
  const opening = (url: string) => openStore(url);
  const unknown = async (url: string) => createApprovalEngine({ store: (await opening(url)).store });
  expectTypeOf(unknown).returns.resolves.toEqualTypeOf<ApprovalEngine>();
});
