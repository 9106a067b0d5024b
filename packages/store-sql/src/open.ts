/** `@org/approval-store-sql/open`: a store from a URL, with a pool of its own. */
import { closedOnFailure, connect } from './connect.js';
import { DEFAULT_PREFIX } from './schema/names.js';
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
export async function openStore(
  url: string,
  { connections, tablePrefix = DEFAULT_PREFIX, migrate = true }: OpenOptions = {},
): Promise<OpenedStore> {
  const connected = await connect(url, connections);
  return closedOnFailure<OpenedStore['store']>(connected, async () => {
    switch (connected.kind) {
      case 'sqlite': {
        const options = { database: connected.database, tablePrefix };
        if (migrate) await migrateSqlite(options);
        return createSqliteStore(options);
      }
      case 'postgres': {
        const options = { pool: connected.pool, tablePrefix };
        if (migrate) await migratePostgres(options);
        return createPostgresStore(options);
      }
      case 'mysql': {
        const options = { pool: connected.pool, tablePrefix };
        if (migrate) await migrateMysql(options);
        return createMysqlStore(options);
      }
    }
  });
}
