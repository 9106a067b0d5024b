/** Stores under test, each on tables of its own. */
import { VirtualClock, type StoreUnderTest } from '@org/approval-testkit';
import Database from 'libsql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteContext, migrateSqlite } from '../sqlite.js';
import { sqlStore } from '../store/store.js';

/** A database file that goes with the test. */
export function sqliteFile(): { file: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'approval-store-'));
  return { file: join(folder, 'approvals.db'), remove: () => rmSync(folder, { recursive: true }) };
}

export async function openSqlite(): Promise<StoreUnderTest> {
  const { file, remove } = sqliteFile();
  const clock = new VirtualClock();
  const opened: Database.Database[] = [];
  const connect = () => {
    const database = new Database(file);
    opened.push(database);
    return sqliteContext({ database });
  };
  const context = connect();
  await migrateSqlite({ database: opened[0] as Database.Database });
  const on = (it: typeof context) => sqlStore({ ...it, clock: () => clock.now() });
  return {
    store: on(context),
    now: () => clock.now(),
    advance: (ms) => clock.advance(ms),
    reopen: async () => on(connect()),
    close: async () => {
      for (const database of opened) database.close();
      remove();
    },
  };
}
