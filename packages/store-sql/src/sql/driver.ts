/** The thin layer over a driver: connections, transactions, and what an error means. */
import type { Sql, Value } from './dialect.js';

export interface Result<R> {
  readonly rows: readonly R[];
  /** Rows that a write has changed. */
  readonly count: number;
}

/** Runs statements on one connection, or on any. */
export interface Session {
  run<R>(sql: Sql<R>): Promise<Result<R>>;
  /** The connection, for statements of the host's; every driver's transactions have it. */
  readonly host?: HostConnection;
}

/** What a host sends statements of its own through. */
export interface HostConnection {
  /** The driver's own; null where the connection is shared by all. */
  readonly client: unknown;
  readonly query: (sql: string, params: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
}

/** The row of a statement that always returns one. */
export function theRow<R>({ rows: [row] }: Result<R>): R {
  if (row === undefined) throw new Error('the database returned no row where there always is one');
  return row;
}

/** What to do about an error. */
export type Fault =
  /** The transaction lost against another one, or waited too long; nothing of it is written. */
  | 'retry'
  /** A row with this key exists. */
  | 'duplicate'
  /** The connection is gone; whether a commit that was under way came through is unknown. */
  | 'lost'
  /** The server can do nothing for anybody now: its disk is full, say. To try at once would not help. */
  | 'failing'
  /** What was sent is larger than the database takes. */
  | 'too-large'
  /** The database refuses what was sent, or we have failed: the same would be refused again. */
  | 'other';

/** A transaction that is known beforehand: it needs no answer before its end. */
export interface Script {
  /** What must be there for the rest to be written: the row that each finds, or null for none. */
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
  /** For statements each of which is a transaction by itself, at READ COMMITTED; not inside of a transaction of the host. */
  readonly alone?: <T>(work: (session: Session) => Promise<T>) => Promise<T>;
  /** In one round trip, where a driver has that; false: a check did not hold, and nothing is written. */
  readonly script?: (script: Script) => Promise<boolean>;
  faultOf(error: unknown): Fault;
  /** Whether the transaction is the host's: what has failed as a whole is then the host's to try again. */
  readonly hosted: boolean;
}
