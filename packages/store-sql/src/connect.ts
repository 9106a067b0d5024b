/** Databases from a URL; each driver is imported when it is needed. */
import { consoleLogger } from '@org/approval-core';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseUrl } from '@org/approval-internal/parse-url';
import { type Checks, checkOptions, must, optional, truth } from '@org/approval-internal/options';
import { type Database, type RemoteOptions, deadlinesOf } from './databases/database.js';
import { mysql } from './databases/mysql.js';
import { postgres } from './databases/postgres.js';
import { sqlite, sqliteInThread } from './databases/sqlite.js';
import { errorParts } from './drivers/error-parts.js';
import { OWN_PREPARATIONS, type SqliteDatabase } from './drivers/sqlite.js';
import { NoThreadError, type SqliteLibrary, startSqliteThread } from './drivers/sqlite-thread.js';
import { deadlines, logger, tableName } from './options.js';

/** A store with its own pool. */
export interface Opened<S> {
  readonly store: S;
  /** Ends the connections. */
  readonly close: () => Promise<void>;
}

/** SQLite has no network, so it ignores the deadlines. */
export interface ConnectOptions extends RemoteOptions {
  /** Connections of the pool, 1 to 1,000; 10 by default. SQLite has one. */
  readonly connections?: number | undefined;
  /**
   * On PostgreSQL: prepares statements by name (see `PostgresOptions`); true by default unless a
   * pooler is detected.
   */
  readonly preparedStatements?: boolean | undefined;
  /** Makes or updates the tables first; true by default. */
  readonly migrate?: boolean | undefined;
  /**
   * Library that opens a SQLite file: `libsql` if it is installed, else the quicker `node:sqlite`,
   * which Node.js has from 22.13 on. Everything else in this process that opens the same file must
   * use the same library: two copies of SQLite in one process do not see each other's locks.
   */
  readonly sqliteLibrary?: SqliteLibrary | undefined;
}

const MAX_CONNECTIONS = 1_000;

const CHECKS: Checks<ConnectOptions> = {
  connections: optional(
    must(
      `a whole number from 1 to ${MAX_CONNECTIONS}`,
      (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_CONNECTIONS,
    ),
  ),
  tablePrefix: tableName,
  migrate: optional(truth),
  preparedStatements: optional(truth),
  sqliteLibrary: optional(
    must('"libsql" or "node:sqlite"', (value) => value === 'libsql' || value === 'node:sqlite'),
  ),
  logger,
  ...deadlines,
};

/** The `migrate…` and `create…` functions of a store. */
interface StoreKind<S> {
  readonly migrate: (database: Database) => Promise<void>;
  readonly create: (database: Database) => Promise<S>;
}

/**
 * Connects, migrates unless `migrate` is false, and creates the store; a failure leaves no
 * connection open. `what` is the name of the called function.
 */
export async function opened<S>(
  what: string,
  url: string,
  options: ConnectOptions,
  { migrate, create }: StoreKind<S>,
): Promise<Opened<S>> {
  checkOptions(what, options, CHECKS);
  const { database, close } = await connect(what, url, options);
  try {
    if (options.migrate !== false) await migrate(database);
    return { store: await create(database), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Connected {
  readonly database: Database;
  readonly close: () => Promise<void>;
}

/** @throws TypeError when the URL is of no database that we know. */
async function connect(what: string, url: string, options: ConnectOptions): Promise<Connected> {
  // Callers without TypeScript may omit it.
  if (typeof url !== 'string') throw new TypeError(`${what}: the URL must be a string, not ${typeof url}`);
  const [, scheme = ''] = /^([a-z]+):/.exec(url) ?? [];
  const opener = OPENERS.get(scheme);
  if (opener === undefined) {
    const given = scheme === '' ? 'this' : `${scheme}:…`;
    throw new TypeError(`${what}: a store is sqlite:FILE, postgres://… or mysql://…, not ${given}`);
  }
  return opener(what, url, options);
}

type Opener = (what: string, url: string, options: ConnectOptions) => Promise<Connected>;

// Each import is in a `try`: bundlers then treat a driver that is not installed as optional.

const openSqlite: Opener = async (what, url, { tablePrefix, logger = consoleLogger, sqliteLibrary }) => {
  const file = url.slice('sqlite:'.length);
  // SQLite would open a temporary database, which loses acknowledged data when the process ends.
  if (file === '')
    throw new TypeError(
      `${what}: "sqlite:" names no file; use sqlite:FILE, or sqlite::memory: for data that may end with the process`,
    );
  checkFile(what, file);
  const options = { tablePrefix, logger };
  try {
    if (!isInMemory(file)) {
      const thread = await startSqliteThread({ file, library: sqliteLibrary, prepare: OWN_PREPARATIONS });
      return { database: sqliteInThread(thread, options), close: thread.close };
    }
  } catch (error) {
    if (!(error instanceof NoThreadError)) throw explained(error, 'libsql');
    logger.warn(
      `SQLite runs on the event loop, which waits for the disk, because its thread could not be started: ${error.message}. In a bundle, leave @org/approval-store-sql outside, or put its sqlite-worker.mjs beside`,
    );
  }
  const database = await openInProcess(file, sqliteLibrary);
  return { database: sqlite({ database, ...options }), close: async () => void database.close() };
};

/**
 * Other tools write SQLite URLs differently. Taken literally they name another file, which is
 * noticed only when data is missing.
 * @throws TypeError, or Error where the folder is missing.
 */
function checkFile(what: string, file: string): void {
  if (file.startsWith('//')) {
    throw new TypeError(
      `${what}: "sqlite:${file}" is ambiguous; use sqlite:${file.replace(/^\/+/, '')} for a file in the working directory, or sqlite:/${file.replace(/^\/+/, '')} for one in the root`,
    );
  }
  if (isInMemory(file) || file.startsWith('file:')) return;
  if (file.includes('?'))
    throw new TypeError(
      `${what}: options after "?" are not supported; use sqlite:${file.split('?')[0] ?? ''}`,
    );
  const folder = dirname(file);
  if (!existsSync(folder)) throw new Error(`${what}: the folder "${folder}" does not exist: create it first`);
}

/** An in-memory database ends with its connection, so a thread does not pay off. */
const isInMemory = (file: string): boolean => file.includes(':memory:') || file.includes('mode=memory');

type InProcess = SqliteDatabase & { readonly close: () => unknown };

const openInProcess = async (file: string, library: SqliteLibrary | undefined): Promise<InProcess> => {
  try {
    if (library === 'node:sqlite') return await openOfNode(file);
    const { default: Database } = await import('libsql');
    return new Database(file);
  } catch (error) {
    const fault = explained(error, 'libsql');
    if (fault === error || library !== undefined) throw fault;
    return openOfNode(file).catch(() => {
      throw fault;
    });
  }
};

async function openOfNode(file: string): Promise<InProcess> {
  // The oldest supported Node.js has no types for it.
  const name: string = 'node:sqlite';
  const { DatabaseSync } = (await import(name)) as { DatabaseSync: new (file: string) => InProcess };
  return new DatabaseSync(file);
}

/** Prisma and others name the schema in the URL; `pg` ignores it. */
const schemaIn = (url: string): string | undefined => parseUrl(url)?.searchParams.get('schema') ?? undefined;

const openPostgres: Opener = async (_what, url, { connections = 10, migrate: _, ...options }) => {
  try {
    const { default: pg } = await import('pg');
    const pool = new pg.Pool({
      connectionString: url,
      max: connections,
      keepAlive: true,
      connectionTimeoutMillis: deadlinesOf(options).statementTimeoutMs,
    });
    // An idle connection that the server ends is replaced when it is needed.
    pool.on('error', () => undefined);
    return { database: postgres({ pool, schema: schemaIn(url), ...options }), close: () => pool.end() };
  } catch (error) {
    throw explained(error, 'pg');
  }
};

const openMysql: Opener = async (
  _what,
  url,
  { connections = 10, migrate: _, preparedStatements: __, ...options },
) => {
  try {
    const { default: mysql2 } = await import('mysql2/promise');
    const pool = mysql2.createPool({
      uri: url.replace(/^mariadb:/, 'mysql:'),
      connectionLimit: connections,
      charset: 'utf8mb4',
      enableKeepAlive: true,
      connectTimeout: deadlinesOf(options).statementTimeoutMs,
      // The server limits all connections together to 16,382.
      maxPreparedStatements: 256,
    });
    return { database: mysql({ pool, ...options }), close: () => pool.end() };
  } catch (error) {
    throw explained(error, 'mysql2');
  }
};

const OPENERS: ReadonlyMap<string, Opener> = new Map([
  ['sqlite', openSqlite],
  ['postgres', openPostgres],
  ['postgresql', openPostgres],
  ['mysql', openMysql],
  ['mariadb', openMysql],
]);

/** Returns the error, or one that says what to install if the driver is missing. */
function explained(error: unknown, driver: string): unknown {
  const { code, message } = errorParts(error);
  const isMissing = /^(ERR_)?MODULE_NOT_FOUND$/.test(code) && new RegExp(`['"]${driver}['"/]`).test(message);
  if (!isMissing) return error;
  return new Error(`the driver "${driver}" is not installed: npm install ${driver}`, { cause: error });
}
