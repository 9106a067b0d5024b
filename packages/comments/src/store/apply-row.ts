/**
 * Applies a change to one row: a comment, or the thread's own fields. What another write has
 * changed or deleted since the writer looked is refused. Pure.
 */
import { canonical } from '../content/canonical.js';
import type { Fields } from '../record.js';
import {
  ANY_FIELD,
  type ConflictReason,
  FOLLOWING,
  isKnown,
  isOpen,
  ownOf,
  tombstone,
  withWriteId,
} from './applied.js';
import type { RowChange } from './change.js';
import type { StoredRow } from './rows.js';
import { WHOLE, withSayer, withoutNames } from './said.js';

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

export function applyRow(
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

export const isReason = (it: StoredRow | 'unchanged' | ConflictReason): it is ConflictReason =>
  it === 'deleted' || it === 'changed' || it === 'missing';
