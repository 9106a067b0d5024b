/** better-sqlite3, libsql, node:sqlite, bun:sqlite, and what speaks like them. */
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

/** What we need of a database object of better-sqlite3, libsql, `node:sqlite` or `bun:sqlite`. */
export interface SqliteDatabase {
  /** Prepares a statement. */
  prepare(sql: string): SqliteStatement;
  /** Runs statements without results. */
  exec(sql: string): unknown;
  /** Whether a transaction is open, as better-sqlite3, libsql and bun:sqlite say it. */
  readonly inTransaction?: boolean;
  /** The same, as `node:sqlite` says it (Node 22.16 or newer). */
  readonly isTransaction?: boolean;
}

/** Short: the driver blocks the whole process while it waits. Longer waits are between tries. */
const BUSY_TIMEOUT_MS = 20;

export function sqliteDriver(database: SqliteDatabase): Driver {
  const session = sqliteSession(database);
  const turn = turnsOf(database);
  let isReady = false;
  // With the first work, which is tried again: many processes that start at once are in each other's way here too.
  const inTurn: typeof turn = (work) =>
    turn(async () => {
      if (!isReady) for (const text of PREPARATIONS) database.exec(text);
      isReady = true;
      return work();
    });
  return {
    hosted: false,
    read: (work) => inTurn(() => work(session)),
    // Immediate: a transaction that reads first and writes later fails at once when another one was faster.
    transaction: (work) =>
      inTurn(() => within(database, session, inParts(work), ['begin immediate', 'commit', 'rollback'])),
    faultOf,
  };
}

/** ms that the statements of a transaction may take in one turn of the event loop. */
const MOST_MS = 10;

/**
 * SQLite answers at once, so that a commit of 20,000 rows would be one turn. Other work on this connection has its turn after
 * the transaction in any case; the rest of the process goes on meanwhile.
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
    // The commit itself writes all of it.
    await pause();
    return done;
  };
}

/** What a connection is told first. */
export const PREPARATIONS = [
  // First: what follows may have to wait.
  `pragma busy_timeout = ${BUSY_TIMEOUT_MS}`,
  'pragma journal_mode = wal',
  'pragma synchronous = full',
  // Four times the usual: pages that change often are copied into the file less often.
  'pragma wal_autocheckpoint = 4000',
];

/** What a connection of ours is told first. */
export const OWN_PREPARATIONS = [
  // To take a statement back SQLite keeps the pages that it changes; beyond 64 KiB in a file, which was half of all bytes that were
  // written. Not on a connection of the host's: its temporary tables would be gone.
  'pragma temp_store = memory',
  ...PREPARATIONS,
];

const EXPECTED = 'the database object of your driver of SQLite on which you have begun a transaction';

/**
 * Two copies of SQLite in one process do not see each other's locks on a file (https://sqlite.org/howtocorrupt.html, 2.2.1):
 * with both at work it would be destroyed.
 */
export function checkLibrary(database: SqliteDatabase, own: SqliteLibrary): void {
  if (!hasMethods(database, ['prepare', 'exec'])) return;
  const isOfNode = (Object.getPrototypeOf(database) as object).constructor.name === 'DatabaseSync';
  if (isOfNode === (own === 'node:sqlite')) return;
  throw notOpen(
    `a database object of ${own}, with which the store has opened the file`,
    'this one is of another copy of SQLite, and two in one process destroy the file: open it with the same (option sqliteLibrary)',
  );
}

/** On a connection whose open transaction is the host's; `own` is that of the store, null where it is in a thread. */
export function joinedSqliteDriver(database: SqliteDatabase, own: SqliteDatabase | null): Driver {
  if (!hasMethods(database, ['prepare', 'exec'])) throw notOpen(EXPECTED, described(database));
  if (database === own) {
    throw notOpen(
      EXPECTED,
      "this is the store's own, on which calls of others run in between: open another one",
    );
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
    // Rows that have other cells in common are another statement: what is used often is soon there again.
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
      // The statement says what its rows are; tables are strict, so that the cells have the types of their columns.
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

/** The host may have whole numbers as bigint (`defaultSafeIntegers`, `readBigInts`): ours fit. */
function asNumbers(rows: unknown[]): unknown[] {
  for (const row of rows as Record<string, unknown>[])
    for (const name in row) if (typeof row[name] === 'bigint') row[name] = Number(row[name]);
  return rows;
}

/** Statements that a connection keeps. */
const MOST_STATEMENTS = 500;

export const RETURNS_ROWS = /^\s*(select|with|explain)/;
export const HOST_ROWS = /^\s*(select|with|values|pragma)|\breturning\b/i;
export const RUNS_ONCE = /^\s*(create|alter|drop)/;

/** One after the other: a connection has one transaction at a time, and nobody may see half of it. */
export function turns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** The turns of every store on this database object: it is one connection. */
function turnsOf(database: SqliteDatabase): ReturnType<typeof turns> {
  const known = allTurns.get(database) ?? turns();
  allTurns.set(database, known);
  return known;
}

const ALL_TURNS = Symbol.for('@org/approval-store-sql/turns');
type AllTurns = WeakMap<SqliteDatabase, ReturnType<typeof turns>>;
/** One for the process: each CommonJS file of the package has a copy of this module, and a database may be given to two. */
const allTurns: AllTurns = (Reflect.get(globalThis, ALL_TURNS) as AllTurns | undefined) ?? new WeakMap();
Reflect.set(globalThis, ALL_TURNS, allTurns);
