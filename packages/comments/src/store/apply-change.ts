/**
 * What a write does to the stored thread, on both sides (contract section 16): the same rule for structure and
 * content, so that they stay in step. A write changes what it says and nothing else; what somebody has changed or
 * deleted since the writer looked is refused, and the writer is told. Pure.
 */
import { canonical } from '../content/canonical.js';
import { type Fields, isObject } from '../record.js';
import type { RowChange, ThreadChange } from './change.js';
import type { StoredRow, StoredThread } from './rows.js';
import {
  type Applied,
  type ConflictReason,
  FOLLOWING,
  OF_THE_FIRST,
  TIMES,
  identifiersOf,
  isOpen,
  withWriteId,
} from './applied.js';
import { applyWithdrawal } from './withdraw.js';

export interface ApplyOptions {
  /** Whether a comment may be the first that this side hears of its thread: at the customer's, whose provider is newer. */
  readonly makesThreads: boolean;
}

/**
 * Says what becomes of a stored thread when a change is made to it: what to write, or why not. Pure.
 * @param stored the thread with the comments that the change names; null: there is none.
 */
export function applyChange(
  stored: StoredThread | null,
  change: ThreadChange,
  { makesThreads }: ApplyOptions,
): Applied {
  const { withdraws } = change;
  if (withdraws !== undefined) return applyWithdrawal(stored, { ...change, withdraws });
  const next = (stored?.revision ?? 0) + 1;
  const about = { next, seen: change.revision, writeId: change.writeId, by: change.by, makesThreads };
  const refuse = (reason: ConflictReason, key: string | null): Applied => ({
    outcome: 'conflict',
    conflict: { reason, commentId: key === null ? null : Number(key) },
  });

  // What was withdrawn is as if it had never been there, but for the writes that it knows.
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
  const thread = made === null ? 'unchanged' : applyRow(stored?.thread, made, about, OF_THE_FIRST);
  if (isReason(thread)) return refuse(thread, null);

  const comments: Record<string, StoredRow> = {};
  for (const [key, row] of change.comments) {
    const before = stored !== null && Object.hasOwn(stored.comments, key) ? stored.comments[key] : undefined;
    const after = applyRow(before, row, about, TIMES);
    if (isReason(after)) return refuse(after, key);
    if (after !== 'unchanged') comments[key] = after;
  }
  const row = rowAbout(stored, change);
  if (thread === 'unchanged' && Object.keys(comments).length === 0 && stored !== null)
    return unchanged(stored, row, change.writeId);
  const own = thread === 'unchanged' ? null : thread;
  const put = {
    annotationId: change.annotationId,
    thread: withTime(own, stored, change.lastUpdated, next),
    comments,
  };
  return { outcome: 'written', put, previous: row?.revision ?? 0 };
}

/** Whether the change says another document than that of the thread. What is taken away goes nowhere. */
function isElsewhere({ thread }: StoredThread, change: ThreadChange): boolean {
  const { metadata } = thread.record;
  const { documentId } = change.metadata;
  const brings = [change.thread, ...change.comments.values()].some(
    (it) => it !== null && it.kind !== 'delete',
  );
  const stored = isObject(metadata) ? metadata.documentId : undefined;
  return brings && (documentId ?? null) !== null && documentId !== stored;
}

/** Takes the words of the whole thread away. @param revision that the writer saw; undefined: of no matter. */
export function applyDelete(
  stored: StoredThread | null,
  annotationId: string,
  { revision, writeId }: { revision?: number | undefined; writeId?: string | undefined },
): Applied {
  // Nobody knows it: there are no words to take away, and nothing to say of who may make it one day.
  if (stored === null) return { outcome: 'unchanged', revision: 0, previous: 0 };
  if (stored.thread.isDeleted === true) return unchanged(stored, stored.thread, writeId);
  if (revision !== undefined && stored.revision > revision)
    return { outcome: 'conflict', conflict: { reason: 'changed', commentId: null } };
  const { metadata } = stored.thread.record;
  const record = { metadata: identifiersOf(isObject(metadata) ? metadata : {}) };
  const thread = tombstone(stored.thread, record, { next: stored.revision + 1, writeId });
  return {
    outcome: 'written',
    put: { annotationId, thread, comments: {}, dropComments: true },
    previous: stored.revision,
  };
}

interface About {
  readonly next: number;
  readonly seen: number | undefined;
  readonly writeId: string | undefined;
  readonly by: string | null;
  readonly makesThreads: boolean;
}

function applyRow(
  row: StoredRow | undefined,
  change: RowChange,
  about: About,
  following: readonly string[],
): StoredRow | 'unchanged' | ConflictReason {
  if (row !== undefined && isKnown(row, about.writeId)) return 'unchanged';
  if (change.kind === 'seen') return isOpen(row, about.by) ? rowOf(change.record, about, row) : 'unchanged';
  if (change.kind === 'delete') {
    if (row?.isDeleted === true && row.record.withdrawn !== true) return 'unchanged';
    if (row !== undefined && row.isDeleted !== true && about.seen !== undefined && row.revision > about.seen)
      return 'changed';
    // Also of a comment that is not there: its add may still be on its way. It keeps nobody else from that id.
    const neverCame = row === undefined || row.isDeleted === true;
    return tombstone(row, neverCame && about.by !== null ? { by: about.by } : {}, about);
  }
  const isFree = row === undefined || isOpen(row, about.by);
  if (!isFree && row.isDeleted === true) return 'deleted';
  if (change.kind === 'add') {
    if (isFree) return rowOf(change.record, about, row);
    return completed(row, change.record, about, following);
  }
  if (!isFree) return updated(row, change, about);
  // The whole of a comment of the time before the provider, which this side has not heard of.
  return about.makesThreads && change.unset === 'others' ? rowOf(change.set, about, row) : 'missing';
}

function updated(
  row: StoredRow,
  { set, unset }: Extract<RowChange, { kind: 'update' }>,
  { next, seen, writeId }: About,
): StoredRow | 'unchanged' | ConflictReason {
  const taken =
    unset === 'others'
      ? Object.keys(row.record).filter((it) => !Object.hasOwn(set, it) && !KEPT.includes(it))
      : unset;
  const wanted: readonly (readonly [string, unknown])[] = [
    ...Object.entries(set),
    ...taken.map((it) => [it, undefined] as const),
  ];
  const differing = wanted.filter(([name, value]) => canonical(ownOf(row.record, name)) !== canonical(value));
  const isNewer = (name: string) =>
    seen !== undefined && !FOLLOWING.includes(name) && (ownOf(row.stamps, name) ?? 0) > seen;
  if (differing.some(([name]) => isNewer(name))) return 'changed';
  if (differing.length === 0) return touched(row, { next, writeId });
  const record = new Map<string, unknown>(Object.entries(row.record));
  for (const [name, value] of differing) {
    if (value === undefined) record.delete(name);
    else record.set(name, value);
  }
  return {
    record: Object.fromEntries(record),
    revision: next,
    before: row.revision,
    stamps: { ...row.stamps, ...Object.fromEntries(differing.map(([name]) => [name, next] as const)) },
    writeIds: withWriteId(row.writeIds, writeId),
  };
}

/**
 * A write that makes it so as it is already, or says only what the other side keeps: nothing of the row changes, and it
 * counts all the same. Who deletes the thread has to have seen it.
 */
const touched = (
  row: StoredRow,
  { next, writeId }: Pick<About, 'next' | 'writeId'>,
): StoredRow | 'unchanged' =>
  writeId === undefined
    ? 'unchanged'
    : { ...row, revision: next, before: row.revision, writeIds: withWriteId(row.writeIds, writeId) };

/** What makes a record what it is: never taken away with the rest. */
const KEPT: readonly string[] = ['commentId', 'metadata', 'from', 'createdAt'];

/** A new row. @param gone a tombstone under it, whose writes are still known. */
const rowOf = (
  record: Fields,
  { next, writeId }: Pick<About, 'next' | 'writeId'>,
  gone?: StoredRow,
): StoredRow => ({
  record,
  revision: next,
  before: 0,
  stamps: Object.fromEntries(Object.keys(record).map((name) => [name, next])),
  writeIds: withWriteId(gone?.writeIds ?? [], writeId),
});

const tombstone = (
  row: StoredRow | undefined,
  record: Fields,
  { next, writeId }: Pick<About, 'next' | 'writeId'>,
): StoredRow => ({
  record,
  isDeleted: true,
  revision: next,
  before: row?.revision ?? 0,
  stamps: {},
  writeIds: withWriteId(row?.writeIds ?? [], writeId),
});

const isKnown = (row: StoredRow, writeId: string | undefined): boolean =>
  writeId !== undefined && row.writeIds.includes(writeId);

const isReason = (it: StoredRow | 'unchanged' | ConflictReason): it is ConflictReason =>
  it === 'deleted' || it === 'changed' || it === 'missing';

const ownOf = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

const fieldsOf = (change: RowChange): Fields =>
  change.kind === 'add' ? change.record : change.kind === 'update' ? change.set : {};

/**
 * An add of what is there: nothing is replaced. Fields that it has never had are filled in, as reconciliation may have
 * been faster than the writer, and knows less.
 */
function completed(
  row: StoredRow,
  sent: Fields,
  about: About,
  following: readonly string[],
): StoredRow | 'unchanged' | 'changed' {
  const others = Object.entries(sent).filter(([name]) => !following.includes(name));
  const isNew = (name: string) => !Object.hasOwn(row.record, name) && !Object.hasOwn(row.stamps, name);
  const differing = others.filter(([name, value]) => canonical(ownOf(row.record, name)) !== canonical(value));
  // Nobody puts their name under words that are there without one.
  if (differing.some(([name]) => !isNew(name) || name === 'from')) return 'changed';
  // The same by another write: from now on it is that one's too, and the first is not taken back alone.
  if (differing.length === 0) return touched(row, about);
  const set = Object.fromEntries(differing);
  const filled = updated(row, { kind: 'update', set, unset: [] }, { ...about, seen: undefined });
  return isReason(filled) ? 'changed' : filled;
}

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

/** Where the row's last write is this very one, it is told again what it did; otherwise there may be more to see. */
const unchanged = (
  { revision }: StoredThread,
  row: StoredRow | undefined,
  writeId: string | undefined,
): Applied =>
  row !== undefined && writeId !== undefined && row.writeIds[0] === writeId
    ? { outcome: 'unchanged', revision: row.revision, previous: row.before }
    : { outcome: 'unchanged', revision, previous: revision };
