/** Transaction in which a host writes its own rows with a change. */
/** The transaction of a commit, as the host sees it. */
export interface HostTransaction {
  /** SQL dialect of the database. */
  readonly dialect: 'sqlite' | 'postgres' | 'mysql';
  /** Runs a statement with a `?` for each parameter and returns its rows, if any. */
  readonly query: (sql: string, params?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
  /** The driver's own connection (`pg`, `mysql2/promise`), for query builders; null on SQLite. */
  readonly client: unknown;
}
