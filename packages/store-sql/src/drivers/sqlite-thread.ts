/** The main thread's end of the thread that owns a SQLite file (`sqlite-worker.mjs`). */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Value } from '../sql/dialect.js';
import type { Script } from '../sql/driver.js';
import { errorParts } from './error-parts.js';

/** Library that opens the file. */
export type SqliteLibrary = 'libsql' | 'node:sqlite';

export interface ThreadOptions {
  readonly file: string;
  /** libsql by default if it is installed, else node:sqlite. */
  readonly library: SqliteLibrary | undefined;
  /** Statements that prepare a connection; sent with the first work, which is retried. */
  readonly prepare: readonly string[];
}

interface Statement {
  readonly text: string;
  readonly params: readonly unknown[];
}

type Nothing = Readonly<Record<string, never>>;

/** Requests to the thread, with their results. */
interface Asked {
  readonly open: { readonly of: Nothing; readonly answer: SqliteLibrary };
  readonly rows: { readonly of: Statement; readonly answer: Record<string, Value>[] };
  readonly write: { readonly of: Statement; readonly answer: number };
  /** Statements of the host, which are not cached. */
  readonly once: { readonly of: Statement; readonly answer: Record<string, unknown>[] };
  readonly onceWrite: { readonly of: Statement; readonly answer: undefined };
  readonly exec: { readonly of: { readonly text: string }; readonly answer: undefined };
  readonly scripts: { readonly of: { readonly scripts: readonly Script[] }; readonly answer: ScriptAnswer[] };
  readonly close: { readonly of: Nothing; readonly answer: undefined };
}

/** True when the checks of a script held; the error, if this script failed alone. */
export type ScriptAnswer = { readonly value: boolean } | { readonly error: ErrorParts };

interface ErrorParts {
  readonly message?: string;
  readonly code?: string;
  readonly errcode?: number;
}

/** Error in the thread, as its driver reported it. */
export class SqliteThreadError extends Error {
  readonly code: string;
  readonly errcode: number | undefined;

  constructor({ message, code, errcode }: ErrorParts) {
    super(message ?? 'the thread of the SQLite file failed');
    this.code = code ?? '';
    this.errcode = errcode;
  }
}

/** A thread cannot be started here, for example because its program file is missing. */
export class NoThreadError extends Error {}

/**
 * One run of the thread. Its state does not continue in the next run, since a transaction may have
 * been open.
 */
export interface SqliteLink {
  ask<K extends keyof Asked>(kind: K, of: Asked[K]['of']): Promise<Asked[K]['answer']>;
}

export interface SqliteThread {
  readonly library: SqliteLibrary;
  /** The current run of the thread; a new one, if it has ended. */
  readonly link: () => SqliteLink;
  readonly close: () => Promise<void>;
}

/**
 * Opens the file in its own thread.
 * @throws NoThreadError where none can be made; what the driver says where the file cannot be
 *   opened.
 */
export async function startSqliteThread(options: ThreadOptions): Promise<SqliteThread> {
  let link = linkTo(options);
  const library = await link.ask('open', {});
  let isClosed = false;
  return {
    library,
    link() {
      if (isClosed) throw new SqliteThreadError({ message: 'The database connection is not open' });
      if (!link.isOver()) return link;
      link = linkTo({ ...options, library });
      // If opening fails, the next request reports it.
      void link.ask('open', {}).catch(() => undefined);
      return link;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      if (!link.isOver()) await link.close();
    },
  };
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: ErrorParts;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Link extends SqliteLink {
  readonly isOver: () => boolean;
  readonly close: () => Promise<void>;
}

function linkTo(workerData: ThreadOptions): Link {
  const worker = newWorker(workerData);
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let over: Error | null = null;
  let isClosing = false;
  const end = (error: Error): void => {
    over ??= error;
    for (const { reject } of waiting.values()) reject(over);
    waiting.clear();
  };
  worker.on('message', ({ id, value, error }: Answer) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    // The process may exit when no request is pending.
    if (waiting.size === 0 && !isClosing) worker.unref();
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(new SqliteThreadError(error));
  });
  worker.on('error', (error) => end(endedBy(error)));
  worker.on('exit', () => end(endedBy(null)));
  const ask: SqliteLink['ask'] = (kind, of) =>
    new Promise((resolve, reject) => {
      if (over !== null) {
        reject(over);
        return;
      }
      if (waiting.size === 0) worker.ref();
      waiting.set(++lastId, { resolve: resolve as Waiting['resolve'], reject });
      worker.postMessage({ id: lastId, kind, ...of });
    });
  return {
    ask,
    isOver: () => over !== null,
    async close() {
      isClosing = true;
      const gone = once(worker, 'exit');
      await ask('close', {});
      await gone;
    },
  };
}

function newWorker(workerData: ThreadOptions): Worker {
  try {
    // The process's own flags are for its own modules.
    return new Worker(new URL('./sqlite-worker.mjs', import.meta.url), { workerData, execArgv: [] });
  } catch (error) {
    throw new NoThreadError(errorParts(error).message, { cause: error });
  }
}

function endedBy(error: unknown): Error {
  const { code, message } = errorParts(error);
  if (/^(ERR_)?MODULE_NOT_FOUND$/.test(code)) return new NoThreadError(message, { cause: error });
  // To drivers this is a lost connection.
  return new SqliteThreadError({
    message: `the thread of the SQLite file has ended${message === '' ? '' : `: ${message}`}`,
    code: 'ECONNABORTED',
  });
}
