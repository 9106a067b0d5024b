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
  types?: { getTypeParser(oid: number, format?: string): (cell: string | Buffer) => unknown };
}

interface PgResult {
  readonly rows: unknown[];
  readonly rowCount: number | null;
  readonly command: string;
}

/** An object that sends statements. */
interface PgQueryable {
  /** Sends a statement. */
  query(query: PgQuery): Promise<PgResult>;
}

/**
 * The part of a client of `pg` that the store uses. A pool is not one: its queries go to any of its
 * connections.
 */
export interface PgClient extends PgQueryable {
  /** Type-only: a pool has it, a client does not. */
  readonly totalCount?: never;
  /** Server process of the connection, as the server or a pooler reported it when connecting. */
  readonly processID?: number | null;
}

/** A pooled client. */
export interface PgPooledClient extends PgClient {
  /** Returns it to the pool; with an error, closes it. */
  release(error?: Error | boolean): void;
  /** Subscribes to connection errors. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Unsubscribes. */
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
  /**
   * Its socket, since a silent server would not read a farewell, and the server's messages, which
   * report the transaction status.
   */
  readonly connection?: {
    readonly stream?: { destroy(): unknown };
    on?(event: 'readyForQuery', listener: (message: { readonly status?: string }) => void): unknown;
  };
}

/** The part of a pool of `pg` that the store uses. */
export interface PgPool extends PgQueryable {
  /** Checks out a client. */
  connect(callback: (error: Error | undefined, client: PgPooledClient | undefined) => void): void;
}

/**
 * One round trip. The server ends a process that stalls in a transaction, which would otherwise
 * hold its locks forever. A lock wait times out before the deadline and is retried. Everything in a
 * transaction uses keys: a plan made while the tables were small would continue to scan them when
 * they are large.
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

/** State of statement names. A pooler may switch to another session between statements. */
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

const EXPECTED = 'the client of `pg` (of `pool.connect()`) on which you sent BEGIN';

/**
 * Uses a client with an open transaction of the host. Each transaction of the store is a savepoint,
 * which PostgreSQL refuses outside a transaction; before the first read the driver tries one as a
 * check.
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
      'a statement in this transaction has failed; roll it back and start again',
      error,
    );
  }
  throw error;
}

/** A transaction of the host follows the host's deadlines. */
const hostsTime: Timely = (ask) => ask();

async function transaction<T>(client: PgClient, timely: Timely, work: () => Promise<T>): Promise<T> {
  await timely(() => client.query({ text: BEGIN }));
  try {
    const done = await work();
    const { command } = await timely(() => client.query({ text: 'commit' }));
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
    return done;
  } catch (error) {
    // If that fails as well, the connection is lost, independent of the first error.
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
    // The listener stays: the socket's end is reported a moment later.
    client.release(reason);
    client.connection?.stream?.destroy();
  },
  identityOf: (client) => client,
});

/** Once per client: without it, array parameters would hold the text NULL in place of null. */
const SESSION = 'set array_nulls = on';

/**
 * Transaction status of each client after its last statement, as the server reports it: `I` is
 * outside a transaction.
 */
const statuses = new WeakMap<PgPooledClient, { status: string }>();

/**
 * A commit is one statement that commits by itself. On a client that the host returned inside a
 * transaction it would not commit, and its caller would still see success. The status of an unknown
 * client is read once.
 * @throws ApprovalError FAILED_PRECONDITION inside of a transaction; the caller ends the client,
 *   which rolls it back.
 */
async function refuseOpenTransaction(client: PgPooledClient): Promise<void> {
  let known = statuses.get(client);
  if (known === undefined) {
    const made = { status: 'I' };
    known = made;
    statuses.set(client, made);
    // A client of another library that does not report a status counts as outside a transaction.
    if (client.connection?.on === undefined) return;
    client.connection.on('readyForQuery', ({ status }) => void (made.status = status ?? 'I'));
    await client.query({ text: SESSION }).catch((error: unknown) => {
      if (errorParts(error).code !== FAILED_TRANSACTION) throw error;
      made.status = 'E';
    });
  }
  if (known.status === 'I') return;
  throw new ApprovalError(
    'FAILED_PRECONDITION',
    'a client of the pool is inside a transaction that the host has not ended; end it with COMMIT or ROLLBACK before `client.release()`. The client was closed, and its transaction rolled back',
  );
}

/**
 * Without a listener, a connection that breaks during use would end the process. The pool removes
 * its own when it lends the client; a promise would resolve a moment too late.
 */
const checkedOut = (pool: PgPool): Promise<PgPooledClient> =>
  new Promise((resolve, reject) => {
    pool.connect((error, client) => {
      client?.on('error', ignore);
      if (client === undefined) reject(error ?? new Error('the pool returned no client'));
      else resolve(client);
    });
  });

const ignore = (): void => undefined;

const pgSession = (client: PgQueryable, queryOf: (sql: Sql) => PgQuery, timely: Timely): Session => ({
  async run<R>(sql: Sql<R>): Promise<Result<R>> {
    const { rows, rowCount } = await timely(() => client.query(queryOf(sql)));
    // The statement declares its rows; `TYPES` converts their cells.
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

/** Keyed by text. A name means one text on each connection, also across copies of this module. */
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

/** In a transaction, where `BEGIN` controls the plan. */
const preparedOnce =
  (naming: Naming) =>
  (sql: Sql): PgQuery =>
    naming.isOn ? { ...named(sql.text), values: sql.params, types: TYPES } : freshlyPlanned(sql);

/** Outside a transaction: planned for the current size of the tables. */
const freshlyPlanned = ({ text, params }: Sql): PgQuery => ({
  text: named(text).text,
  values: params,
  types: TYPES,
});

const BIGINT = 20;
const INTEGER = 23;
const asText = (cell: string | Buffer): string => cell.toString();
const asNumber = (cell: string | Buffer): number => {
  if (typeof cell === 'string') return Number(cell);
  return cell.length === 8 ? Number(cell.readBigInt64BE()) : cell.readInt32BE();
};

/**
 * All numbers fit; pg would return 64-bit ones as text. A pool with `binary: true` returns bytes.
 * The host's own parsers stay.
 */
const TYPES = {
  getTypeParser: (oid: number): ((cell: string | Buffer) => unknown) =>
    oid === BIGINT || oid === INTEGER ? asNumber : asText,
};

/**
 * Serialization failure, deadlock, lock timeout; no free connection; a named statement that another
 * session prepared, or that is missing: then the store stops naming statements, and the next try
 * works without names.
 */
const UNNAMEABLE = new Set(['26000', '42P05']);

function unnamedFromNowOn(naming: Naming, error: unknown): never {
  if (UNNAMEABLE.has(errorParts(error).code)) naming.isOn = false;
  throw error;
}

const RETRY = new Set(['40001', '40P01', '55P03', '53300', ...UNNAMEABLE]);
const UNIQUE_VIOLATION = '23505';
/**
 * The server is stopping or starting, ended the connection, or became a replica; connection errors
 * have class 08.
 */
const GONE = /^(08...|57P0[1-5]|25P03|25006)$/;
const BROKEN = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/;
const BROKEN_TEXT =
  /connection terminated|connection ended|client has encountered a connection error|not queryable|timeout exceeded when trying to connect/i;
/** The server is out of memory or disk, cannot read, or is stopping: every statement fails. */
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
