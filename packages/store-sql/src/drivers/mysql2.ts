/** mysql2: a pool of the host, statements prepared by `execute`. */
import type { Row, Sql, Value } from '../sql/dialect.js';
import type { Driver, Fault, Result, Session } from '../sql/driver.js';
import { errorParts } from './error-parts.js';

/** What we need of a connection of `mysql2/promise`. */
export interface MysqlConnection {
  query(sql: string): Promise<[unknown, unknown]>;
  execute(sql: string, values: Value[]): Promise<[unknown, unknown]>;
}

export interface MysqlPooledConnection extends MysqlConnection {
  release(): void;
  destroy(): void;
}

/** What we need of a pool of `mysql2/promise`. */
export interface MysqlPool {
  getConnection(): Promise<MysqlPooledConnection>;
}

export const mysqlDriver = (pool: MysqlPool): Driver => ({
  hosted: false,
  read: (work) => withConnection(pool, (connection) => work(mysqlSession(connection))),
  transaction: (work) =>
    withConnection(pool, async (connection) => {
      // For this transaction alone: the session is the host's. Gap locks would make deadlocks of plain inserts.
      await connection.query('set transaction isolation level read committed');
      return within(connection, work, ['start transaction', 'commit', 'rollback']);
    }),
  faultOf,
});

/** On a connection whose open transaction is the host's. */
export const hostedMysqlDriver = (connection: MysqlConnection): Driver => ({
  hosted: true,
  read: (work) => work(mysqlSession(connection)),
  transaction: (work) =>
    within(connection, work, [
      'savepoint approval',
      'release savepoint approval',
      'rollback to savepoint approval',
    ]),
  faultOf,
});

async function withConnection<T>(
  pool: MysqlPool,
  work: (connection: MysqlPooledConnection) => Promise<T>,
): Promise<T> {
  const connection = await pool.getConnection();
  try {
    const done = await work(connection);
    connection.release();
    return done;
  } catch (error) {
    // Whatever its state is, nobody else gets it.
    if (faultOf(error) === 'lost') connection.destroy();
    else connection.release();
    throw error;
  }
}

async function within<T>(
  connection: MysqlConnection,
  work: (session: Session) => Promise<T>,
  [begin, commit, rollback]: [begin: string, commit: string, rollback: string],
): Promise<T> {
  await connection.query(begin);
  try {
    const done = await work(mysqlSession(connection));
    await connection.query(commit);
    return done;
  } catch (error) {
    // A lock that was waited for too long ends the statement only: the rest would stay open.
    if (faultOf(error) !== 'lost') await connection.query(rollback);
    throw error;
  }
}

const mysqlSession = (connection: MysqlConnection): Session => ({
  async run({ text, params }: Sql): Promise<Result> {
    const [found] = RUNS_ONCE.test(text)
      ? await connection.query(text)
      : await connection.execute(text, params as Value[]);
    if (!Array.isArray(found))
      return { rows: [], count: (found as { affectedRows?: number }).affectedRows ?? 0 };
    return { rows: (found as Record<string, unknown>[]).map(decoded), count: 0 };
  },
});

const RUNS_ONCE = /^\s*(create|alter|drop)/;

/** Binary columns come as bytes, large numbers perhaps as text if the host wants them so. */
function decoded(row: Record<string, unknown>): Row {
  for (const name in row) {
    const value = row[name];
    if (Buffer.isBuffer(value)) row[name] = value.toString('utf8');
    else if (typeof value === 'bigint') row[name] = Number(value);
  }
  return row as Row;
}

/** Deadlock, lock wait timeout, a lock that `nowait` did not get. */
const RETRY = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_NOWAIT', 'ER_CHECKREAD']);
const LOST =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|PROTOCOL_|ER_SERVER_SHUTDOWN|ER_CONNECTION_KILLED|ER_CLIENT_INTERACTION_TIMEOUT|ER_NORMAL_SHUTDOWN)/;
const LOST_TEXT = /connection is in closed state|connection lost|connection was killed/i;

function faultOf(error: unknown): Fault {
  const { code: name, message } = errorParts(error);
  if (RETRY.has(name)) return 'retry';
  if (name === 'ER_DUP_ENTRY') return 'duplicate';
  return LOST.test(name) || LOST_TEXT.test(message) ? 'lost' : 'other';
}
