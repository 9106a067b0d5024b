/** mysql2: a pool of the host, statements prepared by `execute`. */
import { ApprovalError } from '@org/approval-core';
import { DEFAULT_DEADLINES, type Deadlines } from '../sql/deadline.js';
import type { Sql, Value } from '../sql/dialect.js';
import type { Driver, Fault, Result, Session } from '../sql/driver.js';
import { isObject } from '@org/approval-internal/values';
import { errorParts } from './error-parts.js';
import { type PoolAdapter, TimedPool, type Timely } from './timed-pool.js';
import { described, hasMethods, notOpen } from './not-open.js';
import { type PacketRoom, packetRoom } from './packet-room.js';

/** A statement with row options that override those of the host. */
export interface MysqlStatement {
  /** Text of the statement. */
  sql: string;
  /** Parameters of the statement. */
  values: (Value | Uint8Array)[];
  /** Rows keyed by column name only. */
  nestTables: false;
  /** Cells as the driver converts them. */
  typeCast: true;
}

/**
 * The part of a connection of `mysql2/promise` that the store uses. A pool is not one: its queries
 * go to any of its connections.
 */
export interface MysqlConnection {
  /** Sends a statement as text. */
  query(sql: string): Promise<[unknown, unknown]>;
  /** Sends a prepared statement. */
  execute(sql: string, values: (Value | Uint8Array)[]): Promise<[unknown, unknown]>;
  /** Sends a prepared statement, with options for it alone. */
  execute(options: MysqlStatement): Promise<[unknown, unknown]>;
  /** Type-only: a pool has it, a connection does not. */
  readonly getConnection?: never;
}

/** A pooled connection. */
export interface MysqlPooledConnection extends MysqlConnection {
  /** Returns it to the pool. */
  release(): void;
  /** Closes it. */
  destroy(): void;
  /** The underlying connection: the wrapper is a new object on each checkout. */
  readonly connection?: object;
}

/** The part of a pool of `mysql2/promise` that the store uses. */
export interface MysqlPool {
  /** Checks out a connection. */
  getConnection(): Promise<MysqlPooledConnection>;
}

export function mysqlDriver(pool: MysqlPool, deadlines: Deadlines = DEFAULT_DEADLINES): Driver {
  const connections = new TimedPool(adapterOf(pool), deadlines, faultOf);
  const { statementTimeoutMs, transactionTimeoutMs } = deadlines;
  const room = packetRoom();
  return {
    hosted: false,
    read: (work) =>
      connections.use(statementTimeoutMs, (connection, timely) =>
        work(mysqlSession(connection, timely, room)),
      ),
    transaction: (work) =>
      connections.use(transactionTimeoutMs, async (connection, timely) => {
        // For this transaction only: the session is the host's. Gap locks would make plain inserts
        // deadlock.
        await timely(() => connection.query('set transaction isolation level read committed'));
        await timely(() => connection.query('start transaction'));
        const session = mysqlSession(connection, timely, room);
        return finishing(connection, timely, () => work(session), ['commit', 'rollback']);
      }),
    alone: (work) =>
      connections.use(transactionTimeoutMs, (connection, timely) =>
        work(mysqlSession(connection, timely, room)),
      ),
    faultOf,
  };
}

/**
 * Overrides server settings that would refuse or change statements: limits for interactive clients,
 * and modes that treat the empty string as null, which is part of keys here. The replacement mode
 * is a default one because an empty string would be null here too.
 */
const SESSION = `set session sql_safe_updates = 0, sql_select_limit = 18446744073709551615,
  sql_mode = replace(@@sql_mode, 'EMPTY_STRING_IS_NULL', 'NO_ENGINE_SUBSTITUTION')`;

/** Connections with a prepared session; true for one whose host commits by hand. */
const prepared = new WeakMap<object, boolean>();

const identityOf = (connection: MysqlPooledConnection): object => connection.connection ?? connection;

/** Resolves to true for a connection with `autocommit = 0`. */
async function commitsByHand(connection: MysqlPooledConnection): Promise<boolean> {
  const text = 'select @@autocommit as autocommits';
  const [rows] = await connection.execute({ sql: text, values: [], nestTables: false, typeCast: true });
  const row: unknown = Array.isArray(rows) ? rows[0] : null;
  return isObject(row) && Number(Object.values(row)[0]) === 0;
}

/** Overrides what would refuse or change statements, once for each connection. */
async function prepare(connection: MysqlPooledConnection): Promise<boolean> {
  await connection.query(SESSION);
  const byHand = await commitsByHand(connection);
  prepared.set(identityOf(connection), byHand);
  return byHand;
}

const adapterOf = (pool: MysqlPool): PoolAdapter<MysqlPooledConnection> => ({
  async take() {
    const connection = await pool.getConnection();
    try {
      const byHand = prepared.get(identityOf(connection)) ?? (await prepare(connection));
      // Single statements would not be committed, and reads would repeat the first snapshot.
      if (byHand) await connection.query('set autocommit = 1');
      return connection;
    } catch (error) {
      connection.destroy();
      throw error;
    }
  },
  giveBack(connection) {
    if (prepared.get(identityOf(connection)) !== true) {
      connection.release();
      return;
    }
    // The host gets it as it was, or it could not roll back.
    connection.query('set autocommit = 0').then(
      () => connection.release(),
      () => connection.destroy(),
    );
  },
  destroy: (connection) => connection.destroy(),
  identityOf,
});

/** A transaction of the host follows the host's deadlines. */
const hostsTime: Timely = (ask) => ask();

const EXPECTED =
  'the connection of `mysql2/promise` (of `pool.getConnection()`) on which you began a transaction';

/**
 * Uses a connection with an open transaction of the host. Outside a transaction, MySQL accepts
 * `savepoint` and creates none: the driver makes one and rolls back to it before anything else.
 */
export function joinedMysqlDriver(connection: MysqlConnection): Driver {
  if (hasMethods(connection, ['getConnection'])) {
    throw notOpen(EXPECTED, 'this is a pool, whose queries go to any of its connections');
  }
  if (hasMethods(connection, ['query', 'promise'])) {
    throw notOpen(EXPECTED, 'this is a connection with callbacks: pass its `.promise()`');
  }
  if (!hasMethods(connection, ['query', 'execute'])) throw notOpen(EXPECTED, described(connection));
  const session = mysqlSession(connection, hostsTime, packetRoom());
  let isSeenOpen = false;
  const begin = async (): Promise<void> => {
    await connection.query('savepoint approval');
    await connection.query('rollback to savepoint approval').catch((error: unknown) => {
      if (errorParts(error).code !== 'ER_SP_DOES_NOT_EXIST') throw error;
      throw notOpen(EXPECTED, 'this one has no open transaction', error);
    });
    isSeenOpen = true;
  };
  return {
    hosted: true,
    async read(work) {
      if (!isSeenOpen) {
        await begin();
        await connection.query('release savepoint approval');
      }
      return work(session);
    },
    async transaction(work) {
      await begin();
      return finishing(connection, hostsTime, () => work(session), [
        'release savepoint approval',
        'rollback to savepoint approval',
      ]);
    },
    faultOf,
  };
}

/** Runs the work of an open transaction and ends it. */
async function finishing<T>(
  connection: MysqlConnection,
  timely: Timely,
  work: () => Promise<T>,
  [commit, rollback]: [commit: string, rollback: string],
): Promise<T> {
  try {
    const done = await work();
    await timely(() => connection.query(commit));
    return done;
  } catch (error) {
    // A lock timeout ends only the statement, so the transaction would stay open.
    if (faultOf(error) !== 'lost') await timely(() => connection.query(rollback));
    throw error;
  }
}

const mysqlSession = (connection: MysqlConnection, timely: Timely, room: PacketRoom): Session => ({
  async run<R>({ text, params }: Sql<R>): Promise<Result<R>> {
    // Only PostgreSQL takes a list as a parameter.
    const values = params.flat();
    await room.check(values, () => timely(() => connection.query('select @@max_allowed_packet as bytes')));
    const [found, fields] = await timely(() =>
      RUNS_ONCE.test(text)
        ? connection.query(text)
        : connection.execute({ sql: text, values, nestTables: false, typeCast: true }),
    );
    if (!Array.isArray(found)) return { rows: [], count: affectedRows(found) };
    if (hasArrays(found, fields)) throw new ApprovalError('FAILED_PRECONDITION', AS_ARRAYS);
    // A procedure returns a list of results, followed by its status.
    const rows = (Array.isArray(found[0]) ? found[0] : found) as Record<string, unknown>[];
    const whole = wholeNumbersOf(fields);
    // The statement declares its rows; `decode` converts their cells.
    return { rows: rows.map((row) => decode(row, whole)) as R[], count: 0 };
  },
  host: {
    client: connection,
    async query(text, values) {
      const [found] = await timely(() => connection.execute(text, values as Value[]));
      return Array.isArray(found) ? (found as Record<string, unknown>[]) : [];
    },
  },
});

const RUNS_ONCE = /^\s*(create|alter|drop)/;

const affectedRows = (result: unknown): number =>
  typeof result === 'object' && result !== null && 'affectedRows' in result ? Number(result.affectedRows) : 0;

const AS_ARRAYS = 'the connection gives rows as arrays: make its pool without `rowsAsArray`';

/** Such a row looks like the result of a procedure and would be mistaken for it. */
function hasArrays([first]: readonly unknown[], fields: unknown): boolean {
  const [field] = (fields ?? []) as readonly unknown[];
  if (field === undefined) return false;
  // A procedure returns a list of fields for each result.
  return Array.isArray(Array.isArray(field) ? (first as readonly unknown[])[0] : first);
}

const LONGLONG = 8;

/** Columns of whole numbers, from the server's metadata; none for procedures, which return text. */
function wholeNumbersOf(fields: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  for (const field of (fields ?? []) as readonly (Field | undefined)[])
    if (field?.name !== undefined && field.columnType === LONGLONG) found.add(field.name);
  return found;
}

interface Field {
  readonly name?: string;
  readonly columnType?: number;
}

/**
 * Binary columns arrive as bytes; numbers as text or bigint, if the host sets that
 * (`bigNumberStrings`): all values fit.
 */
function decode(row: Record<string, unknown>, whole: ReadonlySet<string>): Record<string, unknown> {
  for (const name in row) {
    const value = row[name];
    if (Buffer.isBuffer(value)) row[name] = value.toString('utf8');
    else if (typeof value === 'bigint' || (typeof value === 'string' && whole.has(name)))
      row[name] = Number(value);
  }
  return row;
}

/** Deadlock, lock wait timeout, a lock that `nowait` did not get, or no free connection. */
const RETRY = new Set([
  ...['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_NOWAIT', 'ER_CHECKREAD'],
  ...['ER_CON_COUNT_ERROR', 'ER_TOO_MANY_USER_CONNECTIONS', 'ER_USER_LIMIT_REACHED'],
]);
/** A commit that failed halfway on Galera, or a node that is not ready, also counts as lost. */
const LOST =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|PROTOCOL_|ER_SERVER_SHUTDOWN|ER_CONNECTION_KILLED|ER_CLIENT_INTERACTION_TIMEOUT|ER_NORMAL_SHUTDOWN|ER_UNKNOWN_COM_ERROR|ER_ERROR_DURING_COMMIT|ER_READ_ONLY_MODE|ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION)/;
const LOST_TEXT =
  /connection is in closed state|connection lost|connection was killed|wsrep has not yet prepared node/i;
/** The disk is full, or the server is stopping: every statement fails. */
const FAILING = /^(ER_DISK_FULL|ER_RECORD_FILE_FULL|ER_QUERY_INTERRUPTED|ER_OUT_OF_RESOURCES|ER_OUTOFMEMORY)/;
/** The host has ended its pool. */
const ENDED_TEXT = /pool is closed/i;
/** The pool of the host has no free connection at the moment; these errors have no code. */
const FULL_TEXT = /queue limit reached|no connections available/i;
const TOO_LARGE = /^(ER_NET_PACKET_TOO_LARGE|ER_DATA_TOO_LONG|ER_TOO_BIG_ROWSIZE)/;

function faultOf(error: unknown): Fault {
  const { code: name, message } = errorParts(error);
  if (RETRY.has(name) || FULL_TEXT.test(message)) return 'retry';
  if (name === 'ER_DUP_ENTRY') return 'duplicate';
  if (LOST.test(name) || LOST_TEXT.test(message)) return 'lost';
  // The primary has become a replica: another server is now the primary.
  if (name === 'ER_OPTION_PREVENTS_STATEMENT' && /read[-_ ]only/i.test(message)) return 'lost';
  if (FAILING.test(name) || ENDED_TEXT.test(message)) return 'failing';
  return TOO_LARGE.test(name) ? 'too-large' : 'other';
}
