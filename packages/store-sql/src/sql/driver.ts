/** The thin layer over a driver: connections, transactions, and what an error means. */
import type { Row, Sql } from './dialect.js';

export interface Result {
  readonly rows: readonly Row[];
  /** Rows that a write has changed. */
  readonly count: number;
}

/** Runs statements on one connection, or on any. */
export interface Session {
  run(sql: Sql): Promise<Result>;
}

/** What to do about an error. */
export type Fault =
  /** The transaction lost against another one, or waited too long; nothing of it is written. */
  | 'retry'
  /** A row with this key exists. */
  | 'duplicate'
  /** The connection is gone; whether a commit that was under way came through is unknown. */
  | 'lost'
  | 'other';

export interface Driver {
  /** For reads that are one statement each. */
  read<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** One transaction, at READ COMMITTED or better; `work` may be called once only. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  faultOf(error: unknown): Fault;
  /** Of a transaction of the host: what has failed as a whole is the host's to try again. */
  readonly hosted: boolean;
}
