/** Classes of errors, and their handling. */
import { createApprovalEngine } from '@org/approval-core';
import type { Change } from '@org/approval-core/store';
import Database from 'libsql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createStore } from './create.js';
import { mysql } from './databases/mysql.js';
import { postgres } from './databases/postgres.js';
import { sqlite } from './databases/sqlite.js';
import { type PgPool, joinedPgDriver, pgDriver } from './drivers/pg.js';
import { mysqlDriver } from './drivers/mysql2.js';
import { openStore } from './open.js';
import { sql } from './sql/dialect.js';
import type { Driver } from './sql/driver.js';
import { transact } from './sql/retry.js';
import type { StoreContext } from './store/context.js';
import { sqlStore } from './store/store.js';
import { allServers, migrated } from './test-support/open.js';
import { SIGN_OFF } from './test-support/sign-off.js';

const noPool = { connect: () => undefined, query: () => Promise.reject(new Error('no')) } as PgPool;

describe('the class of an error', () => {
  const onPg = pgDriver(noPool);
  const ofPg = (error: unknown) => onPg.faultOf(error);
  const onMysql = mysqlDriver({ getConnection: () => Promise.reject(new Error('no')) });
  const ofMysql = (error: unknown) => onMysql.faultOf(error);
  test.each([
    ['PostgreSQL: no connection is free', ofPg, { code: '53300' }, 'retry'],
    ['PostgreSQL: it has become a replica', ofPg, { code: '25006' }, 'lost'],
    ['PostgreSQL: the disk is full', ofPg, { code: '53100' }, 'failing'],
    ['PostgreSQL: text with a NUL', ofPg, { code: '22021' }, 'other'],
    ['PostgreSQL: too large', ofPg, { code: '54000' }, 'too-large'],
    ['MariaDB: no connection is free', ofMysql, { code: 'ER_CON_COUNT_ERROR' }, 'retry'],
    [
      'MariaDB: it has become a replica',
      ofMysql,
      { code: 'ER_OPTION_PREVENTS_STATEMENT', message: 'is running with the --read-only option' },
      'lost',
    ],
    [
      'MariaDB: another option prevents it',
      ofMysql,
      { code: 'ER_OPTION_PREVENTS_STATEMENT', message: 'is running with the --secure-file-priv option' },
      'other',
    ],
    ['Galera: the node is not ready', ofMysql, { code: 'ER_UNKNOWN_COM_ERROR' }, 'lost'],
    ['MariaDB: too large', ofMysql, { code: 'ER_DATA_TOO_LONG' }, 'too-large'],
  ] as const)('%s', (_, faultOf, error, fault) => {
    expect(faultOf(error)).toBe(fault);
  });
});

test('24 connections that open one SQLite file at once all get it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'approval-opens-'));
  const file = join(folder, 'approvals.db');
  // A writer that is busy while they come.
  const writer = new Database(file);
  writer.exec('create table busy (n integer); begin immediate; insert into busy values (1)');
  const opening = Array.from({ length: 24 }, () => openStore(`sqlite:${file}`));
  setTimeout(() => writer.exec('commit'), 100);
  const opened = await Promise.allSettled(opening);
  expect(opened.filter((it) => it.status === 'rejected')).toEqual([]);
  for (const it of opened) if (it.status === 'fulfilled') await it.value.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

describe('names of prepared statements that something in between does not keep', () => {
  /** A client whose server has not prepared a name, or prepared it for another session. */
  function bouncing(code: string) {
    const named: boolean[] = [];
    const client = {
      query: ({ text, name }: { text: string; name?: string }) => {
        if (!text.startsWith('select')) return Promise.resolve({ rows: [], rowCount: 0, command: 'COMMIT' });
        named.push(name !== undefined);
        return name === undefined
          ? Promise.resolve({ rows: [{ one: 1 }], rowCount: 1, command: 'SELECT' })
          : Promise.reject(Object.assign(new Error('prepared statement'), { code }));
      },
      ...{ release: () => undefined, on: () => undefined, removeListener: () => undefined },
    };
    const pool: PgPool = { ...noPool, connect: (callback) => callback(undefined, client) };
    return { named, client, pool };
  }
  const ask = (driver: Driver) => transact(driver, (session) => session.run(sql('select 1 as one')));

  test.each(['26000', '42P05'])(
    'are given up after the first error (%s), and the call succeeds',
    async (code) => {
      const { named, pool } = bouncing(code);
      const driver = pgDriver(pool);
      expect((await ask(driver)).rows).toEqual([{ one: 1 }]);
      await ask(driver);
      expect(named).toEqual([true, false, false]);
    },
  );

  test('are never used where the option says so, in a transaction of the host neither', async () => {
    const { named, client, pool } = bouncing('26000');
    const database = postgres({ pool, preparedStatements: false });
    await ask(database.driver);
    await ask(database.joining(client));
    expect(named).toEqual([false, false]);
  });

  test('in a transaction of the host are given up too, and its next try succeeds', async () => {
    const { named, client } = bouncing('26000');
    const naming = { isOn: true };
    await expect(ask(joinedPgDriver(client, naming))).rejects.toThrow('prepared statement');
    await ask(joinedPgDriver(client, naming));
    expect(named).toEqual([true, false]);
  });
});

describe('settings that weaken a promise', () => {
  const row = {
    postgres: { version: 150_000, encoding: 'UTF8', replica: 0, durability: 'on', fsync: 'on', pages: 'on' },
    mysql: {
      version: '10.11.2-MariaDB',
      mode: 'STRICT_TRANS_TABLES',
      charset: 'utf8mb4',
      autocommits: 1,
      binlog: 'ROW',
      logs: 1,
      replica: 0,
      durability: 1,
      synced: 1,
    },
  };
  const mysqlPool = { getConnection: () => Promise.reject(new Error('no')), execute: () => undefined };
  const { check: ofPostgres } = postgres({ pool: noPool });
  const { check: ofMysql } = mysql({ pool: mysqlPool });
  const session = (found: object, more: object[] = []) => {
    const answers = [[found], more];
    return { run: () => Promise.resolve({ rows: (answers.shift() ?? []) as never[], count: 0 }) };
  };

  test.each([
    ['nothing', ofPostgres, row.postgres, []],
    ['fsync', ofPostgres, { ...row.postgres, fsync: 'off' }, [/^fsync is off/]],
    ['full_page_writes', ofPostgres, { ...row.postgres, pages: 'off' }, [/^full_page_writes is off/]],
    ['nothing', ofMysql, row.mysql, []],
    ['sync_binlog', ofMysql, { ...row.mysql, synced: 0 }, [/^sync_binlog is 0/]],
    ['nothing without a binary log', ofMysql, { ...row.mysql, synced: 0, logs: 0 }, []],
  ] as const)('are reported: %s', async (_, check, found, expected) => {
    const { warnings, locksAreLocal } = await check(session(found));
    expect(warnings).toEqual(expected.map((it) => expect.stringMatching(it) as string));
    expect(locksAreLocal).toBe(false);
  });

  test('Galera is known by its variable', async () => {
    expect((await ofMysql(session(row.mysql, [{ Value: 'ON' }]))).locksAreLocal).toBe(true);
  });

  test('of a SQLite file, through the logger of the host', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'approval-weak-'));
    const file = join(folder, 'approvals.db');
    await (await openStore(`sqlite:${file}`)).close();
    const database = new Database(file);
    const warnings: string[] = [];
    const logger = { warn: (message: string) => void warnings.push(message), error: () => undefined };
    const opened = sqlite({ database, logger });
    await opened.check({ run: () => Promise.reject(new Error('unused')) }).catch(() => undefined);
    // The next transaction resets it.
    await opened.driver.read(() => Promise.resolve());
    database.exec('pragma synchronous = off');
    await createStore(opened);
    expect(warnings).toEqual([expect.stringMatching(/^synchronous is 0/)]);
    database.close();
    rmSync(folder, { recursive: true });
  });
});

describe.each(await allServers())('$name', async (server) => {
  const database = await migrated(server);
  afterAll(() => database.close());

  test('a claim whose answer is lost is found again by its token', async () => {
    const context = await database.connect();
    const engine = createApprovalEngine({ store: sqlStore(context), jobs: { run: false } });
    await engine.definitions.create({
      ...SIGN_OFF,
      nodes: [{ nodeId: 'a', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
    });
    await engine.executions.dispatch({ definitionId: 'sign-off', triggerContext: { url: 'x' } });
    let losses = 0;
    const losing: Driver = {
      ...context.driver,
      async transaction(work) {
        const done = await context.driver.transaction(work);
        if (losses++ > 0) return done;
        throw Object.assign(new Error('cut'), { code: 'ECONNRESET', isCut: true });
      },
      faultOf: (error) =>
        error instanceof Error && 'isCut' in error ? 'lost' : context.driver.faultOf(error),
    };
    const request = { kinds: ['agent-call'] as const, now: Date.now(), leaseMs: 60_000, limit: 10 };
    const { claimed } = await sqlStore({ ...context, driver: losing }).claimJobs(request);
    expect(losses).toBe(2);
    expect(claimed).toHaveLength(1);
    expect(await sqlStore(context).finishJobs(claimed)).toEqual([true]);
    await engine.stop();
  });

  test('where locks are local, both sides write a row that the other writes too', async () => {
    const plain = await database.connect();
    const written: string[] = [];
    const noting: Driver = {
      ...plain.driver,
      transaction: (work) =>
        plain.driver.transaction((session) =>
          work({
            run(statement) {
              if (/update \S+ set/.test(statement.text)) written.push(statement.text);
              return session.run(statement);
            },
          }),
        ),
    };
    const context: StoreContext = { ...plain, driver: noting, locksAreLocal: true };
    const store = sqlStore(context);
    const engine = createApprovalEngine({ store, jobs: { run: false } });
    await engine.definitions.create({ ...SIGN_OFF, definitionId: 'shared' });
    written.length = 0;
    let change: Change | null = null;
    const pushing = createApprovalEngine({
      store: {
        ...store,
        commit: (changes) => {
          const pushed = changes.map((it) => ({
            ...it,
            push: { concurrencyKey: 'https://a.example', seqs: [1] },
          }));
          change ??= pushed[0] ?? null;
          return store.commit(pushed);
        },
      },
      jobs: { run: false },
    });
    await pushing.executions.dispatch({ definitionId: 'shared', triggerContext: {} });
    // The definition is written against a deletion, the delivery job against a result that takes it
    // away.
    const { names } = plain;
    expect(written.some((it) => it.includes(`update ${names.definitions} set version = version + 1`))).toBe(
      true,
    );
    expect(written.some((it) => it.includes(`update ${names.definitions} set version = version - 1`))).toBe(
      true,
    );
    expect(written.some((it) => it.includes(`update ${names.jobs} set attempt = attempt + 1`))).toBe(true);
    const [head] = await database.query(
      `select version from ${names.definitions} where definition_id = 'shared'`,
    );
    expect(Number(head?.['version'])).toBe(1);
    const request = { kinds: ['webhook-delivery'] as const, now: Date.now(), leaseMs: 60_000, limit: 10 };
    const { claimed } = await store.claimJobs(request);
    expect(claimed).toMatchObject([{ attempt: 1 }]);
    await engine.stop();
    await pushing.stop();
  });
});
