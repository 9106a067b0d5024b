/** MySQL 8, and MariaDB 10.6 and later. */
import { consoleLogger } from '@org/approval-core';
import { type Checks, checkOptions } from '@org/approval-internal/options';
import { mysql as dialect } from '../dialects/mysql.js';
import { type MysqlConnection, type MysqlPool, joinedMysqlDriver, mysqlDriver } from '../drivers/mysql2.js';
import { deadlines, logger, ofDriver, tableName } from '../options.js';
import { hasCommitProcedure, makeCommitProcedure } from '../schema/routines.js';
import { NO_DEADLINES } from '../sql/deadline.js';
import { type Driver, type Session, theRow } from '../sql/driver.js';
import { read } from '../sql/retry.js';
import { sql } from '../sql/dialect.js';
import { type Database, type RemoteOptions, type ServerFacts, deadlinesOf } from './database.js';

/** Location of a store's tables on MySQL or MariaDB. */
export interface MysqlOptions extends RemoteOptions {
  /** A pool of `mysql2/promise`. The host owns it and ends it. */
  readonly pool: MysqlPool;
}

const CHECKS: Checks<MysqlOptions> = {
  pool: ofDriver('a pool of `mysql2/promise`', 'getConnection', 'execute'),
  tablePrefix: tableName,
  logger,
  ...deadlines,
};

/**
 * A MySQL or MariaDB database.
 *
 * @throws TypeError that names every option that is wrong.
 */
export function mysql(options: MysqlOptions): Database<MysqlConnection> {
  checkOptions('mysql', options, CHECKS);
  const driver = mysqlDriver(options.pool, deadlinesOf(options));
  const patient = mysqlDriver(options.pool, NO_DEADLINES);
  return {
    dialect,
    driver,
    schema: undefined,
    tablePrefix: options.tablePrefix,
    check,
    migrating: (table, migrate) => migrating(patient, table, migrate),
    joining: joinedMysqlDriver,
    procedure: {
      make: async (session, names) =>
        (await isMariadb(session)) ? makeCommitProcedure(session, names) : null,
      isThere: hasCommitProcedure,
    },
    logger: options.logger ?? consoleLogger,
  };
}

/** MySQL commits statement by statement: the procedure is not tested there. */
async function isMariadb(session: Session): Promise<boolean> {
  const { version } = theRow(await session.run(sql<{ version: string }>('select version() as version')));
  return /mariadb/i.test(version);
}

const LOCK_WAIT_S = 60;

/**
 * Table definitions have no transaction here: uses a named lock (its name is hashed to fit) and
 * repeatable statements.
 */
async function migrating(
  driver: Driver,
  table: string,
  migrate: (session: Session) => Promise<void>,
): Promise<void> {
  const name = `sha1(concat(database(), '.${table}'))`;
  await read(driver, async (session) => {
    const lock = sql<{ got: number | null; place: string | null }>(
      `select get_lock(${name}, ${LOCK_WAIT_S}) as got, database() as place`,
    );
    const { got, place } = theRow(await session.run(lock));
    if (place === null)
      throw new Error('the connection has no database: name one, as in mysql://user@host:3306/approvals');
    if (got === 0) throw new Error(`another process has been migrating for ${LOCK_WAIT_S} s`);
    if (got !== 1) throw new Error('the server refused the lock of the migration; try again');
    try {
      await migrate(session);
    } finally {
      await session.run(sql(`select release_lock(${name}) as gave`));
    }
  });
}

interface ServerRow {
  readonly version: string;
  readonly mode: string | null;
  readonly charset: string;
  readonly autocommits: number;
  readonly binlog: string;
  readonly logs: number;
  readonly replica: number;
  readonly durability: number;
  readonly synced: number;
}

async function check(session: Session): Promise<ServerFacts> {
  const found = await session.run(
    sql<ServerRow>(`select version() as version, @@sql_mode as mode, @@character_set_connection as charset,
      @@autocommit as autocommits,
      @@global.binlog_format as binlog, @@global.log_bin as logs, @@global.read_only as replica,
      @@global.innodb_flush_log_at_trx_commit as durability, @@global.sync_binlog as synced`),
  );
  const { version, mode, charset, autocommits, binlog, logs, replica, durability, synced } = theRow(found);
  checkVersion(version);
  if (!/STRICT_(TRANS|ALL)_TABLES/.test(mode ?? '')) {
    throw new Error(
      `sql_mode is "${mode ?? ''}": without STRICT_ALL_TABLES the server truncates values; set it`,
    );
  }
  if (charset !== 'utf8mb4')
    throw new Error(`the connection uses ${charset}; set charset: 'utf8mb4' on the pool`);
  if (autocommits !== 1)
    throw new Error(
      'autocommit is 0 on the connections of the pool: set it to 1, since reads would repeat the first snapshot',
    );
  if (logs === 1 && binlog === 'STATEMENT') {
    throw new Error(
      'binlog_format is STATEMENT, which does not work with READ COMMITTED; set it to ROW or MIXED',
    );
  }
  if (replica === 1) throw new Error('the server is read-only: the store needs the primary');
  if (durability !== 1) {
    throw new Error(
      `innodb_flush_log_at_trx_commit is ${durability}: acknowledged decisions could be lost; set it to 1`,
    );
  }
  return {
    locksAreLocal: await isGalera(session),
    warnings:
      logs === 1 && synced !== 1
        ? [
            `sync_binlog is ${synced}: a crash of the machine can lose the log that replicas and the server recover from; set it to 1`,
          ]
        : [],
  };
}

/** A server without Galera has no such variable. */
async function isGalera(session: Session): Promise<boolean> {
  const { rows } = await session.run(sql<{ Value: string }>("show global variables like 'wsrep_on'"));
  return rows.some(({ Value }) => Value === 'ON' || Value === '1');
}

function checkVersion(version: string): void {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)\.\d+/.exec(version.replace(/^5\.5\.5-/, '')) ?? [];
  const [wanted, name] = /mariadb/i.test(version) ? [10.06, 'MariaDB 10.6'] : [8, 'MySQL 8'];
  if (Number(major) + Number(minor) / 100 < wanted)
    throw new Error(`${name} or later is required, not ${version}`);
}
