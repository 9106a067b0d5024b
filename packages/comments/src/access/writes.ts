/** Descriptions of a write: for `authorize` before it, and for its writer when it is refused. */
import { Refused } from '../http/json-body.js';
import type { WriteResult } from '../store/annotation-store.js';
import type { SavedChange, ThreadChange } from '../store/change.js';
import type { StoredThread } from '../store/rows.js';
import { authorOf, changesOf, documentOf } from './access.js';

/** The document of a thread that is there, or was. */
export const knownDocument = (stored: StoredThread | null): (string | null)[] => {
  const documentId = documentOf(stored);
  return documentId === undefined ? [] : [documentId];
};

/** Returns the arguments of `authorize` for a write. */
export function aboutWrite(saved: SavedChange, change: ThreadChange, stored: StoredThread | null) {
  const { event = null, commentId = null, annotation } = saved;
  const row = commentId === null ? stored?.thread : stored?.comments[String(commentId)];
  return {
    event,
    annotationId: annotation.annotationId,
    commentId,
    authorId: authorOf(row),
    changes: changesOf(change, stored),
  };
}

/** The refusal of a write that came too late. */
export function conflict(
  { conflict: { reason, commentId }, stored }: Extract<WriteResult, { outcome: 'conflict' }>,
  mayRead: boolean,
): Refused {
  const row = commentId === null ? stored?.thread : stored?.comments[String(commentId)];
  const current = mayRead && row !== undefined && row.isDeleted !== true ? row.record : null;
  return new Refused(`conflict: ${MESSAGES[reason]}`, {
    ...{ reason, commentId, current, revision: stored?.revision ?? 0 },
    annotationId: stored?.annotationId ?? null,
  });
}

const MESSAGES = {
  deleted: 'it is deleted',
  changed: 'it was changed since it was read',
  missing: 'it is not there',
} as const;
