/** The stores of approvals, each on connections of the host. */
import type { ApprovalStore } from '@org/approval-core';
import type { Database } from './databases/database.js';
import { type MysqlOptions, mysql } from './databases/mysql.js';
import { type PostgresOptions, postgres } from './databases/postgres.js';
import { type SqliteOptions, sqlite } from './databases/sqlite.js';
import type { MysqlConnection } from './drivers/mysql2.js';
import type { PgClient } from './drivers/pg.js';
import type { SqliteDatabase } from './drivers/sqlite.js';
import { applyMigrations, checkSchema, migrateIfNeeded } from './schema/migrate.js';
import { MIGRATIONS } from './schema/migrations.js';
import { DEFAULT_PREFIX, tableNames } from './schema/names.js';
import { read } from './sql/retry.js';
import type { StoreContext } from './store/context.js';
import { sqlStore } from './store/store.js';

/** A store on a database; `Tx` is a connection of its driver. */
export interface SqlStore<Tx> extends ApprovalStore<Tx> {
  /**
   * Returns the same store on a connection with an open transaction of the host: commits become
   * durable with the host's own writes, or not at all. Each call is a savepoint, so a conflict
   * leaves the transaction as it was. On MySQL the transaction must be READ COMMITTED. The host
   * retries after a deadlock, from the start.
   * @throws ApprovalError FAILED_PRECONDITION for what is not an open transaction; where only the
   *   server knows, the
   *   store's own methods throw it.
   */
  readonly inTransaction: (transaction: Tx) => ApprovalStore;
}

export const storeContext = ({
  dialect,
  driver,
  tablePrefix = DEFAULT_PREFIX,
  schema,
}: Pick<Database, 'dialect' | 'driver' | 'tablePrefix' | 'schema'>): StoreContext => ({
  dialect,
  driver,
  names: tableNames(tablePrefix, schema),
});

/**
 * Creates the tables, or updates them. Several processes may call it at once: one does it, the
 * others wait.
 */
export async function migrateStore(database: Database): Promise<void> {
  const context = storeContext(database);
  await migrateIfNeeded(context, MIGRATIONS, () =>
    database.migrating(context.names.schema_migrations, (session) =>
      applyMigrations(context, session, MIGRATIONS),
    ),
  );
  const { procedure } = database;
  if (procedure === null) return;
  const refusal = await read(context.driver, (session) => procedure.make(session, context.names));
  if (refusal !== null)
    database.logger.warn(`each commit takes about 10 round trips instead of 1: ${refusal}`);
}

/** The context, with the procedure of the database where one exists. */
export const withProcedure = async (
  context: StoreContext,
  { procedure }: Pick<Database, 'procedure'>,
): Promise<StoreContext> =>
  procedure === null
    ? context
    : { ...context, hasProcedure: await read(context.driver, (it) => procedure.isThere(it, context.names)) };

/**
 * Creates a store on this database.
 * @throws Error that says what is wrong with the database.
 */
export async function createStore<Tx>(database: Database<Tx>): Promise<SqlStore<Tx>> {
  const plain = storeContext(database);
  const { warnings, locksAreLocal } = await read(plain.driver, database.check);
  for (const warning of warnings) database.logger.warn(warning);
  await read(plain.driver, (session) => checkSchema(plain, session, MIGRATIONS));
  const context = await withProcedure(plain, database);
  return {
    ...sqlStore({ ...context, locksAreLocal }),
    inTransaction: (transaction) =>
      sqlStore({ ...context, locksAreLocal, driver: database.joining(transaction) }),
  };
}

/**
 * Creates a store on PostgreSQL, with a `pg` pool of the host: `createStore(postgres(options))`.
 * The tables must exist: `migratePostgres` creates them.
 *
 * @throws Error that says what is wrong with the database.
 * @example
 * ```ts
 * import { type ApprovalEngine, createApprovalEngine } from '@org/approval-core';
 * import { createPostgresStore, migratePostgres } from '@org/approval-store-sql';
 * import pg from 'pg';
 *
 * export async function startApprovals(connectionString: string): Promise<ApprovalEngine> {
 *   const pool = new pg.Pool({ connectionString, max: 10 });
 *   pool.on('error', (error) => console.error('an idle connection broke', error));
 *   await migratePostgres({ pool });
 *   return createApprovalEngine({ store: await createPostgresStore({ pool }) });
 * }
 * ```
 */
export const createPostgresStore = async (options: PostgresOptions): Promise<SqlStore<PgClient>> =>
  createStore(postgres(options));
/** `migrateStore(postgres(options))`. */
export const migratePostgres = async (options: PostgresOptions): Promise<void> =>
  migrateStore(postgres(options));

/**
 * Creates a store on MySQL or MariaDB, with a `mysql2` pool of the host:
 * `createStore(mysql(options))`. The tables must exist: `migrateMysql` creates them.
 *
 * @throws Error that says what is wrong with the database.
 */
export const createMysqlStore = async (options: MysqlOptions): Promise<SqlStore<MysqlConnection>> =>
  createStore(mysql(options));
/** `migrateStore(mysql(options))`. */
export const migrateMysql = async (options: MysqlOptions): Promise<void> => migrateStore(mysql(options));

/**
 * Creates a store on SQLite, with an open database of the host: `createStore(sqlite(options))`. The
 * tables must exist: `migrateSqlite` creates them.
 *
 * @throws Error that says what is wrong with the database.
 * @example
 * ```ts
 * import { createApprovalEngine } from '@org/approval-core';
 * import { createSqliteStore, migrateSqlite } from '@org/approval-store-sql';
 * import Database from 'libsql';
 *
 * const database = new Database(':memory:'); // or the path of a file
 * await migrateSqlite({ database });
 * const engine = createApprovalEngine({ store: await createSqliteStore({ database }) });
 * console.log((await engine.definitions.list()).items); // → []
 * await engine.stop();
 * ```
 */
export const createSqliteStore = async (options: SqliteOptions): Promise<SqlStore<SqliteDatabase>> =>
  createStore(sqlite(options));
/** `migrateStore(sqlite(options))`. */
export const migrateSqlite = async (options: SqliteOptions): Promise<void> => migrateStore(sqlite(options));
