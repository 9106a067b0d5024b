/**
 * Counts the size of a thread with each write, so that no write has to read the others to know.
 * Pure.
 */
import { brand } from '@org/approval-internal/brand';
import { COMMENTS_LIMITS } from '../limits.js';
import type { ThreadPut } from './applied.js';
import type { StoredRow, StoredThread, ThreadSize } from './rows.js';

/** The thread has as much in it as one thread may have: begin another one. */
export class ThreadFullError extends Error {
  static {
    brand(ThreadFullError, '@org/approval-comments:ThreadFullError');
  }

  override readonly name = 'ThreadFullError';
}

/**
 * Returns the put with the thread's size after it. A thread that was stored before sizes were is
 * counted from its next write on.
 *
 * @throws ThreadFullError for a write that makes a thread larger than one may be; what makes it
 * smaller goes through.
 */
export function withSize(stored: StoredThread | null, put: ThreadPut): ThreadPut {
  const thread = put.thread ?? stored?.thread;
  if (thread === undefined) return put;
  const before = stored?.thread.size ?? { comments: 0, characters: charactersOf(stored?.thread) };
  const kept = put.dropComments === true ? { comments: 0, characters: 0 } : before;
  const own = put.dropComments === true ? 0 : charactersOf(stored?.thread);
  const size = { comments: kept.comments, characters: kept.characters - own + charactersOf(thread) };
  for (const [key, row] of Object.entries(put.comments)) {
    const known = stored !== null && Object.hasOwn(stored.comments, key) ? stored.comments[key] : undefined;
    if (known === undefined) size.comments += 1;
    size.characters += charactersOf(row) - charactersOf(known);
  }
  check(before, size);
  // Rows that were never counted can make it negative.
  return { ...put, thread: { ...thread, size: { ...size, characters: Math.max(0, size.characters) } } };
}

function check(before: ThreadSize, after: ThreadSize): void {
  const { threadComments, threadCharacters } = COMMENTS_LIMITS;
  if (after.comments > threadComments && after.comments > before.comments)
    throw new ThreadFullError(`the thread is full: ${threadComments} comments; begin another thread`);
  if (after.characters > threadCharacters && after.characters > before.characters)
    throw new ThreadFullError(`the thread is full: ${threadCharacters} characters; begin another thread`);
}

/** Characters of the row as it is stored, without the size itself. */
function charactersOf(row: StoredRow | undefined): number {
  if (row === undefined) return 0;
  const { size: _size, ...counted } = row;
  return JSON.stringify(counted).length;
}
