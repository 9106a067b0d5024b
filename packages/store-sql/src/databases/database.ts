/** A database that stores are made on: what says SQL, what speaks to it, and what is looked at before it is used. */
import { type Duration, msOf } from '@org/approval-internal/duration';
import type { Logger } from '@org/approval-core';
import { DEFAULT_DEADLINES, type Deadlines } from '../sql/deadline.js';
import type { Names } from '../schema/names.js';
import type { Dialect } from '../sql/dialect.js';
import type { Driver, Session } from '../sql/driver.js';

/** Made by `postgres`, `mysql` or `sqlite`; `Tx` is what a transaction of the host is named by. */
export interface Database<Tx = never> {
  /** What says SQL. */
  readonly dialect: Dialect;
  /** What speaks to it. */
  readonly driver: Driver;
  /** Where the tables are; undefined: the connection's own schema. */
  readonly schema: string | undefined;
  /** In front of each table's name; undefined: each store has one of its own. */
  readonly tablePrefix: string | undefined;
  /**
   * Looks at the server, and returns what it is.
   * @throws Error that says what to change on a server where a guarantee would not hold.
   */
  readonly check: (session: Session) => Promise<ServerFacts>;
  /** Runs `migrate` in one process at a time; `table` is the table of migrations. */
  readonly migrating: (table: string, migrate: (session: Session) => Promise<void>) => Promise<void>;
  /** What makes a store quicker and that it can do without; null: there is nothing of that kind. */
  readonly procedure: {
    /** Makes it, or says why not. */
    readonly make: (session: Session, names: Names) => Promise<string | null>;
    readonly isThere: (session: Session, names: Names) => Promise<boolean>;
  } | null;
  /**
   * A driver inside of a transaction of the host's.
   * @throws ApprovalError FAILED_PRECONDITION for what is not an open transaction.
   */
  readonly joining: (transaction: Tx) => Driver;
  /** Hears of settings that weaken a promise. */
  readonly logger: Logger;
}

/** What a store has to know of its server. */
export interface ServerFacts {
  /** Settings with which something that was acknowledged could be lost, each with what to do. */
  readonly warnings: readonly string[];
  /** Whether row locks hold on one server only, as on Galera. */
  readonly locksAreLocal: boolean;
}

/** Options of every database. */
export interface DatabaseOptions {
  /** In front of each table's name; by default `approval_`, and `comment_` for comment threads. */
  readonly tablePrefix?: string | undefined;
  /** Hears at the start of settings of the server that weaken a promise; the console by default. */
  readonly logger?: Logger | undefined;
}

/** Options of a database at the other end of a network, which may fall silent. */
export interface RemoteOptions extends DatabaseOptions {
  /**
   * How long to wait for the result of one statement, or for a connection of the pool, in ms; then the connection is
   * ended, and the call is tried again or UNAVAILABLE.
   * @defaultValue 15_000
   */
  readonly statementTimeoutMs?: Duration | undefined;
  /**
   * The same for a transaction as a whole.
   * @defaultValue 30_000
   */
  readonly transactionTimeoutMs?: Duration | undefined;
}

/** The deadlines as they are given, or by default. */
export const deadlinesOf = ({
  statementTimeoutMs = DEFAULT_DEADLINES.statementTimeoutMs,
  transactionTimeoutMs = DEFAULT_DEADLINES.transactionTimeoutMs,
}: RemoteOptions): Deadlines => ({
  statementTimeoutMs: msOf(statementTimeoutMs),
  transactionTimeoutMs: msOf(transactionTimeoutMs),
});
