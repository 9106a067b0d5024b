/** `@org/approval-store-sql/open`: a store from a URL, with a pool of its own. */
import type { SqlStore } from './sql-store.js';
import { type SqliteDatabase, createSqliteStore, migrateSqlite } from './index.js';
import { type MysqlConnection, createMysqlStore, migrateMysql } from './index.js';
import { type PgClient, createPostgresStore, migratePostgres } from './index.js';

export interface OpenOptions {
  /** Connections of the pool; 10 by default. SQLite has one. */
  readonly connections?: number;
  /** In front of each table's name; `approval_` by default. */
  readonly tablePrefix?: string;
  /** Whether to make or update the tables first; true by default. */
  readonly migrate?: boolean;
}

export interface OpenedStore {
  readonly store: SqlStore<PgClient> | SqlStore<MysqlConnection> | SqlStore<SqliteDatabase>;
  /** Ends the connections. */
  readonly close: () => Promise<void>;
}

/**
 * Connects to `sqlite:FILE`, `postgres://…`, `mysql://…` or `mariadb://…`. The driver (`libsql`, `pg`, `mysql2`) must
 * be installed.
 */
export async function openStore(url: string, options: OpenOptions = {}): Promise<OpenedStore> {
  const [, scheme = ''] = /^([a-z]+):/.exec(url) ?? [];
  const open = OPENERS[scheme];
  if (open === undefined) {
    throw new TypeError(
      `a store is sqlite:FILE, postgres://… or mysql://…, not ${scheme === '' ? 'this' : `${scheme}:…`}`,
    );
  }
  return open(url, options);
}

type Opener = (url: string, options: OpenOptions) => Promise<OpenedStore>;

const openSqlite: Opener = async (url, { migrate = true, ...names }) => {
  const { default: Database } = await import('libsql');
  const database = new Database(url.slice('sqlite:'.length));
  const options = { database: database as SqliteDatabase, ...prefixOf(names) };
  return opened(
    migrate ? () => migrateSqlite(options) : null,
    () => createSqliteStore(options),
    async () => void database.close(),
  );
};

const openPostgres: Opener = async (url, { connections = 10, migrate = true, ...names }) => {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url, max: connections });
  // An idle connection that the server ends is replaced when it is needed.
  pool.on('error', () => undefined);
  const options = { pool, ...prefixOf(names) };
  return opened(
    migrate ? () => migratePostgres(options) : null,
    () => createPostgresStore(options),
    () => pool.end(),
  );
};

const openMysql: Opener = async (url, { connections = 10, migrate = true, ...names }) => {
  const { default: mysql } = await import('mysql2/promise');
  const pool = mysql.createPool({
    uri: url.replace(/^mariadb:/, 'mysql:'),
    connectionLimit: connections,
    charset: 'utf8mb4',
    // The server has room for 16,382, of all connections together.
    maxPreparedStatements: 256,
  });
  const options = { pool, ...prefixOf(names) };
  return opened(
    migrate ? () => migrateMysql(options) : null,
    () => createMysqlStore(options),
    () => pool.end(),
  );
};

const OPENERS: Readonly<Record<string, Opener>> = {
  sqlite: openSqlite,
  postgres: openPostgres,
  postgresql: openPostgres,
  mysql: openMysql,
  mariadb: openMysql,
};

const prefixOf = ({ tablePrefix }: OpenOptions): { tablePrefix?: string } =>
  tablePrefix === undefined ? {} : { tablePrefix };

async function opened(
  migrate: (() => Promise<void>) | null,
  create: () => Promise<OpenedStore['store']>,
  close: () => Promise<void>,
): Promise<OpenedStore> {
  try {
    await migrate?.();
    return { store: await create(), close };
  } catch (error) {
    await close();
    throw error;
  }
}
