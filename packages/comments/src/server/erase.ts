/** A person's right to be forgotten: their words go, and stay gone whatever a stale tab sends. */
import { isObject } from '../record.js';
import { type AnnotationStore, allThreads } from '../store/annotation-store.js';
import type { StoredRow, StoredThread } from '../store/rows.js';
import { withSize } from '../store/size.js';
import { canonical } from '../content/canonical.js';

/** What was taken away of a person, counted. */
export interface ErasedPerson {
  /** Comments of theirs of which a tombstone is left. */
  readonly comments: number;
  /** Threads and comments of others in which they were named, where their userId is left. */
  readonly mentions: number;
}

/**
 * Takes what a person wrote out of the customer's store, and what others' records say of them but the userId. What
 * others wrote about them in words of their own stays: a person has to judge that. Run it again until both counts are
 * 0, as people may write meanwhile; afterwards the client's `reconcile` lets the service forget the comments too.
 */
export async function erasePerson(
  store: AnnotationStore,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<ErasedPerson> {
  let comments = 0;
  let mentions = 0;
  for await (const stored of allThreads(store, { organizationId })) {
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
    const thread = without(stored.thread, userId, next);
    if (thread !== stored.thread) mentions += 1;
    if (changed.size > 0 || thread !== stored.thread)
      await put(store, organizationId, stored, thread === stored.thread ? null : thread, changed);
  }
  return { comments, mentions };
}

/** A thread that somebody writes in at this moment is left for the next run, which its counts ask for. */
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
