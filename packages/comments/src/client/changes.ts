/** Changes of a thread, as pure functions from the thread before to the thread after. */
import type { CommentEvent } from '../provider/provider.js';
import type { Comment, CommentAnnotation, Fields } from '../record.js';
import { newWriteId } from './ids.js';
import type { Change } from './threads.js';

/** A change, and its identity in the requests. */
export interface Write extends Change {
  /** The same however often it is sent. */
  readonly writeId: string;
  /**
   * The ids under which an add was sent before, as another write: it may have arrived under each of
   * them.
   */
  readonly earlier?: readonly string[];
  /** Leaves a comment out of the add of a thread, since its author has deleted it. */
  readonly leaveOut?: (commentId: number) => void;
}

type Named = Omit<Write, 'event'> & { readonly event: CommentEvent };

export function addThread(annotation: CommentAnnotation, now: number): Named {
  const left = new Set<string>();
  const made = (): CommentAnnotation => {
    const comments = Object.entries(annotation.comments).filter(([key]) => !left.has(key));
    return { createdAt: now, lastUpdated: now, ...annotation, comments: Object.fromEntries(comments) };
  };
  return {
    annotationId: annotation.annotationId,
    event: 'comment_annotation.add',
    fields: [],
    writeId: newWriteId(),
    // An add replaces nothing of an existing thread: two people may make it at once.
    apply: (thread) =>
      thread ? { ...made(), ...thread, comments: { ...made().comments, ...thread.comments } } : made(),
    made: annotation,
    leaveOut: (commentId) => left.add(String(commentId)),
  };
}

export const changeThread = (annotationId: string, fields: Fields, event: string, now: number): Write => ({
  annotationId,
  event,
  fields: [...Object.keys(fields), 'lastUpdated'],
  writeId: newWriteId(),
  apply: (thread) => thread && { ...withFields(thread, fields), lastUpdated: now },
});

/** The same comment again replaces it: an add that is repeated is one comment. */
export const addComment = (annotationId: string, comment: Comment, now: number): Named => ({
  annotationId,
  event: 'comment.add',
  commentId: comment.commentId,
  fields: [],
  writeId: newWriteId(),
  apply: (thread) =>
    thread && withComment(thread, defined({ createdAt: now, lastUpdated: now, ...comment }), now),
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
  fields: [...Object.keys(fields), 'lastUpdated', 'isCommentTextAvailable'],
  writeId: newWriteId(),
  apply: (thread) => {
    const before = thread?.comments[String(commentId)];
    if (!thread || !before) return thread;
    return withComment(thread, withFields(before, { ...fields, commentId, lastUpdated: now }), now);
  },
});

export const deleteComment = (annotationId: string, commentId: number, now: number): Named => ({
  annotationId,
  event: 'comment.delete',
  commentId,
  fields: [],
  writeId: newWriteId(),
  apply: (thread) => {
    if (!thread) return undefined;
    const { [String(commentId)]: _deleted, ...comments } = thread.comments;
    return { ...thread, comments, lastUpdated: now };
  },
});

export const deleteThread = (annotationId: string): Named => ({
  annotationId,
  event: 'comment_annotation.delete',
  fields: [],
  writeId: newWriteId(),
  apply: () => undefined,
});

const withComment = (thread: CommentAnnotation, comment: Comment, now: number): CommentAnnotation => ({
  ...thread,
  comments: { ...thread.comments, [String(comment.commentId)]: comment },
  lastUpdated: now,
});

const withFields = <Of extends object>(before: Of, fields: Fields): Of => defined({ ...before, ...fields });

const defined = <Of extends object>(record: Of): Of =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Of;
