/** What can be done to a thread, as pure functions from the thread before to the thread after. */
import type { CommentEvent } from '../provider/provider.js';
import type { Comment, CommentAnnotation, Fields } from '../record.js';
import type { Change } from './threads.js';

/** A change, and how the requests tell of it. */
export interface Write extends Change {
  readonly event: string;
  readonly commentId?: number;
}

type Named = Omit<Write, 'event'> & { readonly event: CommentEvent };

export const addThread = (annotation: CommentAnnotation, now: number): Named => ({
  annotationId: annotation.annotationId,
  event: 'comment_annotation.add',
  apply: () => ({ createdAt: now, lastUpdated: now, ...annotation }),
});

export const changeThread = (annotationId: string, fields: Fields, event: string, now: number): Write => ({
  annotationId,
  event,
  apply: (thread) => thread && { ...thread, ...fields, lastUpdated: now },
});

/** The same comment again replaces it: an add that is repeated is one comment. */
export const addComment = (annotationId: string, comment: Comment, now: number): Named => ({
  annotationId,
  event: 'comment.add',
  commentId: comment.commentId,
  apply: (thread) => thread && withComment(thread, { createdAt: now, lastUpdated: now, ...comment }, now),
});

/** Fields that are named are replaced, `undefined` takes one away. */
export const updateComment = (
  annotationId: string,
  commentId: number,
  fields: Fields,
  now: number,
): Named => ({
  annotationId,
  event: 'comment.update',
  commentId,
  apply: (thread) => {
    const before = thread?.comments[String(commentId)];
    if (!thread || !before) return thread;
    // What is written now is known, whatever was known before.
    const { isCommentTextAvailable: _known, ...rest } = before;
    return withComment(thread, { ...rest, ...fields, commentId, lastUpdated: now }, now);
  },
});

export const deleteComment = (annotationId: string, commentId: number, now: number): Named => ({
  annotationId,
  event: 'comment.delete',
  commentId,
  apply: (thread) => {
    if (!thread) return undefined;
    const { [String(commentId)]: _deleted, ...comments } = thread.comments;
    return { ...thread, comments, lastUpdated: now };
  },
});

export const deleteThread = (annotationId: string): Named => ({
  annotationId,
  event: 'comment_annotation.delete',
  apply: () => undefined,
});

function withComment(thread: CommentAnnotation, comment: Comment, now: number): CommentAnnotation {
  const defined = Object.fromEntries(Object.entries(comment).filter(([, value]) => value !== undefined));
  const comments = { ...thread.comments, [String(comment.commentId)]: defined as unknown as Comment };
  return { ...thread, comments, lastUpdated: now };
}
