/**
 * Comments that are not stored yet. A comment leaves the field when it is sent, so that the next
 * one can be written; it gets its id then, so that a retry is the same comment.
 */
import { useMemo } from 'react';
import { type Comment, type CommentsClient, ConflictError, newCommentId } from '@org/approval-comments';
import { useCommentsClient } from '@org/approval-comments/react';
import { DOCUMENT_ID, PEOPLE, type Person, THREAD_ID } from '../setting.js';
import { mentionedIn } from './mentions.js';
import { createStored } from './stored.js';

export interface Outgoing {
  readonly commentId: number;
  readonly text: string;
  readonly createdAt: number;
  /** Null: it is on its way. */
  readonly problem: 'interrupted' | 'unreachable' | 'conflict' | null;
}

const NOTHING: readonly Outgoing[] = [];

/** A closed page has no requests in flight: unconfirmed comments may be stored or not. */
const outboxes = createStored('outbox', NOTHING, (left) =>
  left.map((it) => ({ ...it, problem: it.problem ?? 'interrupted' })),
);

export interface Outbox {
  readonly items: readonly Outgoing[];
  readonly send: (text: string) => void;
  readonly again: (item: Outgoing) => void;
  readonly discard: (item: Outgoing) => void;
}

export function useOutbox(user: Person): Outbox {
  const client = useCommentsClient();
  const items = outboxes.use(user.userId);
  const actions = useMemo(() => actionsOf(client, user), [client, user]);
  return { items, ...actions };
}

function actionsOf(client: CommentsClient, user: Person): Omit<Outbox, 'items'> {
  const key = user.userId;
  const without = ({ commentId }: Outgoing) => outboxes.get(key).filter((it) => it.commentId !== commentId);
  const discard = (item: Outgoing) => {
    const left = without(item);
    outboxes.set(key, left.length === 0 ? NOTHING : left);
  };
  const again = (item: Outgoing) => {
    outboxes.set(key, [...without(item), { ...item, problem: null }]);
    // Changes of others are read first, because the comment is added to them.
    const ready =
      item.problem === 'conflict' ? client.getCommentAnnotations({ refresh: true }) : Promise.resolve();
    const written = ready.then(() => write(client, commentOf(item, user)));
    written.then(
      () => discard(item),
      (error: unknown) => {
        const problem = error instanceof ConflictError ? 'conflict' : 'unreachable';
        outboxes.set(key, [...without(item), { ...item, problem }]);
      },
    );
  };
  return {
    discard,
    again,
    send: (text) => again({ commentId: newCommentId(), text, createdAt: Date.now(), problem: null }),
  };
}

const commentOf = ({ commentId, text, createdAt }: Outgoing, user: Person): Comment => {
  const others = PEOPLE.filter((it) => it.userId !== user.userId);
  const named = mentionedIn(text, others);
  return {
    commentId,
    createdAt,
    commentText: text,
    from: { ...user },
    to: named.map((it) => ({ ...it })),
    taggedUserContacts: named.map((it) => ({
      userId: it.userId,
      contact: { ...it },
      text: `@${it.name}`,
    })),
  };
};

/** Adds a comment, and the thread if it does not exist yet. */
export async function write(client: CommentsClient, comment: Comment): Promise<void> {
  const isThere = client.snapshot().some((it) => it.annotationId === THREAD_ID);
  if (isThere) await client.addComment(THREAD_ID, comment);
  else
    await client.addCommentAnnotation({
      annotationId: THREAD_ID,
      metadata: { documentId: DOCUMENT_ID },
      comments: { [comment.commentId]: comment },
    });
}
