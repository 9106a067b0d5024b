/** Where a host writes its own rows together with a change. */
import type { Change } from './executions.js';

/** The transaction of a commit, as the host sees it. */
export interface HostTransaction {
  readonly dialect: 'sqlite' | 'postgres' | 'mysql';
  /** Runs a statement with `?` for each parameter and returns its rows; none for one that returns none. */
  readonly query: (sql: string, params?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
  /** The driver's own connection (`pg`, `mysql2/promise`), for query builders; null on SQLite. */
  readonly client: unknown;
}

/** Called in the transaction of each change, after what the store writes; what it throws undoes that change alone. */
export type CommitHook = (change: Change, transaction: HostTransaction) => Promise<void>;
