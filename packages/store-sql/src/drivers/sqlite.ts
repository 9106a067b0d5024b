/** better-sqlite3, libsql, node:sqlite, bun:sqlite, and compatible drivers. */
import { nextTurn } from '@org/approval-internal/turns';
import type { Sql } from '../sql/dialect.js';
import type { Driver, Result, Session } from '../sql/driver.js';
import { described, hasMethods, notOpen } from './not-open.js';
import { faultOf } from './sqlite-faults.js';
import type { SqliteLibrary } from './sqlite-thread.js';

/** A prepared statement. */
export interface SqliteStatement {
  /** Runs it and returns its rows. */
  all(...params: unknown[]): unknown[];
  /** Runs it and returns how many rows it changed. */
  run(...params: unknown[]): { readonly changes: number | bigint };
}

/**
 * The part of a database object of better-sqlite3, libsql, `node:sqlite` or `bun:sqlite` that the
 * store uses.
 */
export interface SqliteDatabase {
  /** Prepares a statement. */
  prepare(sql: string): SqliteStatement;
  /** Runs statements without results. */
  exec(sql: string): unknown;
  /** True while a transaction is open, on better-sqlite3, libsql and bun:sqlite. */
  readonly inTransaction?: boolean;
  /** The same on `node:sqlite` (Node 22.16 or later). */
  readonly isTransaction?: boolean;
}

/** Short: the driver blocks the whole process while it waits. Longer waits happen between tries. */
const BUSY_TIMEOUT_MS = 20;

export function sqliteDriver(database: SqliteDatabase): Driver {
  const session = sqliteSession(database);
  const turn = turnsOf(database);
  let isReady = false;
  // With the first work, which is retried: processes that start together conflict here too.
  const inTurn: typeof turn = (work) =>
    turn(async () => {
      if (!isReady) for (const text of PREPARATIONS) database.exec(text);
      isReady = true;
      return work();
    });
  return {
    hosted: false,
    read: (work) => inTurn(() => work(session)),
    // Immediate: a transaction that reads first and writes later fails at once when another was
    // faster.
    transaction: (work) =>
      inTurn(() => within(database, session, inParts(work), ['begin immediate', 'commit', 'rollback'])),
    faultOf,
  };
}

/** Most ms that the statements of a transaction take in one turn of the event loop. */
const MOST_MS = 10;

/**
 * SQLite returns synchronously, so a commit of 20,000 rows would be one turn. Other work on this
 * connection follows the transaction anyway; the rest of the process continues meanwhile.
 */
function inParts<T>(work: (session: Session) => Promise<T>): (session: Session) => Promise<T> {
  return async (session) => {
    let since = performance.now();
    const pause = async (): Promise<void> => {
      if (performance.now() - since < MOST_MS) return;
      await nextTurn();
      since = performance.now();
    };
    const run: Session['run'] = async (statement) => {
      await pause();
      return session.run(statement);
    };
    const done = await work({ ...session, run });
    // The commit itself writes everything.
    await pause();
    return done;
  };
}

/** Statements that prepare every connection. */
export const PREPARATIONS = [
  // First: the following statements may have to wait.
  `pragma busy_timeout = ${BUSY_TIMEOUT_MS}`,
  'pragma journal_mode = wal',
  'pragma synchronous = full',
  // Four times the default: pages that change often are copied into the file less often.
  'pragma wal_autocheckpoint = 4000',
];

/** Statements that prepare a connection of our own. */
export const OWN_PREPARATIONS = [
  // SQLite keeps changed pages to undo a statement, beyond 64 KiB in a file; that was half of all
  // bytes written. Not on a connection of the host: its temporary tables would be lost.
  'pragma temp_store = memory',
  ...PREPARATIONS,
];

const EXPECTED = 'the database object of your driver of SQLite on which you began a transaction';

/**
 * Two copies of SQLite in one process do not see each other's locks on a file
 * (https://sqlite.org/howtocorrupt.html, 2.2.1): together they would corrupt it.
 */
export function checkLibrary(database: SqliteDatabase, own: SqliteLibrary): void {
  if (!hasMethods(database, ['prepare', 'exec'])) return;
  const isOfNode = (Object.getPrototypeOf(database) as object).constructor.name === 'DatabaseSync';
  if (isOfNode === (own === 'node:sqlite')) return;
  throw notOpen(
    `a database object of ${own}, with which the store has opened the file`,
    'this one belongs to another copy of SQLite, and two copies in one process corrupt the file; open both with the same one (option sqliteLibrary)',
  );
}

/**
 * Uses a connection with an open transaction of the host; `own` is the store's connection, null
 * where a thread has it.
 */
export function joinedSqliteDriver(database: SqliteDatabase, own: SqliteDatabase | null): Driver {
  if (!hasMethods(database, ['prepare', 'exec'])) throw notOpen(EXPECTED, described(database));
  if (database === own) {
    throw notOpen(EXPECTED, "this is the store's own, which other calls use too; open another one");
  }
  const session = sqliteSession(database);
  const inTurn = turns();
  const checked = (): void => {
    if (!(database.inTransaction ?? database.isTransaction))
      throw notOpen(EXPECTED, 'this one has no open transaction');
  };
  checked();
  return {
    hosted: true,
    read: (work) =>
      inTurn(async () => {
        checked();
        return work(session);
      }),
    transaction: (work) =>
      inTurn(async () => {
        checked();
        return within(database, session, work, [
          'savepoint approval',
          'release approval',
          'rollback to approval; release approval',
        ]);
      }),
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
      // The database rolled back by itself; the first error is the cause.
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
    // Rows that share other cells make another statement: frequent ones soon return.
    if (prepared.size >= MOST_STATEMENTS) prepared.clear();
    prepared.set(text, made);
    return made;
  };
  return {
    async run<R>({ text, params }: Sql<R>): Promise<Result<R>> {
      if (RUNS_ONCE.test(text)) {
        database.exec(text);
        return { rows: [], count: 0 };
      }
      if (!RETURNS_ROWS.test(text)) return { rows: [], count: Number(prepare(text).run(...params).changes) };
      // The statement declares its rows; tables are strict, so cells have the types of their
      // columns.
      return { rows: asNumbers(prepare(text).all(...params)) as R[], count: 0 };
    },
    host: {
      client: null,
      async query(text, params) {
        const statement = database.prepare(text);
        if (HOST_ROWS.test(text)) return statement.all(...params) as Record<string, unknown>[];
        statement.run(...params);
        return [];
      },
    },
  };
}

/**
 * The host may read whole numbers as bigint (`defaultSafeIntegers`, `readBigInts`): all values fit.
 */
function asNumbers(rows: unknown[]): unknown[] {
  for (const row of rows as Record<string, unknown>[])
    for (const name in row) if (typeof row[name] === 'bigint') row[name] = Number(row[name]);
  return rows;
}

/** Most cached statements of a connection. */
const MOST_STATEMENTS = 500;

export const RETURNS_ROWS = /^\s*(select|with|explain)/;
export const HOST_ROWS = /^\s*(select|with|values|pragma)|\breturning\b/i;
export const RUNS_ONCE = /^\s*(create|alter|drop)/;

/**
 * One after the other: a connection has one transaction at a time, and no other work may see half
 * of it.
 */
export function turns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** The queue of every store on this database object, which is one connection. */
function turnsOf(database: SqliteDatabase): ReturnType<typeof turns> {
  const known = allTurns.get(database) ?? turns();
  allTurns.set(database, known);
  return known;
}

const ALL_TURNS = Symbol.for('@org/approval-store-sql/turns');
type AllTurns = WeakMap<SqliteDatabase, ReturnType<typeof turns>>;
/**
 * One for the process: each CommonJS file of the package has a copy of this module, and two may
 * share a database.
 */
const allTurns: AllTurns = (Reflect.get(globalThis, ALL_TURNS) as AllTurns | undefined) ?? new WeakMap();
Reflect.set(globalThis, ALL_TURNS, allTurns);
