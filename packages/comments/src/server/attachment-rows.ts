/** Rows that say whose the files are, in the store of the comments. */
import type { StoredThread } from '../store/rows.js';

/** Kind of the rows: neither a thread nor a record with content. */
export const ATTACHMENT = 'attachment';

const PREFIX = 'attachment-';

/** Returns the id of the row of an attachment. */
export const attachmentRowId = (attachmentId: number): string => `${PREFIX}${attachmentId}`;

/** Returns the id of the attachment that the row is about; null for another row. */
export function attachmentIdOf({ annotationId, thread }: StoredThread): number | null {
  if (thread.record.type !== ATTACHMENT || !annotationId.startsWith(PREFIX)) return null;
  const id = Number(annotationId.slice(PREFIX.length));
  return Number.isSafeInteger(id) ? id : null;
}
