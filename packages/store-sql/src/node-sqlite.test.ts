/**
 * The whole suite of the store contract on `node:sqlite`, where Node has it and says whether a
 * transaction is open: from 22.16 on.
 */
import { VirtualClock, registerStoreConformance } from '@org/approval-testkit';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { storeContext } from './create.js';
import { sqlite } from './databases/sqlite.js';
import type { SqliteDatabase } from './drivers/sqlite.js';
import { migrateSqlite } from './index.js';
import { sql } from './sql/dialect.js';
import { sqlStore } from './store/store.js';

type Opened = SqliteDatabase & { close: () => void };
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isThere = major > 22 || (major === 22 && minor >= 16);

describe.skipIf(!isThere)('node:sqlite', () => {
  const opened: Opened[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'approval-node-sqlite-'));
  const file = join(folder, 'approvals.db');
  afterAll(() => {
    for (const database of opened) database.close();
    rmSync(folder, { recursive: true });
  });
  const open = (): Opened => {
    const { DatabaseSync } = createRequire(import.meta.url)('node:sqlite') as {
      DatabaseSync: new (file: string) => Opened;
    };
    const database = new DatabaseSync(file);
    opened.push(database);
    return database;
  };
  let tables = 0;

  registerStoreConformance({
    test,
    skip: (name, reason) => test.skip(`${name} (${reason})`),
    async open() {
      tables += 1;
      const tablePrefix = `t${tables}_`;
      const clock = new VirtualClock();
      await migrateSqlite({ database: open(), tablePrefix });
      const connect = async () => {
        const context = storeContext(sqlite({ database: open(), tablePrefix }));
        return sqlStore({ ...context, clock: () => clock.now() });
      };
      return {
        store: await connect(),
        now: () => clock.now(),
        advance: (ms) => clock.advance(ms),
        reopen: connect,
        close: async () => undefined,
      };
    },
    has: ['second-instance', 'job-list', 'claim-list'],
  });

  test('a locked row is waited for, and an existing row is reported', async () => {
    const [one, other] = [open(), open()];
    one.exec('create table things (id integer primary key) strict');
    const { driver } = sqlite({ database: other });
    const insert = (id: number) =>
      driver.transaction((session) => session.run(sql('insert into things (id) values (?)', [id])));
    const faultOf = async (id: number) => driver.faultOf(await insert(id).catch((error: unknown) => error));
    await insert(1);
    expect(await faultOf(1)).toBe('duplicate');
    one.exec('begin immediate');
    expect(await faultOf(2)).toBe('retry');
    one.exec('rollback');
  });
});
