/** SQLite: one file, for one machine. */
import { consoleLogger } from '@org/approval-core';
import { type Checks, checkOptions } from '@org/approval-internal/options';
import { sqlite as dialect } from '../dialects/sqlite.js';
import { type SqliteDatabase, checkLibrary, joinedSqliteDriver, sqliteDriver } from '../drivers/sqlite.js';
import type { SqliteThread } from '../drivers/sqlite-thread.js';
import { threadedSqliteDriver } from '../drivers/sqlite-threaded.js';
import { logger, ofDriver, tableName } from '../options.js';
import { type Driver, type Session, theRow } from '../sql/driver.js';
import { transact } from '../sql/retry.js';
import { sql } from '../sql/dialect.js';
import type { Database, DatabaseOptions, ServerFacts } from './database.js';

/** Location of a store's tables on SQLite. */
export interface SqliteOptions extends DatabaseOptions {
  /**
   * An open database of better-sqlite3, libsql, `node:sqlite` or `bun:sqlite`, used by stores only:
   * other transactions would mix with theirs.
   */
  readonly database: SqliteDatabase;
}

const CHECKS: Checks<SqliteOptions> = {
  database: ofDriver(
    'an open database of better-sqlite3, libsql, node:sqlite or bun:sqlite',
    'prepare',
    'exec',
  ),
  tablePrefix: tableName,
  logger,
};

/**
 * A SQLite database.
 *
 * @throws TypeError that names every option that is wrong.
 */
export function sqlite(options: SqliteOptions): Database<SqliteDatabase> {
  checkOptions('sqlite', options, CHECKS);
  return databaseOn(sqliteDriver(options.database), options, (transaction) =>
    joinedSqliteDriver(transaction, options.database),
  );
}

/** A SQLite file that a thread owns, with checked options. */
export const sqliteInThread = (thread: SqliteThread, options: DatabaseOptions): Database<SqliteDatabase> =>
  databaseOn(threadedSqliteDriver(thread), options, (transaction) => {
    checkLibrary(transaction, thread.library);
    return joinedSqliteDriver(transaction, null);
  });

const databaseOn = (
  driver: Driver,
  { tablePrefix, logger = consoleLogger }: DatabaseOptions,
  joining: (transaction: SqliteDatabase) => Driver,
): Database<SqliteDatabase> => ({
  dialect,
  driver,
  schema: undefined,
  tablePrefix,
  check,
  migrating: (_table, migrate) => transact(driver, migrate),
  procedure: null,
  joining,
  logger,
});

interface FileRow {
  readonly file: string | null;
  readonly journal: string;
  readonly synchronous: number;
}

/** Reads the settings in effect: within a transaction of the host they cannot be set. */
async function check(session: Session): Promise<ServerFacts> {
  const found = await session.run(
    sql<FileRow>(`select (select file from pragma_database_list where name = 'main') as file,
      (select journal_mode from pragma_journal_mode) as journal,
      (select synchronous from pragma_synchronous) as synchronous`),
  );
  const { file, journal, synchronous } = theRow(found);
  // A database in memory gives no durability guarantee.
  if (file === null || file === '') return { warnings: [], locksAreLocal: false };
  const warnings = [
    ...(journal === 'off' || journal === 'memory'
      ? [`journal_mode is ${journal}: a crash can destroy the file; it must be wal or delete`]
      : []),
    ...(synchronous < FULL
      ? [`synchronous is ${synchronous}: a crash of the machine can lose decisions; it must be full`]
      : []),
  ];
  return { warnings, locksAreLocal: false };
}

const FULL = 2;
