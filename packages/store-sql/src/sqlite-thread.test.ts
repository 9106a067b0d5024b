/**
 * A SQLite file in its own thread: what is promised of it, and what happens where there can be
 * none.
 */
import { createApprovalEngine } from '@org/approval-core';
import Database from 'libsql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWN_PREPARATIONS } from './drivers/sqlite.js';
import { type SqliteLibrary, type SqliteThread, startSqliteThread } from './drivers/sqlite-thread.js';
import { threadedSqliteDriver } from './drivers/sqlite-threaded.js';
import { openStore } from './open.js';
import { sql } from './sql/dialect.js';
import type { Driver, Script } from './sql/driver.js';
import { SIGN_OFF } from './test-support/sign-off.js';

const hasNodeSqlite = Number(process.versions.node.split('.')[0]) >= 22;
const LIBRARIES: SqliteLibrary[] = hasNodeSqlite ? ['libsql', 'node:sqlite'] : ['libsql'];
if (!hasNodeSqlite) console.warn('SKIPPED: node:sqlite, which this Node does not have');

describe.each(LIBRARIES)('%s', (library) => {
  let folder: string;
  let thread: SqliteThread;
  let driver: Driver;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'approval-thread-'));
    thread = await startSqliteThread({ file: join(folder, 'a.db'), library, prepare: OWN_PREPARATIONS });
    driver = threadedSqliteDriver(thread);
    await driver.transaction((session) =>
      session.run(sql('create table t (id integer primary key, name text not null) strict')),
    );
  });
  afterAll(async () => {
    await thread.close();
    rmSync(folder, { recursive: true });
  });

  const rows = () =>
    driver.read(
      async (it) => (await it.run(sql<{ id: number; name: string }>('select * from t order by id'))).rows,
    );
  const write = (id: number, name: string | null): Script => ({
    checks: [],
    writes: [sql('insert into t values (?, ?)', [id, name])],
  });
  const script = (it: Script) => driver.script?.(it);

  test('has its log, waits for the disk at each commit, and keeps in memory what it may have to take back', async () => {
    const [settings] = await driver.read(
      async (it) =>
        (
          await it.run(
            sql(
              'select (select journal_mode from pragma_journal_mode) as j, (select synchronous from pragma_synchronous) as s, (select temp_store from pragma_temp_store) as t',
            ),
          )
        ).rows,
    );
    expect(settings).toEqual({ j: 'wal', s: 2, t: 2 });
  });

  test('scripts that come together stand or fall each by itself', async () => {
    const outcomes = await Promise.allSettled([
      script(write(1, 'first, under way while the others come')),
      script(write(2, 'stands')),
      script(write(1, 'has a key that is taken')),
      script(write(3, null)),
      script({
        ...write(4, 'is not what it assumes'),
        checks: [{ text: 'select name from t where id = ?', params: [2], row: ['else'] }],
      }),
      script({
        ...write(5, 'sees the others'),
        checks: [{ text: 'select name from t where id = ?', params: [2], row: ['stands'] }],
      }),
      script({
        ...write(6, 'nothing is there'),
        checks: [{ text: 'select id from t where id = ?', params: [99], row: null }],
      }),
      script({
        ...write(7, 'something is there'),
        checks: [{ text: 'select id from t where id = ?', params: [2], row: null }],
      }),
    ]);
    expect(outcomes.map((it) => (it.status === 'fulfilled' ? it.value : driver.faultOf(it.reason)))).toEqual([
      true,
      true,
      'duplicate',
      'other',
      false,
      true,
      true,
      false,
    ]);
    expect((await rows()).map(({ id }) => id)).toEqual([1, 2, 5, 6]);
  });

  test('nobody sees half of a transaction, and what fails is gone', async () => {
    const before = await rows();
    const failing = driver.transaction(async (session) => {
      await session.run(sql("insert into t values (10, 'half')"));
      throw new Error('no');
    });
    const seen = rows();
    await expect(failing).rejects.toThrow('no');
    expect(await seen).toEqual(before);
    await driver.transaction((session) => session.run(sql("insert into t values (10, 'whole')")));
    expect(await rows()).toEqual([...before, { id: 10, name: 'whole' }]);
  });

  test('a thread that ends is a connection that is lost; the next work has another', async () => {
    const half = driver.transaction(async (session) => {
      await session.run(sql("insert into t values (20, 'half')"));
      // What ends it as a crash would: nothing of the transaction may go on in the next one.
      await thread
        .link()
        .ask('close', {})
        .catch(() => undefined);
      return session.run(sql("insert into t values (21, 'later')"));
    });
    await expect(half).rejects.toSatisfy((error) => ['lost', 'failing'].includes(driver.faultOf(error)));
    expect((await rows()).filter(({ id }) => id >= 20)).toEqual([]);
  });

  test('locks of others are told as such', async () => {
    if (library !== 'libsql') return;
    const other = new Database(join(folder, 'a.db'));
    other.exec('begin immediate');
    await expect(script(write(30, 'waits'))).rejects.toSatisfy((error) => driver.faultOf(error) === 'retry');
    other.exec('rollback');
    other.close();
    expect(await script(write(30, 'came later'))).toBe(true);
  });
});

test('a file in a folder that does not exist is refused, and so is a folder', async () => {
  await expect(openStore('sqlite:/nowhere/at/all.db')).rejects.toThrow(
    'the folder "/nowhere/at" does not exist',
  );
  await expect(openStore(`sqlite:${tmpdir()}`)).rejects.toThrow(
    /unable to open|CANTOPEN|is a folder|directory/i,
  );
});

test('a transaction of another copy of SQLite is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'approval-thread-'));
  const { store, close } = await openStore(`sqlite:${join(folder, 'a.db')}`, { sqliteLibrary: 'libsql' });
  class DatabaseSync {
    readonly isTransaction = true;
    prepare = () => undefined;
    exec = () => undefined;
  }
  expect(() => store.inTransaction(new DatabaseSync() as never)).toThrow(/another copy of SQLite/);
  await close();
  rmSync(folder, { recursive: true });
});

test('while many approvals are written, the file is not waited for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'approval-thread-'));
  const { store, close } = await openStore(`sqlite:${join(folder, 'a.db')}`);
  const engine = createApprovalEngine({ store, jobs: { run: false } });
  await engine.definitions.create(SIGN_OFF);
  // A writer that has the file: who works in this thread would block it, and this could not end.
  const other = new Database(join(folder, 'a.db'));
  other.exec('begin immediate');
  const dispatches = Promise.all(
    Array.from({ length: 20 }, () => engine.executions.dispatch({ definitionId: SIGN_OFF.definitionId })),
  );
  let turns = 0;
  while (turns < 50) await new Promise((resolve) => setImmediate(resolve)).then(() => (turns += 1));
  other.exec('commit');
  other.close();
  expect(await dispatches).toHaveLength(20);
  await engine.stop();
  await close();
  rmSync(folder, { recursive: true });
});
