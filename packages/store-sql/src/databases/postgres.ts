/** PostgreSQL 12 and later. */
import { consoleLogger } from '@org/approval-core';
import { type Checks, checkOptions, optional, truth } from '@org/approval-internal/options';
import { postgres as dialect } from '../dialects/postgres.js';
import { type PgClient, type PgPool, joinedPgDriver, pgDriver } from '../drivers/pg.js';
import { deadlines, logger, ofDriver, tableName } from '../options.js';
import { NO_DEADLINES } from '../sql/deadline.js';
import { type Session, theRow } from '../sql/driver.js';
import { transact } from '../sql/retry.js';
import { sql } from '../sql/dialect.js';
import { type Database, type RemoteOptions, type ServerFacts, deadlinesOf } from './database.js';

/** Location of a store's tables on PostgreSQL. */
export interface PostgresOptions extends RemoteOptions {
  /** A pool of `pg`. The host owns it and ends it. */
  readonly pool: PgPool;
  /** Schema of the tables; the connection's own schema by default. It must exist. */
  readonly schema?: string | undefined;
  /**
   * Prepares statements by name, which is faster. On by default where this process connects to the
   * server directly: behind a pooler such as PgBouncer in transaction mode each transaction may get
   * another session, without the prepared statements. Set true for a pooler that keeps them
   * (PgBouncer from 1.21 on); if it does not, the store stops naming statements.
   */
  readonly preparedStatements?: boolean | undefined;
}

const CHECKS: Checks<PostgresOptions> = {
  pool: ofDriver('a pool of `pg`', 'query', 'connect'),
  schema: tableName,
  tablePrefix: tableName,
  preparedStatements: optional(truth),
  logger,
  ...deadlines,
};

/**
 * A PostgreSQL database.
 *
 * @throws TypeError that names every option that is wrong.
 */
export function postgres(options: PostgresOptions): Database<PgClient> {
  checkOptions('postgres', options, CHECKS);
  const { preparedStatements } = options;
  const naming = { isOn: preparedStatements ?? true };
  const driver = pgDriver(options.pool, { deadlines: deadlinesOf(options), naming });
  const patient = pgDriver(options.pool, { deadlines: NO_DEADLINES, naming });
  return {
    dialect,
    driver,
    schema: options.schema,
    tablePrefix: options.tablePrefix,
    async check(session) {
      const { pid, ...facts } = await check(session);
      if (preparedStatements === undefined && isPooled(session, pid)) naming.isOn = false;
      return facts;
    },
    migrating: (_table, migrate) =>
      transact(patient, async (session) => {
        await session.run(sql('set local idle_in_transaction_session_timeout = 0'));
        await session.run(sql('set local lock_timeout = 0'));
        await session.run(sql('set local statement_timeout = 0'));
        await session.run(sql(`select 1 as locked from pg_catalog.pg_advisory_xact_lock(${MIGRATION_LOCK})`));
        await migrate(session);
      }),
    procedure: null,
    joining: (client) => joinedPgDriver(client, naming),
    logger: options.logger ?? consoleLogger,
  };
}

const OLDEST_VERSION = 120_000;
/** An arbitrary key that other software is unlikely to lock. */
const MIGRATION_LOCK = 1_819_239_273;

/**
 * True when a pooler provides the connection: the server process it reported is not the real one.
 */
function isPooled({ host }: Session, pid: number): boolean {
  const { processID } = (host?.client ?? {}) as Partial<PgClient>;
  return typeof processID === 'number' && processID !== pid;
}

const setting = (name: string): string => `pg_catalog.current_setting('${name}')`;

interface ServerRow {
  readonly pid: number;
  readonly version: number;
  readonly encoding: string;
  readonly replica: number;
  readonly durability: string;
  readonly fsync: string;
  readonly pages: string;
}

async function check(session: Session): Promise<ServerFacts & { readonly pid: number }> {
  const found = await session.run(
    sql<ServerRow>(`select ${setting('server_version_num')}::integer as version, ${setting('server_encoding')} as encoding,
      pg_catalog.pg_is_in_recovery()::integer as replica, ${setting('synchronous_commit')} as durability,
      ${setting('fsync')} as fsync, ${setting('full_page_writes')} as pages,
      pg_catalog.pg_backend_pid() as pid`),
  );
  const { version, encoding, replica, durability, fsync, pages, pid } = theRow(found);
  if (version < OLDEST_VERSION) throw new Error(`PostgreSQL 12 or later is required, not ${version}`);
  if (encoding !== 'UTF8') throw new Error(`the database must be encoded in UTF8, not ${encoding}`);
  if (replica === 1) throw new Error('this is a replica: the store needs the primary');
  if (durability === 'off') {
    throw new Error('synchronous_commit is off: acknowledged decisions could be lost; set it to on');
  }
  return {
    pid,
    locksAreLocal: false,
    warnings: [
      ...(fsync === 'off' ? ['fsync is off: a crash of the machine can lose everything; set it to on'] : []),
      ...(pages === 'off'
        ? ['full_page_writes is off: a crash of the machine can corrupt pages; set it to on']
        : []),
    ],
  };
}
