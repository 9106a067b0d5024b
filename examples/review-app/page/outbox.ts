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
  readonly problem: 'interrupted' | 'unreachable' | 'conflict' | 'discarding' | 'undiscarded' | null;
}

const NOTHING: readonly Outgoing[] = [];

/**
 * A closed page has no requests in flight: unconfirmed comments may be stored or not. They outlive
 * their tab, which may be closed before they are sent.
 */
const outboxes = createStored(
  'outbox',
  NOTHING,
  (left) => left.map((it) => ({ ...it, problem: AFTER_RELOAD[it.problem ?? 'interrupted'] ?? it.problem })),
  localStorage,
);
const AFTER_RELOAD: Readonly<Partial<Record<NonNullable<Outgoing['problem']>, Outgoing['problem']>>> = {
  interrupted: 'interrupted',
  discarding: 'undiscarded',
};

export interface Outbox {
  readonly items: readonly Outgoing[];
  readonly send: (text: string) => void;
  readonly again: (item: Outgoing) => void;
  /** Forgets the comment: it has arrived. */
  readonly forget: (item: Outgoing) => void;
  /** Takes the comment back: it may have arrived although its author saw it fail. */
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
  /** The last failure of each comment, by its id; none after a reload. */
  const failures = new Map<number, unknown>();
  const forget = (item: Outgoing) => {
    failures.delete(item.commentId);
    const left = without(item);
    outboxes.set(key, left.length === 0 ? NOTHING : left);
  };
  const put = (item: Outgoing, problem: Outgoing['problem']) =>
    outboxes.set(key, [...without(item), { ...item, problem }]);
  const discard = (item: Outgoing) => {
    put(item, 'discarding');
    takeBack(client, item, failures.get(item.commentId)).then(
      () => forget(item),
      () => put(item, 'undiscarded'),
    );
  };
  const again = (item: Outgoing) => {
    put(item, null);
    // Changes of others are read first, because the comment is added to them.
    const ready =
      item.problem === 'conflict' ? client.getCommentAnnotations({ refresh: true }) : Promise.resolve();
    const written = ready.then(() => write(client, commentOf(item, user)));
    written.then(
      () => forget(item),
      (error: unknown) => {
        failures.set(item.commentId, error);
        put(item, error instanceof ConflictError ? 'conflict' : 'unreachable');
      },
    );
  };
  return {
    forget,
    discard,
    again,
    send: (text) => again({ commentId: newCommentId(), text, createdAt: Date.now(), problem: null }),
  };
}

/**
 * Takes back a comment that may have arrived. After a reload the client does not know the write any
 * more, so that the comment is deleted by its id.
 */
async function takeBack(client: CommentsClient, { commentId }: Outgoing, error: unknown): Promise<void> {
  if (error !== undefined) return client.discard(error);
  await client.getCommentAnnotations();
  // Without the thread neither side shows the comment.
  if (!client.snapshot().some((it) => it.annotationId === THREAD_ID)) return;
  try {
    await client.deleteComment(THREAD_ID, commentId);
  } catch (refusal) {
    // The customer's side has the comment, and the service does not list it.
    if (!(refusal instanceof ConflictError)) throw refusal;
    await client.retry(refusal);
  }
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
