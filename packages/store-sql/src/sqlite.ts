/** A store on SQLite: one file, for one machine. */
import type { ApprovalStore } from '@org/approval-core';
import { sqlite } from './dialects/sqlite.js';
import { type SqliteDatabase, hostedSqliteDriver, sqliteDriver } from './drivers/sqlite.js';
import { applyMigrations, checkSchema } from './schema/migrate.js';
import { MIGRATIONS } from './schema/migrations.js';
import { DEFAULT_PREFIX, tableNames } from './schema/names.js';
import { read, transact } from './sql/retry.js';
import type { StoreContext } from './store/context.js';
import { sqlStore } from './store/store.js';
import type { SqlStore } from './sql-store.js';

export interface SqliteOptions {
  /** An open database of better-sqlite3 or libsql, for this store alone: transactions of others would mix with ours. */
  readonly database: SqliteDatabase;
  /** In front of each table's name; `approval_` by default. */
  readonly tablePrefix?: string;
}

/** Makes the tables, or brings them up to date. Several processes may call it at once. */
export async function migrateSqlite(options: SqliteOptions): Promise<void> {
  const context = sqliteContext(options);
  await transact(context.driver, (session) => applyMigrations(context, session, MIGRATIONS));
}

/** @throws Error that says what is wrong with the database. */
export async function createSqliteStore(options: SqliteOptions): Promise<SqlStore<SqliteDatabase>> {
  const context = sqliteContext(options);
  await read(context.driver, (session) => checkSchema(context, session, MIGRATIONS));
  return {
    ...sqlStore(context),
    inTransaction: (database): ApprovalStore =>
      sqlStore({ ...context, driver: hostedSqliteDriver(database) }),
  };
}

export const sqliteContext = ({ database, tablePrefix = DEFAULT_PREFIX }: SqliteOptions): StoreContext => ({
  dialect: sqlite,
  names: tableNames(tablePrefix),
  driver: sqliteDriver(database),
});
