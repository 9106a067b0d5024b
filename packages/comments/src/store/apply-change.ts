/**
 * Applies a write to the stored thread, on both sides (contract section 16): the same rule for
 * structure and content, so that they stay in step. A write changes what it says and nothing else;
 * what another write has changed or deleted since the writer looked is refused, and the writer is
 * told. Pure.
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
import { WHOLE, withSayer, withoutNames } from './said.js';
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

/**
 * Takes the words of the whole thread away. @param revision that the writer saw; undefined: of no
 * matter.
 */
export function applyDelete(
  stored: StoredThread | null,
  annotationId: string,
  { revision, writeId }: { revision?: number | undefined; writeId?: string | undefined },
): Applied {
  // An unknown thread has no content to delete, and anyone may make it later.
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

/**
 * Says that a thread is about to be deleted: writes of its fields that were made from an earlier
 * view are refused from then on. Such a write may have come to the customer's side already, where
 * its field is not shown to who deletes.
 */
export function applyAnnouncement(
  stored: StoredThread | null,
  annotationId: string,
  { revision, writeId }: { revision?: number | undefined; writeId?: string | undefined },
): Applied {
  const deleted = applyDelete(stored, annotationId, { writeId });
  if (stored === null || deleted.outcome !== 'written') return deleted;
  const { thread: row, revision: now } = stored;
  if (isKnown(row, writeId) && ownOf(row.stamps, ANY_FIELD) === now)
    return { outcome: 'unchanged', revision: now, previous: now };
  if (revision !== undefined && now > revision)
    return { outcome: 'conflict', conflict: { reason: 'changed', commentId: null } };
  // The row's last write stays the first that it names.
  const [last, ...others] = row.writeIds;
  const thread = {
    ...row,
    stamps: { ...row.stamps, [ANY_FIELD]: now + 1 },
    writeIds: withWriteId(withWriteId(others, writeId), last),
  };
  return { outcome: 'written', put: { annotationId, thread, comments: {} }, previous: now };
}

/** Name of the stamp that counts for every field. */
const ANY_FIELD = '*';

interface About {
  readonly next: number;
  readonly seen: number | undefined;
  readonly writeId: string | undefined;
  readonly by: string | null;
  readonly makesThreads: boolean;
  readonly now: number | undefined;
  readonly isThread: boolean;
  /** Names of stamps of the changed fields that the other side alone has. */
  readonly marks: readonly string[];
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
    // Also of a comment that is not there: its add may still be on its way. Another person may
    // still use that id.
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
  about: About,
): StoredRow | 'unchanged' | ConflictReason {
  const { next, seen, writeId, marks } = about;
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
    seen !== undefined && !FOLLOWING.includes(name) && stampOf(row, name) > seen;
  if (differing.some(([name]) => isNewer(name)) || marks.some(isNewer)) return 'changed';
  // A change that says the same keeps it, though the add that said it first is taken back.
  const said = about.isThread
    ? withoutNames(
        row.said,
        wanted.map(([name]) => name),
      )
    : row.said && {};
  if (differing.length === 0)
    return touched(row, { next, writeId, marks, ...(said !== undefined && { said }) });
  const record = new Map<string, unknown>(Object.entries(row.record));
  for (const [name, value] of differing) {
    if (value === undefined) record.delete(name);
    else record.set(name, value);
  }
  const names = differing.map(([name]) => name);
  return {
    ...madeOf(row),
    ...(said !== undefined && { said }),
    ...writersOf(row, names, about),
    record: Object.fromEntries(record),
    revision: next,
    before: row.revision,
    stamps: { ...row.stamps, ...stampsOf([...names, ...marks], next) },
    writeIds: withWriteId(row.writeIds, writeId),
  };
}

/**
 * A write that makes it so as it is already, or says only what the other side keeps: nothing of the
 * row changes, and it counts all the same. Who deletes the thread has to have seen it.
 */
const touched = (
  row: StoredRow,
  {
    next,
    writeId,
    marks,
    said = row.said,
  }: Pick<About, 'next' | 'writeId' | 'marks'> & { readonly said?: StoredRow['said'] | undefined },
): StoredRow | 'unchanged' =>
  writeId === undefined && marks.length === 0
    ? 'unchanged'
    : {
        ...row,
        ...(said !== undefined && { said }),
        revision: next,
        before: row.revision,
        stamps: { ...row.stamps, ...stampsOf(marks, next) },
        writeIds: withWriteId(row.writeIds, writeId),
      };

const stampOf = ({ stamps }: StoredRow, name: string): number =>
  Math.max(ownOf(stamps, name) ?? 0, ownOf(stamps, ANY_FIELD) ?? 0);

const stampsOf = (names: readonly string[], revision: number) =>
  Object.fromEntries(names.map((name) => [name, revision] as const));

/** Fields that identify a record: they stay when the rest is replaced. */
const KEPT: readonly string[] = ['commentId', 'metadata', 'from', 'createdAt'];

/** A new row. @param gone a tombstone under it, whose writes are still known. */
const rowOf = (record: Fields, about: About, gone?: StoredRow): StoredRow => ({
  ...(about.now !== undefined && { at: about.now }),
  ...(about.isThread && about.writeId !== undefined && { madeBy: about.writeId }),
  said: withSayer({}, about.isThread ? Object.keys(record) : [WHOLE], about.writeId) ?? {},
  ...writersOf(undefined, Object.keys(record), about),
  record,
  revision: about.next,
  before: 0,
  stamps: stampsOf([...Object.keys(record), ...about.marks], about.next),
  writeIds: withWriteId(gone?.writeIds ?? [], about.writeId),
});

const madeOf = ({ at, madeBy }: StoredRow): Pick<StoredRow, 'at' | 'madeBy'> => ({
  ...(at !== undefined && { at }),
  ...(madeBy !== undefined && { madeBy }),
});

/** A comment is of its author; each field of a thread is of the person who wrote it last. */
function writersOf(
  row: StoredRow | undefined,
  names: readonly string[],
  { isThread, by }: About,
): Pick<StoredRow, 'writers'> {
  if (!isThread || (by === null && row?.writers === undefined)) return {};
  const others = Object.entries(row?.writers ?? {}).filter(([name]) => !names.includes(name));
  const own = by === null ? [] : names.map((name) => [name, by] as const);
  return { writers: Object.fromEntries([...others, ...own]) };
}

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
 * An add of what is there: nothing is replaced. Fields that it has never had are filled in, as
 * reconciliation may have been faster than the writer, and knows less.
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
  // An add puts no author to content that has none.
  if (differing.some(([name]) => !isNew(name) || name === 'from')) return 'changed';
  // The customer's side would merge the add over a field that another write has set.
  if (about.marks.some((it) => Object.hasOwn(row.stamps, it))) return 'changed';
  // The same by another write: from now on it is that one's too, and the first is not taken back
  // alone.
  const names = about.isThread ? others.map(([name]) => name) : [];
  const said = withSayer(row.said, about.isThread ? names : [WHOLE], about.writeId);
  if (differing.length === 0)
    return touched(row, { ...about, marks: [...about.marks, ...names], ...(said !== undefined && { said }) });
  const set = Object.fromEntries(differing);
  const filled = updated(row, { kind: 'update', set, unset: [] }, { ...about, seen: undefined });
  if (isReason(filled)) return 'changed';
  return filled === 'unchanged' || said === undefined ? filled : { ...filled, said };
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

/**
 * A repeat of the row's last write gets the same result; any other repeat may have more to read.
 */
const unchanged = (
  { revision }: StoredThread,
  row: StoredRow | undefined,
  writeId: string | undefined,
): Applied =>
  row !== undefined && writeId !== undefined && row.writeIds[0] === writeId
    ? { outcome: 'unchanged', revision: row.revision, previous: row.before }
    : { outcome: 'unchanged', revision, previous: revision };
