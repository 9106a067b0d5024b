/** In-app notifications, made from the threads that the client shows; nobody stores them (contract section 16). */
import type { Comment, CommentAnnotation, User } from '../record.js';

/** Something new in a thread, for the identified user. */
export interface CommentNotification {
  /** The same for the same comment and kind, so that a host can remember what was seen. */
  readonly notificationId: string;
  /** Strongest first: somebody named you, gave you the thread, or wrote in a thread that you take part in. */
  readonly kind: 'mention' | 'assignment' | 'reply';
  readonly annotationId: string;
  readonly commentId: number;
  readonly documentId: string | null;
  /** Who wrote the comment. */
  readonly actionUser: User | null;
  /** The text of the comment; null when it could not be had. */
  readonly text: string | null;
  /** ms since the epoch; 0 when the comment has no time. */
  readonly timestamp: number;
}

/** What is news to `userId`: one notification for each comment of others, newest first. Pure. */
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
  let takesPart = annotation.from?.userId === userId;
  return comments.flatMap((comment, index) => {
    const isOwn = comment.from?.userId === userId;
    const isMentioned = mentionsOf(comment).has(userId);
    const isAssigned = index === 0 && annotation.assignedTo?.userId === userId;
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
    actionUser: from ?? null,
    text: commentText ?? null,
    timestamp: timeOf(comment),
  };
}

const timeOf = (comment: Comment): number => comment.createdAt ?? comment.lastUpdated ?? 0;

const mentionsOf = ({ to = [], taggedUserContacts = [] }: Comment): ReadonlySet<string> =>
  new Set([...to, ...taggedUserContacts].map((it) => it.userId));
