/**
 * A person's right to be forgotten: their words go, and stay gone even if a stale tab sends them.
 */
import { isObject } from '../record.js';
import { kindOf } from '../access/rules.js';
import { type AnnotationStore, allThreads, writeDelete } from '../store/annotation-store.js';
import { OF_THE_FIRST } from '../store/applied.js';
import type { StoredRow, StoredThread } from '../store/rows.js';
import { withSize } from '../store/size.js';
import { canonical } from '../content/canonical.js';
import { attachmentIdOf } from './attachment-rows.js';
import type { BlobStore } from './blob-store.js';

/** Counts of what was taken away of a person. */
export interface ErasedPerson {
  /** Comments of theirs of which a tombstone is left. */
  readonly comments: number;
  /**
   * Threads and comments of others in which they were named, or threads with fields of theirs;
   * their userId is left.
   */
  readonly mentions: number;
  /** Reactions, activities and other records of theirs of which a tombstone is left. */
  readonly records: number;
  /**
   * Ids of the attachments of theirs whose rows were taken away. Their files went with them if
   * `blobs` was passed. Otherwise delete the files: no other call names them.
   */
  readonly attachmentIds: readonly number[];
}

/** A person to forget. */
export interface PersonToErase {
  readonly organizationId: string;
  readonly userId: string;
  /** Storage of the files, to delete those of the person there too. */
  readonly blobs?: Pick<BlobStore, 'delete'>;
}

/**
 * Takes what a person wrote out of the customer's store, comments, fields of threads, records and
 * attachments, and what others' records say of them but the userId. What others wrote about them in
 * words of their own stays: a person has to judge that. Run it again until it finds nothing, as
 * people may write meanwhile; afterwards the client's `reconcile` lets the service forget the
 * comments too.
 */
export async function erasePerson(
  store: AnnotationStore,
  { organizationId, userId, blobs }: PersonToErase,
): Promise<ErasedPerson> {
  let comments = 0;
  let mentions = 0;
  let records = 0;
  const attachmentIds: number[] = [];
  for await (const stored of allThreads(store, { organizationId })) {
    if (isRecordOf(stored, userId)) {
      const attachmentId = attachmentIdOf(stored);
      // Before the row: a repeat after a crash deletes the file all the same.
      if (attachmentId !== null) await blobs?.delete({ organizationId, attachmentId });
      await writeDelete(store, { organizationId, annotationId: stored.annotationId }, {});
      if (attachmentId === null) records += 1;
      else attachmentIds.push(attachmentId);
      continue;
    }
    const next = stored.revision + 1;
    const changed = new Map<string, StoredRow>();
    for (const [key, row] of Object.entries(stored.comments)) {
      if (row.isDeleted === true) continue;
      const isTheirs = isObject(row.record.from) && row.record.from.userId === userId;
      const after = isTheirs ? tombstoneOf(row, next) : without(row, userId, next);
      if (after === row) continue;
      changed.set(key, after);
      if (isTheirs) comments += 1;
      else mentions += 1;
    }
    const thread = without(withoutFields(stored.thread, userId, next), userId, next);
    if (thread !== stored.thread) mentions += 1;
    if (changed.size > 0 || thread !== stored.thread)
      await put(store, organizationId, stored, thread === stored.thread ? null : thread, changed);
  }
  return { comments, mentions, records, attachmentIds };
}

/** True for a record or an attachment that the person made, which goes as a whole. */
const isRecordOf = ({ thread: { record } }: StoredThread, userId: string): boolean =>
  kindOf(record.type) !== null && isObject(record.from) && record.from.userId === userId;

/** A thread that is written at this moment is left for the next run, which its counts ask for. */
const put = (
  store: AnnotationStore,
  organizationId: string,
  stored: StoredThread,
  thread: StoredRow | null,
  comments: ReadonlyMap<string, StoredRow>,
) => {
  const { annotationId, revision } = stored;
  const sized = withSize(stored, { annotationId, thread, comments: Object.fromEntries(comments) });
  return store.put({ ...sized, organizationId, revision });
};

const tombstoneOf = ({ writeIds, revision: before }: StoredRow, revision: number): StoredRow => ({
  record: {},
  isDeleted: true,
  revision,
  before,
  stamps: {},
  writeIds,
});

/** The thread's row without the fields that the person wrote last: a title, a note. */
function withoutFields(row: StoredRow, userId: string, revision: number): StoredRow {
  const { writers, stamps, record } = row;
  const isMaker = isObject(record.from) && record.from.userId === userId;
  // A row of an earlier version does not say who wrote a field: those of the person who made the
  // thread came with it.
  const isTheirs = (name: string) =>
    writers === undefined ? isMaker && stamps[name] === stamps.metadata : writers[name] === userId;
  const names = Object.keys(record).filter((it) => isTheirs(it) && !OF_THE_FIRST.includes(it));
  if (names.length === 0) return row;
  const kept = (fields: object) => Object.entries(fields).filter(([name]) => !names.includes(name));
  return {
    ...row,
    record: Object.fromEntries(kept(record)),
    revision,
    before: row.revision,
    stamps: { ...stamps, ...Object.fromEntries(names.map((it) => [it, revision])) },
    ...(writers !== undefined && { writers: Object.fromEntries(kept(writers)) }),
  };
}

/** The row with nothing of the person but the userId; the same row if there was no more. */
function without(row: StoredRow, userId: string, revision: number): StoredRow {
  const reduced = Object.entries(row.record).map(([name, value]) => [name, reduce(value, userId)] as const);
  const names = reduced.filter(([name, value]) => canonical(value) !== canonical(row.record[name]));
  if (names.length === 0) return row;
  const stamps = { ...row.stamps, ...Object.fromEntries(names.map(([name]) => [name, revision])) };
  return { ...row, record: Object.fromEntries(reduced), revision, before: row.revision, stamps };
}

/** Users are known by the field `userId`, wherever they stand. */
function reduce(value: unknown, userId: string): unknown {
  if (Array.isArray(value)) return value.map((it) => reduce(it, userId));
  if (!isObject(value)) return value;
  if (value.userId === userId) return isObject(value.contact) ? { userId, contact: { userId } } : { userId };
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, reduce(it, userId)]));
}
