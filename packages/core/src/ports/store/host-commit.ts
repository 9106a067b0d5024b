/** Where a host writes its own rows together with a change. */
/** The transaction of a commit, as the host sees it. */
export interface HostTransaction {
  /** What SQL the database speaks. */
  readonly dialect: 'sqlite' | 'postgres' | 'mysql';
  /** Runs a statement with `?` for each parameter and returns its rows; none for one that returns none. */
  readonly query: (sql: string, params?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
  /** The driver's own connection (`pg`, `mysql2/promise`), for query builders; null on SQLite. */
  readonly client: unknown;
}
