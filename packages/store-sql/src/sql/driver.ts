/** The thin layer over a driver: connections, transactions, and the classification of errors. */
import type { Sql, Value } from './dialect.js';

export interface Result<R> {
  readonly rows: readonly R[];
  /** Number of rows that a write changed. */
  readonly count: number;
}

/** Runs statements on one connection, or on any of them. */
export interface Session {
  run<R>(sql: Sql<R>): Promise<Result<R>>;
  /** The connection, for statements of the host; transactions of every driver have it. */
  readonly host?: HostConnection;
}

/** Connection for statements of the host. */
export interface HostConnection {
  /** The driver's own object; null where all share the connection. */
  readonly client: unknown;
  readonly query: (sql: string, params: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
}

/** The row of a statement that always returns one. */
export function theRow<R>({ rows: [row] }: Result<R>): R {
  if (row === undefined) throw new Error('the database returned no row where there always is one');
  return row;
}

/** Class of an error, which decides what to do. */
export type Fault =
  /** The transaction lost a conflict, or waited too long; nothing is written. */
  | 'retry'
  /** A row with this key exists. */
  | 'duplicate'
  /** The connection is lost; the outcome of a pending commit is unknown. */
  | 'lost'
  /**
   * The server fails for everyone, for example because its disk is full. An immediate retry would
   * not help.
   */
  | 'failing'
  /** The request is larger than the database accepts. */
  | 'too-large'
  /** The database refused the request, or the code is wrong: a retry would fail the same way. */
  | 'other';

/** A transaction that is fully known in advance: it needs no result before its end. */
export interface Script {
  /** Preconditions of the writes: the row that each check finds, or null for none. */
  readonly checks: readonly {
    readonly text: string;
    readonly params: Sql['params'];
    readonly row: readonly Value[] | null;
  }[];
  readonly writes: readonly Sql[];
}

export interface Driver {
  /** For reads that are one statement each. */
  read<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** One transaction, at READ COMMITTED or better; `work` may be called once only. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * For statements that are transactions by themselves, at READ COMMITTED; absent inside a
   * transaction of the host.
   */
  readonly alone?: <T>(work: (session: Session) => Promise<T>) => Promise<T>;
  /**
   * Runs a script in one round trip, where supported; false when a check failed, with nothing
   * written.
   */
  readonly script?: (script: Script) => Promise<boolean>;
  faultOf(error: unknown): Fault;
  /** True when the transaction belongs to the host, who then retries it as a whole. */
  readonly hosted: boolean;
}
