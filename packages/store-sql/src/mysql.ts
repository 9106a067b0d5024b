/** A store on MySQL 8 or MariaDB 10.6 and newer. */
import type { ApprovalStore } from '@org/approval-core';
import { mysql } from './dialects/mysql.js';
import { type MysqlConnection, type MysqlPool, hostedMysqlDriver, mysqlDriver } from './drivers/mysql2.js';
import { applyMigrations, checkSchema } from './schema/migrate.js';
import { MIGRATIONS } from './schema/migrations.js';
import { DEFAULT_PREFIX, tableNames } from './schema/names.js';
import type { Driver, Session } from './sql/driver.js';
import { read } from './sql/retry.js';
import { sql } from './sql/statements.js';
import type { StoreContext } from './store/context.js';
import { sqlStore } from './store/store.js';
import type { SqlStore } from './sql-store.js';

export interface MysqlOptions {
  /** A pool of `mysql2/promise`; it stays the host's, who ends it. */
  readonly pool: MysqlPool;
  /** In front of each table's name; `approval_` by default. */
  readonly tablePrefix?: string;
}

const LOCK_WAIT_S = 60;

/** Makes the tables, or brings them up to date. Several processes may call it at once: one does it, the others wait. */
export async function migrateMysql(options: MysqlOptions): Promise<void> {
  const context = mysqlContext(options);
  const { driver, names } = context;
  await migratingMysql(driver, names.schema_migrations, (session) =>
    applyMigrations(context, session, MIGRATIONS),
  );
}

/** One process at a time, `name` being that of the table of migrations. */
export async function migratingMysql(
  driver: Driver,
  name: string,
  migrate: (session: Session) => Promise<void>,
): Promise<void> {
  // There is no transaction around the definition of tables: a named lock (names are short, hence the hash), and statements that bear repetition.
  await read(driver, async (session) => {
    const { rows } = await session.run(
      sql(`select get_lock(sha1(concat(database(), '.${name}')), ${LOCK_WAIT_S}) as got`),
    );
    if (rows[0]?.['got'] !== 1) throw new Error(`another process has been migrating for ${LOCK_WAIT_S} s`);
    try {
      await migrate(session);
    } finally {
      await session.run(sql(`select release_lock(sha1(concat(database(), '.${name}'))) as gave`));
    }
  });
}

/** @throws Error that says what is wrong with the database. */
export async function createMysqlStore(options: MysqlOptions): Promise<SqlStore<MysqlConnection>> {
  const context = mysqlContext(options);
  await read(context.driver, checkMysql);
  await read(context.driver, (session) => checkSchema(context, session, MIGRATIONS));
  return {
    ...sqlStore(context),
    inTransaction: (connection): ApprovalStore =>
      sqlStore({ ...context, driver: hostedMysqlDriver(connection) }),
  };
}

export const mysqlContext = ({ pool, tablePrefix = DEFAULT_PREFIX }: MysqlOptions): StoreContext => ({
  dialect: mysql,
  names: tableNames(tablePrefix),
  driver: mysqlDriver(pool),
});

export async function checkMysql(session: Session): Promise<void> {
  const { rows } = await session.run(
    sql(`select version() as version, @@sql_mode as mode, @@character_set_connection as charset,
      @@global.binlog_format as binlog, @@global.log_bin as logs, @@global.read_only as replica,
      @@global.innodb_flush_log_at_trx_commit as durability`),
  );
  const { version, mode, charset, binlog, logs, replica, durability } = rows[0] ?? {};
  checkVersion(String(version));
  if (!/STRICT_(TRANS|ALL)_TABLES/.test(String(mode))) {
    throw new Error(
      `sql_mode is "${mode ?? ''}": without STRICT_ALL_TABLES the server cuts off what does not fit`,
    );
  }
  if (charset !== 'utf8mb4')
    throw new Error(`the connection speaks ${charset ?? ''}: set charset: 'utf8mb4' on the pool`);
  if (logs === 1 && binlog === 'STATEMENT') {
    throw new Error(
      'binlog_format is STATEMENT, which does not go with READ COMMITTED: set it to ROW or MIXED',
    );
  }
  if (replica === 1) throw new Error('the server is read-only: the store needs the primary');
  if (durability !== 1) {
    throw new Error(
      `innodb_flush_log_at_trx_commit is ${durability ?? ''}: decisions that were acknowledged could be lost; set it to 1`,
    );
  }
}

function checkVersion(version: string): void {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)\.\d+/.exec(version.replace(/^5\.5\.5-/, '')) ?? [];
  const [wanted, name] = /mariadb/i.test(version) ? [10.06, 'MariaDB 10.6'] : [8, 'MySQL 8'];
  if (Number(major) + Number(minor) / 100 < wanted)
    throw new Error(`${name} or newer is needed, not ${version}`);
}
