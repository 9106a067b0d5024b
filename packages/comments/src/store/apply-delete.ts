/** Deletes a stored thread as a whole, on both sides, and announces such a deletion. Pure. */
import { isObject } from '../record.js';
import {
  ANY_FIELD,
  type Applied,
  identifiersOf,
  isKnown,
  ownOf,
  tombstone,
  unchanged,
  withWriteId,
} from './applied.js';
import type { StoredThread } from './rows.js';

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
