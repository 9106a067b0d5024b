/**
 * Applies a write to the stored thread, on both sides (contract section 16): the same rule for
 * structure and content, so that they stay in step. A write changes what it says and nothing else;
 * what another write has changed or deleted since the writer looked is refused. Pure.
 */
import { type Fields, isObject } from '../record.js';
import {
  type Applied,
  type ConflictReason,
  OF_THE_FIRST,
  TIMES,
  isKnown,
  isOpen,
  ownOf,
  unchanged,
} from './applied.js';
import { applyRow, isReason } from './apply-row.js';
import type { RowChange, ThreadChange } from './change.js';
import type { StoredRow, StoredThread } from './rows.js';
import { applyWithdrawal } from './withdraw.js';

export interface ApplyOptions {
  /** True if a comment may make its thread: at the customer's, whose provider is newer. */
  readonly makesThreads: boolean;
  /** Time of the server, in ms since the epoch, which new rows keep; without it they keep none. */
  readonly now?: number;
}

/**
 * Says what becomes of a stored thread when a change is made to it: what to write, or why not.
 * Pure.
 * @param stored the thread with the comments that the change names; null: it does not exist.
 */
export function applyChange(
  stored: StoredThread | null,
  change: ThreadChange,
  { makesThreads, now }: ApplyOptions,
): Applied {
  const { withdraws } = change;
  if (withdraws !== undefined) return applyWithdrawal(stored, { ...change, withdraws });
  const next = (stored?.revision ?? 0) + 1;
  const { revision: seen, writeId, by } = change;
  const about = { next, seen, writeId, by, now, makesThreads, isThread: false, marks: [] };
  const marks = change.contentMarks.map((it) => `#${it}`);
  const [ofThread, ofComment] = change.thread === null ? [[], marks] : [marks, []];
  const refuse = (reason: ConflictReason, key: string | null): Applied => ({
    outcome: 'conflict',
    conflict: { reason, commentId: key === null ? null : Number(key) },
  });

  // A withdrawn thread counts as one that was never there, but its writes stay known.
  const isWithdrawn = stored?.thread.isDeleted === true && isOpen(stored.thread, change.by);
  if (stored?.thread.isDeleted === true) {
    const isGone =
      change.thread === null && [...change.comments.values()].every((it) => it.kind === 'delete');
    if (isGone || isKnown(stored.thread, change.writeId))
      return unchanged(stored, stored.thread, change.writeId);
    if (!isWithdrawn) return refuse('deleted', null);
  }
  // Words for one document are not put where readers of another see them.
  const isNew = stored === null || isWithdrawn;
  if (!isNew && isElsewhere(stored, change)) return refuse('changed', null);
  if (isNew && change.thread?.kind !== 'add' && !makesThreads) return refuse('missing', null);
  const made: RowChange | null = isNew
    ? { kind: 'add', record: { metadata: change.metadata, ...(change.thread && fieldsOf(change.thread)) } }
    : change.thread;
  const thread =
    made === null
      ? 'unchanged'
      : applyRow(stored?.thread, made, { ...about, isThread: true, marks: ofThread }, OF_THE_FIRST);
  if (isReason(thread)) return refuse(thread, null);

  const comments: Record<string, StoredRow> = {};
  for (const [key, row] of change.comments) {
    const before = stored !== null && Object.hasOwn(stored.comments, key) ? stored.comments[key] : undefined;
    const after = applyRow(before, row, { ...about, marks: ofComment }, TIMES);
    if (isReason(after)) return refuse(after, key);
    if (after !== 'unchanged') comments[key] = after;
  }
  const row = rowAbout(stored, change);
  if (thread === 'unchanged' && Object.keys(comments).length === 0 && stored !== null)
    return unchanged(stored, row, change.writeId);
  const own = thread === 'unchanged' ? null : thread;
  const put = {
    annotationId: change.annotationId,
    thread: withLanded(withTime(own, stored, change.lastUpdated, next), stored, change),
    comments,
  };
  return { outcome: 'written', put, previous: row?.revision ?? 0 };
}

/** True if the change names another document than the thread. A deletion goes nowhere. */
function isElsewhere({ thread }: StoredThread, change: ThreadChange): boolean {
  const { metadata } = thread.record;
  const { documentId } = change.metadata;
  const brings = [change.thread, ...change.comments.values()].some(
    (it) => it !== null && it.kind !== 'delete',
  );
  const stored = isObject(metadata) ? metadata.documentId : undefined;
  return brings && (documentId ?? null) !== null && documentId !== stored;
}

const fieldsOf = (change: RowChange): Fields =>
  change.kind === 'add' ? change.record : change.kind === 'update' ? change.set : {};

/** The row that the write is about. */
function rowAbout(stored: StoredThread | null, { thread, comments }: ThreadChange): StoredRow | undefined {
  const [key] = comments.keys();
  if (stored === null || thread !== null || key === undefined) return stored?.thread;
  return ownOf(stored.comments, key);
}

/** A comment's write is also the thread's last one, if this side keeps that time. */
function withTime(
  row: StoredRow | null,
  stored: StoredThread | null,
  lastUpdated: number | null,
  next: number,
): StoredRow | null {
  const base = row ?? stored?.thread;
  if (base === undefined || lastUpdated === null) return row;
  const { lastUpdated: before } = base.record;
  if (typeof before === 'number' && before >= lastUpdated) return row;
  return { ...base, revision: row === null ? base.revision : next, record: { ...base.record, lastUpdated } };
}

/** Highest number of later revisions that a row keeps while an earlier one has not come. */
const MOST_BEYOND = 32;

/** The thread's row with the write's revision at the customer's side, if the save says it. */
function withLanded(
  row: StoredRow | null,
  stored: StoredThread | null,
  { customerRevision }: ThreadChange,
): StoredRow | null {
  const base = row ?? stored?.thread;
  if (customerRevision === undefined || base === undefined) return row;
  const { to, beyond } = stored?.thread.landed ?? { to: 0, beyond: [] };
  const later = [...new Set([...beyond, customerRevision])].toSorted((a, b) => a - b);
  const end = later.reduce((last, it) => (it === last + 1 ? it : last), to);
  const left = later.filter((it) => it > end).slice(0, MOST_BEYOND);
  return { ...base, landed: { to: end, beyond: left } };
}
