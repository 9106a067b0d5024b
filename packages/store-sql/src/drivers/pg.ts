/** node-postgres: a pool of the host, prepared statements by name. */
import { createHash } from 'node:crypto';
import type { Row, Sql } from '../sql/dialect.js';
import type { Driver, Fault, Result, Session } from '../sql/driver.js';
import { errorParts } from './error-parts.js';

interface PgQuery {
  text: string;
  values?: unknown[];
  name?: string;
  types?: { getTypeParser(oid: number): (text: string) => unknown };
}

interface PgResult {
  readonly rows: unknown[];
  readonly rowCount: number | null;
  readonly command: string;
}

/** What we need of a client of `pg`. */
export interface PgClient {
  query(query: PgQuery): Promise<PgResult>;
}

export interface PgPooledClient extends PgClient {
  release(error?: Error | boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
}

/** What we need of a pool of `pg`. */
export interface PgPool extends PgClient {
  connect(callback: (error: Error | undefined, client: PgPooledClient | undefined) => void): void;
}

/**
 * One round trip. A process that stands still in the middle of a transaction would keep its locks for ever: the
 * server ends it. What waits for a lock longer than that gives up, and is tried again. Everything in a transaction
 * goes by keys; a plan that was made while the tables were small would go on to read them whole when they are not.
 */
const BEGIN = [
  'begin isolation level read committed',
  "set local idle_in_transaction_session_timeout = '10s'",
  "set local lock_timeout = '15s'",
  ...['seqscan', 'hashjoin', 'mergejoin'].map((plan) => `set local enable_${plan} = off`),
].join(';');

export const pgDriver = (pool: PgPool): Driver => ({
  hosted: false,
  read: (work) => work(pgSession(pool, freshlyPlanned)),
  transaction: (work) => transaction(pool, work),
  faultOf,
});

/** On a client whose open transaction is the host's. */
export const hostedPgDriver = (client: PgClient): Driver => ({
  hosted: true,
  read: (work) => work(pgSession(client, freshlyPlanned)),
  async transaction(work) {
    await client.query({ text: 'savepoint approval' });
    try {
      const done = await work(pgSession(client, preparedOnce));
      await client.query({ text: 'release savepoint approval' });
      return done;
    } catch (error) {
      await client.query({ text: 'rollback to savepoint approval; release savepoint approval' });
      throw error;
    }
  },
  faultOf,
});

async function transaction<T>(pool: PgPool, work: (session: Session) => Promise<T>): Promise<T> {
  const client = await checkedOut(pool);
  let broken: Error | undefined;
  try {
    await client.query({ text: BEGIN });
    const done = await work(pgSession(client, preparedOnce));
    const { command } = await client.query({ text: 'commit' });
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
    return done;
  } catch (error) {
    broken = await rolledBack(client, error);
    throw error;
  } finally {
    client.removeListener('error', ignore);
    client.release(broken);
  }
}

/**
 * Without a listener a connection that breaks while we have it would end the process. The pool takes its own away
 * when it gives the client; a promise of it would be heard a moment too late.
 */
const checkedOut = (pool: PgPool): Promise<PgPooledClient> =>
  new Promise((resolve, reject) => {
    pool.connect((error, client) => {
      client?.on('error', ignore);
      if (client === undefined) reject(error ?? new Error('the pool gave no client'));
      else resolve(client);
    });
  });

const ignore = (): void => undefined;

/** What is wrong with the connection; undefined: it can be used again. */
async function rolledBack(client: PgClient, error: unknown): Promise<Error | undefined> {
  if (faultOf(error) === 'lost') return error as Error;
  try {
    await client.query({ text: 'rollback' });
    return undefined;
  } catch (failure) {
    return failure as Error;
  }
}

const pgSession = (client: PgClient, queryOf: (sql: Sql) => PgQuery): Session => ({
  async run(sql): Promise<Result> {
    const { rows, rowCount } = await client.query(queryOf(sql));
    return { rows: rows as Row[], count: rowCount ?? 0 };
  },
});

/** By our text. A name means one text on each connection, whatever copy of this module prepares on it. */
const prepared = new Map<string, { readonly name: string; readonly text: string }>();

function named(ours: string): { readonly name: string; readonly text: string } {
  const known = prepared.get(ours);
  if (known !== undefined) return known;
  let parameter = 0;
  const text = ours.replaceAll('?', () => `$${++parameter}`);
  const made = { name: `approval_${createHash('sha1').update(text).digest('hex')}`, text };
  prepared.set(ours, made);
  return made;
}

/** In a transaction, where `BEGIN` sees to the plan. */
const preparedOnce = ({ text, params }: Sql): PgQuery => ({
  ...named(text),
  values: params as unknown[],
  types: TYPES,
});

/** Outside: planned by the size that the tables have now. */
const freshlyPlanned = ({ text, params }: Sql): PgQuery => ({
  text: named(text).text,
  values: params as unknown[],
  types: TYPES,
});

const BIGINT = 20;
const INTEGER = 23;
const asText = (text: string): string => text;

/** Our numbers fit; pg would give those of 64 bits as text. What the host has set for its own queries stays. */
const TYPES = {
  getTypeParser: (oid: number): ((text: string) => unknown) =>
    oid === BIGINT || oid === INTEGER ? Number : asText,
};

/** Serialization failure, deadlock, lock timeout. */
const RETRY = new Set(['40001', '40P01', '55P03']);
const UNIQUE_VIOLATION = '23505';
/** The server goes down or comes up, or has ended us; connection errors have class 08. */
const GONE = /^(08...|57P0[1-5]|25P03)$/;
const BROKEN = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH)/;
const BROKEN_TEXT =
  /connection terminated|connection ended|client has encountered a connection error|not queryable/i;

function faultOf(error: unknown): Fault {
  const { code: name, message } = errorParts(error);
  if (RETRY.has(name)) return 'retry';
  if (name === UNIQUE_VIOLATION) return 'duplicate';
  return GONE.test(name) || BROKEN.test(name) || BROKEN_TEXT.test(message) ? 'lost' : 'other';
}
