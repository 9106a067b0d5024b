/** node-postgres: a pool of the host, prepared statements by name. */
import { createHash } from 'node:crypto';
import { ApprovalError } from '@org/approval-core';
import { DEFAULT_DEADLINES, type Deadlines } from '../sql/deadline.js';
import type { Sql } from '../sql/dialect.js';
import type { Driver, Fault, Result, Session } from '../sql/driver.js';
import { errorParts } from './error-parts.js';
import { type PoolAdapter, TimedPool, type Timely } from './timed-pool.js';
import { described, hasMethods, notOpen } from './not-open.js';

interface PgQuery {
  text: string;
  values?: readonly unknown[];
  name?: string;
  types?: { getTypeParser(oid: number): (text: string) => unknown };
}

interface PgResult {
  readonly rows: unknown[];
  readonly rowCount: number | null;
  readonly command: string;
}

/** What can send statements. */
interface PgQueryable {
  /** Sends a statement. */
  query(query: PgQuery): Promise<PgResult>;
}

/** What we need of a client of `pg`: one connection. A pool, whose queries go to any of its connections, is not one. */
export interface PgClient extends PgQueryable {
  /** A pool has it, a client does not. */
  readonly totalCount?: never;
  /** The server's process for it, as the server (or what stands before it) said when it connected. */
  readonly processID?: number | null;
}

/** A client that the pool lends. */
export interface PgPooledClient extends PgClient {
  /** Gives it back; with an error, ends it. */
  release(error?: Error | boolean): void;
  /** Hears of a connection that breaks. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Hears no more. */
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
  /** Its socket: what is silent would not hear a farewell. And the server's messages, which say if a transaction is open. */
  readonly connection?: {
    readonly stream?: { destroy(): unknown };
    on?(event: 'readyForQuery', listener: (message: { readonly status?: string }) => void): unknown;
  };
}

/** What we need of a pool of `pg`. */
export interface PgPool extends PgQueryable {
  /** Lends a client. */
  connect(callback: (error: Error | undefined, client: PgPooledClient | undefined) => void): void;
}

/**
 * One round trip. A process that stands still in the middle of a transaction would keep its locks for ever: the
 * server ends it. What waits for a lock as long gives up, before its deadline, and is tried again. Everything in a
 * transaction goes by keys; a plan that was made while the tables were small would go on to read them whole when they are not.
 */
const BEGIN = [
  'begin isolation level read committed',
  "set local idle_in_transaction_session_timeout = '10s'",
  "set local lock_timeout = '10s'",
  ...['seqscan', 'hashjoin', 'mergejoin'].map((plan) => `set local enable_${plan} = off`),
].join(';');

export interface PgDriverOptions {
  readonly deadlines?: Deadlines;
  readonly naming?: Naming;
}

/** Whether statements have names. What sits between us and the server may hand us another session each time. */
export interface Naming {
  isOn: boolean;
}

export function pgDriver(
  pool: PgPool,
  { deadlines = DEFAULT_DEADLINES, naming = { isOn: true } }: PgDriverOptions = {},
): Driver {
  const connections = new TimedPool(adapterOf(pool), deadlines, faultOf);
  const { statementTimeoutMs, transactionTimeoutMs } = deadlines;
  const queryOf = preparedOnce(naming);
  const giveUp = (error: unknown): never => unnamedFromNowOn(naming, error);
  return {
    hosted: false,
    read: (work) =>
      connections.use(statementTimeoutMs, (client, timely) =>
        work(pgSession(client, freshlyPlanned, timely)),
      ),
    transaction: (work) =>
      connections
        .use(transactionTimeoutMs, (client, timely) =>
          transaction(client, timely, () => work(pgSession(client, queryOf, timely))),
        )
        .catch(giveUp),
    alone: (work) =>
      connections
        .use(transactionTimeoutMs, (client, timely) => work(pgSession(client, queryOf, timely)))
        .catch(giveUp),
    faultOf,
  };
}

const EXPECTED = 'the client of `pg` (of `pool.connect()`) on which you have sent BEGIN';

/**
 * On a client whose open transaction is the host's. Each transaction of ours is a savepoint, which PostgreSQL refuses
 * outside of one; before the first read it is asked for in vain.
 */
export function joinedPgDriver(client: PgClient, naming: Naming = { isOn: true }): Driver {
  if (hasMethods(client, ['query']) && 'totalCount' in client) {
    throw notOpen(EXPECTED, 'this is a pool, whose queries go to any of its connections');
  }
  if (!hasMethods(client, ['query'])) throw notOpen(EXPECTED, described(client));
  let isSeenOpen = false;
  const begin = async (text: string): Promise<void> => {
    await client.query({ text }).catch(refuse);
    isSeenOpen = true;
  };
  return {
    hosted: true,
    async read(work) {
      if (!isSeenOpen) await begin('savepoint approval; release savepoint approval');
      return work(pgSession(client, freshlyPlanned, hostsTime));
    },
    async transaction(work) {
      await begin('savepoint approval');
      try {
        const done = await work(pgSession(client, preparedOnce(naming), hostsTime));
        await client.query({ text: 'release savepoint approval' });
        return done;
      } catch (error) {
        await client.query({ text: 'rollback to savepoint approval; release savepoint approval' });
        return unnamedFromNowOn(naming, error);
      }
    },
    faultOf,
  };
}

const NO_TRANSACTION = '25P01';
const FAILED_TRANSACTION = '25P02';

function refuse(error: unknown): never {
  const { code } = errorParts(error);
  if (code === NO_TRANSACTION) throw notOpen(EXPECTED, 'this one has no open transaction', error);
  if (code === FAILED_TRANSACTION) {
    throw notOpen(
      EXPECTED,
      'a statement in this transaction has failed: roll it back and begin again',
      error,
    );
  }
  throw error;
}

/** A transaction of the host has the host's deadlines. */
const hostsTime: Timely = (ask) => ask();

async function transaction<T>(client: PgClient, timely: Timely, work: () => Promise<T>): Promise<T> {
  await timely(() => client.query({ text: BEGIN }));
  try {
    const done = await work();
    const { command } = await timely(() => client.query({ text: 'commit' }));
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
    return done;
  } catch (error) {
    // If that fails as well the connection is lost, whatever was wrong before.
    if (faultOf(error) !== 'lost') await timely(() => client.query({ text: 'rollback' }));
    throw error;
  }
}

const adapterOf = (pool: PgPool): PoolAdapter<PgPooledClient> => ({
  async take() {
    const client = await checkedOut(pool);
    try {
      await refuseOpenTransaction(client);
      return client;
    } catch (error) {
      client.release(error instanceof Error ? error : true);
      throw error;
    }
  },
  giveBack(client) {
    client.removeListener('error', ignore);
    client.release();
  },
  destroy(client, reason) {
    // The listener stays: the end of the socket is heard a moment later.
    client.release(reason);
    client.connection?.stream?.destroy();
  },
  identityOf: (client) => client,
});

/** Transaction status of each client after its last statement, as the server reports it: `I` outside of a transaction. */
const statuses = new WeakMap<PgPooledClient, { status: string }>();

/**
 * A commit of ours is one statement that commits by itself. On a client that the host has given back inside of a transaction it would not,
 * and its caller would be told that it is done. The status of a client that is new to us is asked for once.
 *
 * @throws ApprovalError FAILED_PRECONDITION inside of a transaction; the caller ends the client, which rolls it back.
 */
async function refuseOpenTransaction(client: PgPooledClient): Promise<void> {
  let known = statuses.get(client);
  if (known === undefined) {
    const made = { status: 'I' };
    known = made;
    statuses.set(client, made);
    // A client of another library that does not report it is taken for one outside.
    if (client.connection?.on === undefined) return;
    client.connection.on('readyForQuery', ({ status }) => void (made.status = status ?? 'I'));
    await client.query({ text: '' });
  }
  if (known.status === 'I') return;
  throw new ApprovalError(
    'FAILED_PRECONDITION',
    'a client of the pool is inside of a transaction that the host has begun and not ended: end it with COMMIT or ROLLBACK before `client.release()`. The client was closed, and its transaction rolled back',
  );
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

const pgSession = (client: PgQueryable, queryOf: (sql: Sql) => PgQuery, timely: Timely): Session => ({
  async run<R>(sql: Sql<R>): Promise<Result<R>> {
    const { rows, rowCount } = await timely(() => client.query(queryOf(sql)));
    // The statement says what its rows are; the types of their cells are seen to by `TYPES`.
    return { rows: rows as R[], count: rowCount ?? 0 };
  },
  host: {
    client,
    async query(text, values) {
      let parameter = 0;
      const numbered = text.replaceAll('?', () => `$${++parameter}`);
      const { rows } = await timely(() => client.query({ text: numbered, values }));
      return rows as Record<string, unknown>[];
    },
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
const preparedOnce =
  (naming: Naming) =>
  (sql: Sql): PgQuery =>
    naming.isOn ? { ...named(sql.text), values: sql.params, types: TYPES } : freshlyPlanned(sql);

/** Outside: planned by the size that the tables have now. */
const freshlyPlanned = ({ text, params }: Sql): PgQuery => ({
  text: named(text).text,
  values: params,
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

/**
 * Serialization failure, deadlock, lock timeout; no connection is free; a named statement that another session has
 * prepared, or none: then names are given up, and the next try does without.
 */
const UNNAMEABLE = new Set(['26000', '42P05']);

function unnamedFromNowOn(naming: Naming, error: unknown): never {
  if (UNNAMEABLE.has(errorParts(error).code)) naming.isOn = false;
  throw error;
}

const RETRY = new Set(['40001', '40P01', '55P03', '53300', ...UNNAMEABLE]);
const UNIQUE_VIOLATION = '23505';
/** The server goes down or comes up, has ended us, or has become a replica; connection errors have class 08. */
const GONE = /^(08...|57P0[1-5]|25P03|25006)$/;
const BROKEN = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/;
const BROKEN_TEXT =
  /connection terminated|connection ended|client has encountered a connection error|not queryable|timeout exceeded when trying to connect/i;
/** The server is out of memory or disk, cannot read, or was told to stop: whatever is asked. */
const FAILING = /^(53...|58...|57014)$/;

function faultOf(error: unknown): Fault {
  const { code: name, message } = errorParts(error);
  if (RETRY.has(name)) return 'retry';
  if (name === UNIQUE_VIOLATION) return 'duplicate';
  if (GONE.test(name) || BROKEN.test(name) || BROKEN_TEXT.test(message)) return 'lost';
  if (FAILING.test(name) || ENDED_TEXT.test(message)) return 'failing';
  return TOO_LARGE.test(name) || TOO_LARGE_TEXT.test(message) ? 'too-large' : 'other';
}

/** The host has ended its pool. */
const ENDED_TEXT = /cannot use a pool after calling end/i;
const TOO_LARGE = /^54...$/;
const TOO_LARGE_TEXT = /invalid memory alloc request size|invalid string length/i;
