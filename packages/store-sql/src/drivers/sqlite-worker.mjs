/**
 * The thread that owns a SQLite file. It runs unbuilt, from sources and from the build, without a
 * loader, so it is JavaScript and imports nothing of this package. `sqlite-thread.ts` has the types
 * of its requests.
 */
import { parentPort, workerData } from 'node:worker_threads';

const { file, library, prepare } = workerData;

let database = null;
let isReady = false;
const prepared = new Map();
/** Most cached statements. */
const MOST_STATEMENTS = 500;

/** libsql if it is installed, since the host may have the file open with it (decision 0031). */
async function openFile() {
  const Libsql = library === 'node:sqlite' ? null : await ofLibsql();
  if (Libsql !== null) {
    database = new Libsql(file);
    return 'libsql';
  }
  database = new (await nodeSqlite()).DatabaseSync(file);
  return 'node:sqlite';
}

/** null: it is not installed, and Node.js has its own. */
async function ofLibsql() {
  try {
    return (await import('libsql')).default;
  } catch (error) {
    const isMissing = error?.code === 'ERR_MODULE_NOT_FOUND' || error?.code === 'MODULE_NOT_FOUND';
    if (isMissing && library === undefined && (await nodeSqlite().catch(() => null)) !== null) return null;
    throw error;
  }
}

/** Node 22 warns each time that it is experimental; the process object is the thread's own. */
async function nodeSqlite() {
  process.removeAllListeners('warning');
  return import('node:sqlite');
}

function statement(text) {
  const known = prepared.get(text);
  if (known !== undefined) return known;
  const made = database.prepare(text);
  // Rows that share other cells make another statement: frequent ones soon return.
  if (prepared.size >= MOST_STATEMENTS) prepared.clear();
  prepared.set(text, made);
  return made;
}

/** Writes everything if every check finds the expected row; returns whether it did. */
function runScript({ checks, writes }) {
  for (const { text, params, row } of checks) {
    const found = statement(text).get(...params);
    const cells = found === undefined ? null : Object.values(found);
    if (cells === null || row === null ? cells !== row : row.some((it, at) => it !== cells[at])) return false;
  }
  for (const { text, params } of writes) statement(text).run(...params);
  return true;
}

/** One commit for all: each script succeeds or fails by itself, and the disk is synced once. */
function runScripts(scripts) {
  database.exec('begin immediate');
  try {
    const [only] = scripts;
    if (scripts.length === 1) {
      // A single script needs no savepoint, for which SQLite would keep a copy of each page.
      const isWritten = runScript(only);
      database.exec(isWritten ? 'commit' : 'rollback');
      return [{ value: isWritten }];
    }
    const answers = scripts.map((script) => {
      database.exec('savepoint script');
      try {
        const isWritten = runScript(script);
        database.exec(isWritten ? 'release script' : 'rollback to script; release script');
        return { value: isWritten };
      } catch (error) {
        undo(error);
        return { error: partsOf(error) };
      }
    });
    database.exec('commit');
    return answers;
  } catch (error) {
    try {
      database.exec('rollback');
    } catch {
      // The database rolled back by itself; the first error is the cause.
    }
    throw error;
  }
}

/** @throws what went wrong, where the whole transaction is gone with it. */
function undo(error) {
  try {
    database.exec('rollback to script; release script');
  } catch {
    throw error;
  }
}

const DO = {
  open: openFile,
  rows: ({ text, params }) => statement(text).all(...params),
  write: ({ text, params }) => statement(text).run(...params).changes,
  exec: ({ text }) => void database.exec(text),
  /** Statements of the host are not cached. */
  once: ({ text, params }) => database.prepare(text).all(...params),
  onceWrite: ({ text, params }) => void database.prepare(text).run(...params),
  scripts: ({ scripts }) => runScripts(scripts),
  close: () => void database?.close(),
};

const partsOf = (error) => ({ message: error?.message, code: error?.code, errcode: error?.errcode });

async function answer({ id, kind, ...request }) {
  try {
    if (!isReady && database !== null && kind !== 'close') {
      for (const text of prepare) database.exec(text);
      isReady = true;
    }
    return { id, value: await DO[kind](request) };
  } catch (error) {
    return { id, error: partsOf(error) };
  }
}

// One after the other, in the order of arrival: only opening is asynchronous.
let last = Promise.resolve();
parentPort.on('message', (request) => {
  last = last.then(async () => {
    parentPort.postMessage(await answer(request));
    if (request.kind === 'close') parentPort.close();
  });
});
