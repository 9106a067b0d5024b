/** A store on PostgreSQL. */
import type { ApprovalStore } from '@org/approval-core';
import { postgres } from './dialects/postgres.js';
import { type PgClient, type PgPool, hostedPgDriver, pgDriver } from './drivers/pg.js';
import { applyMigrations, checkSchema } from './schema/migrate.js';
import { MIGRATIONS } from './schema/migrations.js';
import { DEFAULT_PREFIX, tableNames } from './schema/names.js';
import type { Driver, Session } from './sql/driver.js';
import { read, transact } from './sql/retry.js';
import { sql } from './sql/statements.js';
import type { StoreContext } from './store/context.js';
import { sqlStore } from './store/store.js';
import type { SqlStore } from './sql-store.js';

export interface PostgresOptions {
  /** A pool of `pg`; it stays the host's, who ends it. */
  readonly pool: PgPool;
  /** Where the tables are; the connection's own schema by default. It must exist. */
  readonly schema?: string;
  /** In front of each table's name; `approval_` by default. */
  readonly tablePrefix?: string;
}

const OLDEST_VERSION = 120_000;
/** Anything that nobody else is likely to lock. */
const MIGRATION_LOCK = 1_819_239_273;

/** Makes the tables, or brings them up to date. Several processes may call it at once: one does it, the others wait. */
export async function migratePostgres(options: PostgresOptions): Promise<void> {
  const context = postgresContext(options);
  await migratingPostgres(context.driver, (session) => applyMigrations(context, session, MIGRATIONS));
}

/** One process at a time. */
export const migratingPostgres = (
  driver: Driver,
  migrate: (session: Session) => Promise<void>,
): Promise<void> =>
  transact(driver, async (session) => {
    await session.run(sql('set local idle_in_transaction_session_timeout = 0'));
    await session.run(sql('set local lock_timeout = 0'));
    await session.run(sql(`select 1 as locked from pg_advisory_xact_lock(${MIGRATION_LOCK})`));
    await migrate(session);
  });

/** @throws Error that says what is wrong with the database. */
export async function createPostgresStore(options: PostgresOptions): Promise<SqlStore<PgClient>> {
  const context = postgresContext(options);
  await read(context.driver, checkPostgres);
  await read(context.driver, (session) => checkSchema(context, session, MIGRATIONS));
  return {
    ...sqlStore(context),
    inTransaction: (client): ApprovalStore => sqlStore({ ...context, driver: hostedPgDriver(client) }),
  };
}

export const postgresContext = ({
  pool,
  schema,
  tablePrefix = DEFAULT_PREFIX,
}: PostgresOptions): StoreContext => ({
  dialect: postgres,
  names: tableNames(tablePrefix, schema),
  driver: pgDriver(pool),
});

export async function checkPostgres(session: Session): Promise<void> {
  const { rows } = await session.run(
    sql(`select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding,
      pg_is_in_recovery()::integer as replica, current_setting('synchronous_commit') as durability`),
  );
  const { version, encoding, replica, durability } = rows[0] ?? {};
  if ((version as number) < OLDEST_VERSION)
    throw new Error(`PostgreSQL 12 or newer is needed, not ${version ?? ''}`);
  if (encoding !== 'UTF8') throw new Error(`the database must be encoded in UTF8, not ${encoding ?? ''}`);
  if (replica === 1) throw new Error('this is a replica: the store needs the primary');
  if (durability === 'off') {
    throw new Error(
      'synchronous_commit is off: decisions that were acknowledged could be lost; set it to on',
    );
  }
}
