/** A SQLite file that a thread owns: the thread that takes requests does no SQLite work. */
import type { Sql } from '../sql/dialect.js';
import type { Driver, Result, Script, Session } from '../sql/driver.js';
import { HOST_ROWS, RETURNS_ROWS, RUNS_ONCE, turns } from './sqlite.js';
import { faultOf } from './sqlite-faults.js';
import { type SqliteLink, type SqliteThread, SqliteThreadError } from './sqlite-thread.js';

/** Most scripts in one commit. */
const MOST_SCRIPTS = 8;

export function threadedSqliteDriver(thread: SqliteThread): Driver {
  const inTurn = turns();
  return {
    hosted: false,
    read: (work) => inTurn(async () => work(sessionOf(thread.link()))),
    transaction: (work) => inTurn(async () => within(thread.link(), work)),
    script: gathering(thread, inTurn),
    faultOf,
  };
}

function sessionOf(link: SqliteLink): Session {
  return {
    async run<R>({ text, params }: Sql<R>): Promise<Result<R>> {
      if (RUNS_ONCE.test(text)) {
        await link.ask('exec', { text });
        return { rows: [], count: 0 };
      }
      if (!RETURNS_ROWS.test(text)) return { rows: [], count: await link.ask('write', { text, params }) };
      // The statement declares its rows; tables are strict, so cells have the types of their
      // columns.
      return { rows: (await link.ask('rows', { text, params })) as R[], count: 0 };
    },
    host: {
      client: null,
      async query(text, params) {
        if (HOST_ROWS.test(text)) return link.ask('once', { text, params });
        await link.ask('onceWrite', { text, params });
        return [];
      },
    },
  };
}

async function within<T>(link: SqliteLink, work: (session: Session) => Promise<T>): Promise<T> {
  await link.ask('exec', { text: 'begin immediate' });
  try {
    const done = await work(sessionOf(link));
    await link.ask('exec', { text: 'commit' });
    return done;
  } catch (error) {
    // If the database rolled back by itself, the first error is the cause.
    await link.ask('exec', { text: 'rollback' }).catch(() => undefined);
    throw error;
  }
}

interface Gathered {
  readonly script: Script;
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Scripts that arrive during a commit go together in the next one: one disk sync for all. */
function gathering(
  thread: SqliteThread,
  inTurn: ReturnType<typeof turns>,
): (script: Script) => Promise<boolean> {
  const gathered: Gathered[] = [];
  const flush = async (): Promise<void> => {
    const own = gathered.splice(0, MOST_SCRIPTS);
    if (gathered.length > 0) void inTurn(flush);
    try {
      const answers = await thread.link().ask('scripts', { scripts: own.map((it) => it.script) });
      for (const [index, { resolve, reject }] of own.entries()) {
        const answer = answers[index];
        if (answer === undefined) reject(new Error('the thread of the SQLite file did not answer a script'));
        else if ('error' in answer) reject(new SqliteThreadError(answer.error));
        else resolve(answer.value);
      }
    } catch (error) {
      for (const { reject } of own) reject(error);
    }
  };
  return (script) =>
    new Promise((resolve, reject) => {
      gathered.push({ script, resolve, reject });
      if (gathered.length === 1) void inTurn(flush);
    });
}
