/**
 * In-app notifications, made from the threads that the client shows; they are not stored (contract
 * section 16).
 */
import { type Comment, type CommentAnnotation, type User, isObject } from '../record.js';

/** Something new in a thread, for the identified user. */
export interface CommentNotification {
  /** The same for the same comment and kind, so that a host can remember what was seen. */
  readonly notificationId: string;
  /**
   * Reason, strongest first: a comment named you, gave you the thread, or wrote in a thread that
   * you take part in.
   */
  readonly kind: 'mention' | 'assignment' | 'reply';
  readonly annotationId: string;
  readonly commentId: number;
  readonly documentId: string | null;
  /** Author of the comment. */
  readonly actionUser: User | null;
  /** The text of the comment; null when it could not be had. */
  readonly text: string | null;
  /**
   * Time of the service, in ms since the epoch; that of the writer where it is not listed; 0
   * without either.
   */
  readonly timestamp: number;
}

/**
 * Returns the news for `userId`: one notification for each comment of others, newest first. Pure. A
 * provider may return anything, empty columns included. A field of the wrong shape is ignored, and
 * does not hide other notifications.
 */
export function notificationsFor(
  userId: string,
  annotations: readonly CommentAnnotation[],
): CommentNotification[] {
  return annotations
    .flatMap((annotation) => ofThread(userId, annotation))
    .sort((a, b) => b.timestamp - a.timestamp || b.commentId - a.commentId);
}

function ofThread(userId: string, annotation: CommentAnnotation): CommentNotification[] {
  const comments = Object.values(annotation.comments).sort(
    (a, b) => timeOf(a) - timeOf(b) || a.commentId - b.commentId,
  );
  let takesPart = idOf(annotation.from) === userId;
  return comments.flatMap((comment, index) => {
    const isOwn = idOf(comment.from) === userId;
    const isMentioned = [comment.to, comment.taggedUserContacts].some((it) => isIn(it, userId));
    const isAssigned = index === 0 && idOf(annotation.assignedTo) === userId;
    const kind = isMentioned ? 'mention' : isAssigned ? 'assignment' : takesPart ? 'reply' : null;
    takesPart ||= isOwn || isMentioned || isAssigned;
    return isOwn || kind === null ? [] : [notification(kind, annotation, comment)];
  });
}

function notification(
  kind: CommentNotification['kind'],
  { annotationId, metadata }: CommentAnnotation,
  comment: Comment,
): CommentNotification {
  const { commentId, from, commentText } = comment;
  return {
    notificationId: `${annotationId}:${commentId}:${kind}`,
    kind,
    annotationId,
    commentId,
    documentId: metadata.documentId ?? null,
    actionUser: idOf(from) === undefined ? null : (from as User),
    text: typeof commentText === 'string' ? commentText : null,
    timestamp: timeOf(comment),
  };
}

function timeOf({ storedAt, createdAt, lastUpdated }: Comment): number {
  const times: readonly unknown[] = [storedAt, createdAt, lastUpdated];
  return times.find((it) => typeof it === 'number') ?? 0;
}

/** Returns the userId of a person; undefined when the value is not a person. */
const idOf = (person: unknown): string | undefined =>
  isObject(person) && typeof person.userId === 'string' ? person.userId : undefined;

const isIn = (people: unknown, userId: string): boolean =>
  Array.isArray(people) && people.some((it) => idOf(it) === userId);
