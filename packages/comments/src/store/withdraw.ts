/**
 * Taking back a write that failed for its writer: it may have arrived, it may still be on its way,
 * or it may never come. What it wrote goes, unless something else was written there since; what it
 * has not yet written it never will. Pure.
 */
import { isObject } from '../record.js';
import { type Applied, OF_THE_FIRST, identifiersOf, isOpen, withWriteId } from './applied.js';
import type { ThreadChange } from './change.js';
import type { StoredRow, StoredThread } from './rows.js';
import { WHOLE, sayersOf, withoutSayer } from './said.js';

interface Withdrawal {
  readonly next: number;
  /** The write that is taken back, which is known from then on. */
  readonly withdraws: string;
}

/** @param stored the thread with all its comments; null: there is none yet. */
export function applyWithdrawal(
  stored: StoredThread | null,
  change: ThreadChange & { readonly withdraws: string },
): Applied {
  const { withdraws } = change;
  const about = { next: (stored?.revision ?? 0) + 1, withdraws };
  if (stored?.thread.isDeleted === true && !isOpen(stored.thread, change.by)) return nothing(stored);

  const comments: Record<string, StoredRow> = {};
  for (const key of change.comments.keys()) {
    const row = stored !== null && Object.hasOwn(stored.comments, key) ? stored.comments[key] : undefined;
    const after = withdrawn(row, about);
    if (after !== null) comments[key] = after;
  }
  const thread = threadAfter(stored, change, comments, about);
  if (thread === null && Object.keys(comments).length === 0) return nothing(stored);
  return {
    outcome: 'written',
    put: { annotationId: change.annotationId, thread, comments },
    previous: stored?.thread.revision ?? 0,
  };
}

/**
 * The tombstone of what the write made, or would have made. Null: it is not of that write, or gone
 * for good.
 */
function withdrawn(row: StoredRow | undefined, about: Withdrawal): StoredRow | null {
  if (row?.said !== undefined && row.isDeleted !== true) {
    if (!sayersOf(row.said, WHOLE).includes(about.withdraws))
      return row.writeIds.includes(about.withdraws) ? null : knowing(row, about);
    const said = withoutSayer(row.said, about.withdraws);
    return sayersOf(said, WHOLE).length > 0 ? { ...row, said } : tombstone(row, {}, about);
  }
  const isOthers = row !== undefined && row.isDeleted !== true && row.writeIds[0] !== about.withdraws;
  const isForGood = row?.isDeleted === true && row.record.withdrawn !== true;
  return isOthers || isForGood ? null : tombstone(row, {}, about);
}

function tombstone(row: StoredRow | undefined, record: StoredRow['record'], about: Withdrawal): StoredRow {
  return {
    record: { ...record, withdrawn: true },
    isDeleted: true,
    revision: about.next,
    before: row?.revision ?? 0,
    stamps: {},
    writeIds: withWriteId(row?.writeIds ?? [], about.withdraws),
  };
}

/**
 * The thread goes when nothing else is in it; where others have comments in it, what the write said
 * of it goes.
 */
function threadAfter(
  stored: StoredThread | null,
  { thread, metadata }: ThreadChange,
  comments: Readonly<Record<string, StoredRow>>,
  about: Withdrawal,
): StoredRow | null {
  const record = { metadata: identifiersOf(metadata) };
  // It is made of nothing, to hold the tombstones. What an add says of the thread stays welcome
  // where only one of its comments is taken back.
  if (stored === null) {
    const made = tombstone(undefined, record, about);
    return thread === null ? { ...made, writeIds: [] } : made;
  }
  const { thread: row } = stored;
  if (thread === null || row.isDeleted === true) return null;
  const rows = { ...stored.comments, ...comments };
  const isEmpty = Object.values(rows).every((it) => it.isDeleted === true);
  const isOwn = row.writeIds[0] === about.withdraws;
  const isMaker = row.madeBy === about.withdraws;
  const stay = identifiersOf(isObject(row.record.metadata) ? row.record.metadata : {});
  if (isOwn && isEmpty && row.before === 0) return tombstone(row, { metadata: stay }, about);
  if (row.said !== undefined) return unsaid(row, row.said, about);
  if (!isOwn && !isMaker) return row.writeIds.includes(about.withdraws) ? null : knowing(row, about);
  // Metadata never changes, so that its stamp is the revision at which the thread was made.
  const written = isOwn ? row.revision : row.stamps.metadata;
  const isTaken = (name: string) => row.stamps[name] === written && !OF_THE_FIRST.includes(name);
  const kept = Object.entries(row.record).filter(([name]) => !isTaken(name));
  const taken = Object.keys(row.record).filter(isTaken);
  if (taken.length === 0) return null;
  return {
    ...row,
    record: Object.fromEntries(kept),
    revision: about.next,
    before: row.revision,
    stamps: { ...row.stamps, ...Object.fromEntries(taken.map((name) => [name, about.next])) },
  };
}

/** The thread without the fields that only the withdrawn add said. */
function unsaid(row: StoredRow, before: NonNullable<StoredRow['said']>, about: Withdrawal): StoredRow | null {
  const names = Object.keys(before).filter((name) => sayersOf(before, name).includes(about.withdraws));
  if (names.length === 0) return row.writeIds.includes(about.withdraws) ? null : knowing(row, about);
  const said = withoutSayer(before, about.withdraws);
  const taken = names.filter((name) => sayersOf(said, name).length === 0 && !OF_THE_FIRST.includes(name));
  if (taken.length === 0) return { ...row, said };
  return {
    ...row,
    said,
    record: Object.fromEntries(Object.entries(row.record).filter(([name]) => !taken.includes(name))),
    revision: about.next,
    before: row.revision,
    stamps: { ...row.stamps, ...Object.fromEntries(taken.map((name) => [name, about.next])) },
  };
}

/**
 * The row as it is: what is still on its way changes nothing of it. Its last write stays the first
 * that it names.
 */
const knowing = (row: StoredRow, { withdraws }: Withdrawal): StoredRow => {
  const [last, ...others] = row.writeIds;
  return { ...row, writeIds: withWriteId(withWriteId(others, withdraws), last) };
};

const nothing = (stored: StoredThread | null): Applied => ({
  outcome: 'unchanged',
  revision: stored?.revision ?? 0,
  previous: stored?.revision ?? 0,
});
