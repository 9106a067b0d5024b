/** better-sqlite3, libsql, and what speaks like them. */
import type { Row, Sql, Value } from '../sql/dialect.js';
import type { Driver, Fault, Result, Session } from '../sql/driver.js';
import { errorParts } from './error-parts.js';

export interface SqliteStatement {
  all(...params: unknown[]): unknown[];
  run(...params: unknown[]): { readonly changes: number };
}

/** What we need of a database object of better-sqlite3 or libsql. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
  exec(sql: string): unknown;
}

/** Short: the driver blocks the whole process while it waits. Longer waits are between tries. */
const BUSY_TIMEOUT_MS = 20;

export function sqliteDriver(database: SqliteDatabase): Driver {
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  // Four times the usual: pages that change often are copied into the file less often.
  database.exec('pragma wal_autocheckpoint = 4000');
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  const session = sqliteSession(database);
  const inTurn = turnsOf(database);
  return {
    hosted: false,
    read: (work) => inTurn(() => work(session)),
    // Immediate: a transaction that reads first and writes later fails at once when another one was faster.
    transaction: (work) =>
      inTurn(() => within(database, session, work, ['begin immediate', 'commit', 'rollback'])),
    faultOf,
  };
}

/** On a connection whose open transaction is the host's. */
export function hostedSqliteDriver(database: SqliteDatabase): Driver {
  const session = sqliteSession(database);
  const inTurn = turns();
  return {
    hosted: true,
    read: (work) => inTurn(() => work(session)),
    transaction: (work) =>
      inTurn(() =>
        within(database, session, work, [
          'savepoint approval',
          'release approval',
          'rollback to approval; release approval',
        ]),
      ),
    faultOf,
  };
}

async function within<T>(
  database: SqliteDatabase,
  session: Session,
  work: (session: Session) => Promise<T>,
  [begin, commit, rollback]: [begin: string, commit: string, rollback: string],
): Promise<T> {
  database.exec(begin);
  try {
    const done = await work(session);
    database.exec(commit);
    return done;
  } catch (error) {
    try {
      database.exec(rollback);
    } catch {
      // The database has rolled back by itself; what went wrong is the first error.
    }
    throw error;
  }
}

function sqliteSession(database: SqliteDatabase): Session {
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (text: string): SqliteStatement => {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const made = database.prepare(text);
    prepared.set(text, made);
    return made;
  };
  const run = ({ text, params }: Sql): Result => {
    if (!RETURNS_ROWS.test(text)) {
      return RUNS_ONCE.test(text)
        ? { rows: [], count: (database.exec(text), 0) }
        : { rows: [], count: prepare(text).run(...(params as Value[])).changes };
    }
    return { rows: prepare(text).all(...(params as Value[])) as Row[], count: 0 };
  };
  return { run: async (sql) => run(sql) };
}

const RETURNS_ROWS = /^\s*(select|with|explain)/;
const RUNS_ONCE = /^\s*(create|alter|drop)/;

/** One after the other: a connection has one transaction at a time, and nobody may see half of it. */
function turns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Of every store on this database object: it is one connection. */
function turnsOf(database: SqliteDatabase): ReturnType<typeof turns> {
  const known = allTurns.get(database) ?? turns();
  allTurns.set(database, known);
  return known;
}

const ALL_TURNS = Symbol.for('@org/approval-store-sql/turns');
type AllTurns = WeakMap<SqliteDatabase, ReturnType<typeof turns>>;
/** Of the process: each CommonJS file of the package has a copy of this module, and a database may be given to two. */
const allTurns: AllTurns = (Reflect.get(globalThis, ALL_TURNS) as AllTurns | undefined) ?? new WeakMap();
Reflect.set(globalThis, ALL_TURNS, allTurns);

function faultOf(error: unknown): Fault {
  const { code } = errorParts(error);
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'retry';
  return /^SQLITE_CONSTRAINT_(PRIMARYKEY|UNIQUE|ROWID)/.test(code) ? 'duplicate' : 'other';
}
