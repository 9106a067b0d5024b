/**
 * What a save does to the stored record, on both sides (contract section 16): the same rule for structure and
 * content, so that they stay in step. Pure.
 */
import { type Fields, isObject } from '../record.js';

/** A stored thread, of either kind. */
export interface AnnotationRecord extends Fields {
  readonly annotationId: string;
  readonly metadata: Fields;
  readonly comments: Fields;
}

export interface SavedChange {
  readonly annotation: AnnotationRecord;
  readonly event?: string | undefined;
  readonly commentId?: number | undefined;
}

/**
 * The writer sends the thread as they knew it, which may be older than what is stored. So a save that names a comment
 * writes that comment, and no other: what somebody else wrote meanwhile stays, and what they deleted stays away. A
 * save of the thread itself writes every comment that it brings and deletes none. Fields of the thread that are not
 * sent stay.
 *
 * @param stored null: there is no such thread yet.
 */
export function applySave(
  stored: AnnotationRecord | null,
  { annotation, event, commentId }: SavedChange,
): AnnotationRecord {
  const key = commentId === undefined ? null : String(commentId);
  const comments = new Map(Object.entries(stored === null ? annotation.comments : stored.comments));
  if (key === null) {
    for (const [id, comment] of Object.entries(annotation.comments)) comments.set(id, comment);
  } else if (event === 'comment.delete') {
    comments.delete(key);
  } else if (Object.hasOwn(annotation.comments, key)) {
    comments.set(key, annotation.comments[key]);
  }
  const merged = Object.fromEntries(comments);
  return { ...stored, ...annotation, ...flagsOf(annotation, merged), comments: merged };
}

/** The thread's flag is about all its comments, of which the writer may not have known some. */
function flagsOf(annotation: AnnotationRecord, comments: Fields): Fields {
  if (!Object.hasOwn(annotation, 'isCommentTextAvailable')) return {};
  const isCommentTextAvailable = Object.values(comments).some(
    (comment) => isObject(comment) && comment.isCommentTextAvailable === true,
  );
  return { isCommentTextAvailable };
}
