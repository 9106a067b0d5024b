/** Fault of an error of a SQLite driver. */
import type { Fault } from '../sql/driver.js';
import { errorParts } from './error-parts.js';

export function faultOf(error: unknown): Fault {
  const { message } = errorParts(error);
  const code = codeOf(error);
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'retry';
  if (/^SQLITE_CONSTRAINT_(PRIMARYKEY|UNIQUE|ROWID)/.test(code)) return 'duplicate';
  // The host has closed it.
  if (/(connection|database) is not open/i.test(message)) return 'failing';
  // The thread that owned it has ended.
  if (code === 'ECONNABORTED') return 'lost';
  if (/^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|NOMEM)/.test(code)) return 'failing';
  return code === 'SQLITE_TOOBIG' ? 'too-large' : 'other';
}

/** SQLite's name of the error; `node:sqlite` gives its number. */
function codeOf(error: unknown): string {
  const { code } = errorParts(error);
  if (code !== 'ERR_SQLITE_ERROR') return code;
  const number = Number(Reflect.get(error as object, 'errcode'));
  return CODES[number] ?? CODES[number % 256] ?? code;
}

/** Extended codes have their family in the last byte. */
const CODES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  18: 'SQLITE_TOOBIG',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
  2579: 'SQLITE_CONSTRAINT_ROWID',
};
