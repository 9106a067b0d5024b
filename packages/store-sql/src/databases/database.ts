/**
 * A database that stores are made on: its SQL dialect, its driver, and the checks before its use.
 */
import { type Duration, msOf } from '@org/approval-internal/duration';
import type { Logger } from '@org/approval-core';
import { DEFAULT_DEADLINES, type Deadlines } from '../sql/deadline.js';
import type { Names } from '../schema/names.js';
import type { Dialect } from '../sql/dialect.js';
import type { Driver, Session } from '../sql/driver.js';

/**
 * Made by `postgres`, `mysql` or `sqlite`; `Tx` is the type that identifies a transaction of the
 * host.
 */
export interface Database<Tx = never> {
  /** SQL of the database. */
  readonly dialect: Dialect;
  /** Access to the database. */
  readonly driver: Driver;
  /** Schema of the tables; undefined uses the connection's own schema. */
  readonly schema: string | undefined;
  /** Prefix of each table's name; undefined uses the default of each store. */
  readonly tablePrefix: string | undefined;
  /**
   * Checks the server and returns facts about it.
   * @throws Error that says what to change on a server where a guarantee would not hold.
   */
  readonly check: (session: Session) => Promise<ServerFacts>;
  /** Runs `migrate` in one process at a time; `table` is the table of migrations. */
  readonly migrating: (table: string, migrate: (session: Session) => Promise<void>) => Promise<void>;
  /** An optional part of the database that makes a store quicker; null where none exists. */
  readonly procedure: {
    /** Creates it, or returns why it cannot. */
    readonly make: (session: Session, names: Names) => Promise<string | null>;
    readonly isThere: (session: Session, names: Names) => Promise<boolean>;
  } | null;
  /**
   * Returns a driver inside a transaction of the host.
   * @throws ApprovalError FAILED_PRECONDITION for what is not an open transaction.
   */
  readonly joining: (transaction: Tx) => Driver;
  /** Logs settings that weaken a guarantee. */
  readonly logger: Logger;
}

/** Facts about a server that a store depends on. */
export interface ServerFacts {
  /** Settings that could lose acknowledged data, each with its fix. */
  readonly warnings: readonly string[];
  /** True when row locks hold on one server only, as on Galera. */
  readonly locksAreLocal: boolean;
}

/** Options of every database. */
export interface DatabaseOptions {
  /** Prefix of each table's name; `approval_` by default, and `comment_` for comment threads. */
  readonly tablePrefix?: string | undefined;
  /** Logs server settings that weaken a guarantee, at the start; the console by default. */
  readonly logger?: Logger | undefined;
}

/** Options of a database behind a network, which may stop responding. */
export interface RemoteOptions extends DatabaseOptions {
  /**
   * Longest wait for the result of one statement, or for a connection of the pool, in ms. Then the
   * connection is closed, and the call is retried or fails with UNAVAILABLE.
   * @defaultValue 15_000
   */
  readonly statementTimeoutMs?: Duration | undefined;
  /**
   * The same for a transaction as a whole.
   * @defaultValue 30_000
   */
  readonly transactionTimeoutMs?: Duration | undefined;
}

/** The given deadlines, or their defaults. */
export const deadlinesOf = ({
  statementTimeoutMs = DEFAULT_DEADLINES.statementTimeoutMs,
  transactionTimeoutMs = DEFAULT_DEADLINES.transactionTimeoutMs,
}: RemoteOptions): Deadlines => ({
  statementTimeoutMs: msOf(statementTimeoutMs),
  transactionTimeoutMs: msOf(transactionTimeoutMs),
});
