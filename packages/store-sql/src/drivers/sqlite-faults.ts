/** What an error of better-sqlite3, libsql or node:sqlite means. */
import type { Fault } from '../sql/driver.js';
import { errorParts } from './error-parts.js';

export function faultOf(error: unknown): Fault {
  const { code: ownCode, message } = errorParts(error);
  const code = ownCode === 'ERR_SQLITE_ERROR' ? nameOf(error) : ownCode;
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'retry';
  if (/^SQLITE_CONSTRAINT_(PRIMARYKEY|UNIQUE|ROWID)/.test(code)) return 'duplicate';
  // The host has closed it.
  if (/(connection|database) is not open/i.test(message)) return 'failing';
  // The thread that owned it is gone.
  if (code === 'ECONNABORTED') return 'lost';
  if (/^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|NOMEM)/.test(code)) return 'failing';
  return code === 'SQLITE_TOOBIG' ? 'too-large' : 'other';
}

/** node:sqlite says SQLite's number: the class of the error is in its low byte. */
function nameOf(error: unknown): string {
  const number: unknown = Reflect.get(error as object, 'errcode');
  return (
    (typeof number === 'number' ? (KEY_CODES.get(number) ?? CODES.get(number & 0xff)) : undefined) ??
    'SQLITE_ERROR'
  );
}

const CODES: ReadonlyMap<number, string> = new Map([
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [7, 'SQLITE_NOMEM'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [18, 'SQLITE_TOOBIG'],
]);

const KEY_CODES: ReadonlyMap<number, string> = new Map([
  [1555, 'SQLITE_CONSTRAINT_PRIMARYKEY'],
  [2067, 'SQLITE_CONSTRAINT_UNIQUE'],
  [2579, 'SQLITE_CONSTRAINT_ROWID'],
]);
