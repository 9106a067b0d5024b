/** Connections from a URL, by drivers that are looked for when they are needed. */
import type { MysqlPool } from './drivers/mysql2.js';
import type { PgPool } from './drivers/pg.js';
import type { SqliteDatabase } from './drivers/sqlite.js';

/** What `create…` is given, and `close`, which ends the connections. */
export type Connected = { readonly close: () => Promise<void> } & (
  | { readonly kind: 'sqlite'; readonly database: SqliteDatabase }
  | { readonly kind: 'postgres'; readonly pool: PgPool }
  | { readonly kind: 'mysql'; readonly pool: MysqlPool }
);

/** @throws TypeError when the URL is of no database that we know. */
export async function connect(url: string, connections = 10): Promise<Connected> {
  const [, scheme = ''] = /^([a-z]+):/.exec(url) ?? [];
  const opener = OPENERS[scheme];
  if (opener === undefined) {
    throw new TypeError(
      `a store is sqlite:FILE, postgres://… or mysql://…, not ${scheme === '' ? 'this' : `${scheme}:…`}`,
    );
  }
  return opener(url, connections);
}

type Opener = (url: string, connections: number) => Promise<Connected>;

const openSqlite: Opener = async (url) => {
  const { default: Database } = await import('libsql');
  const database = new Database(url.slice('sqlite:'.length));
  return { kind: 'sqlite', database, close: async () => void database.close() };
};

const openPostgres: Opener = async (url, connections) => {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url, max: connections });
  // An idle connection that the server ends is replaced when it is needed.
  pool.on('error', () => undefined);
  return { kind: 'postgres', pool, close: () => pool.end() };
};

const openMysql: Opener = async (url, connections) => {
  const { default: mysql } = await import('mysql2/promise');
  const pool = mysql.createPool({
    uri: url.replace(/^mariadb:/, 'mysql:'),
    connectionLimit: connections,
    charset: 'utf8mb4',
    // The server has room for 16,382, of all connections together.
    maxPreparedStatements: 256,
  });
  return { kind: 'mysql', pool, close: () => pool.end() };
};

const OPENERS: Readonly<Record<string, Opener>> = {
  sqlite: openSqlite,
  postgres: openPostgres,
  postgresql: openPostgres,
  mysql: openMysql,
  mariadb: openMysql,
};

/** What `create` makes; if it fails, the connections are ended. */
export async function closedOnFailure<T>(
  { close }: Connected,
  create: () => Promise<T>,
): Promise<{ readonly store: T; readonly close: () => Promise<void> }> {
  try {
    return { store: await create(), close };
  } catch (error) {
    await close();
    throw error;
  }
}
