import { useEffect } from 'react';
import type { Comment, CommentAnnotation, CommentsClient } from '@org/approval-comments';
import { useCommentAnnotations, useCommentsClient, useCommentsStatus } from '@org/approval-comments/react';
import { DOCUMENT_ID, PEOPLE, type Person, type Session, THREAD_ID } from '../setting.js';
import { ThreadComment } from './comment.js';
import { Composer } from './composer.js';
import { mentionedIn, nameOf } from './mentions.js';
import { type Run, useRun } from './run.js';

/** How often the page looks for what others wrote, in ms. */
const LOOK_EVERY = 1_500;

export function Thread({ session }: { readonly session: Session }) {
  const { user } = session;
  const run = useRun(session);
  const client = useCommentsClient();
  const { status } = useCommentsStatus();
  const thread = useCommentAnnotations().find((it) => it.annotationId === THREAD_ID);
  const comments = inOrder(thread);

  useEffect(() => {
    const timer = setInterval(() => {
      // A look that fails is shown by the status of the next one; what is known stays.
      client.getCommentAnnotations().catch(() => undefined);
    }, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [client]);

  return (
    <aside className="thread" aria-labelledby="thread-title">
      <div className="thread-head">
        <h2 id="thread-title">Comments</h2>
        <RunStatus run={run} />
      </div>
      {status === 'failed' && (
        <p role="alert" className="error">
          The comments could not be read.
        </p>
      )}
      <ol className="comments" aria-live="polite" aria-busy={status === 'loading'}>
        {comments.map((it) => (
          <ThreadComment key={it.commentId} comment={it} user={user} decide={run.decide} />
        ))}
      </ol>
      <Composer user={user} onSend={(text) => write(client, thread, user, text)} />
    </aside>
  );
}

function inOrder(thread: CommentAnnotation | undefined): Comment[] {
  const timed = Object.values(thread?.comments ?? {}).map((it) => ({
    ...it,
    createdAt: it.createdAt ?? thread?.createdAt ?? 0,
  }));
  return timed.sort((one, other) => one.createdAt - other.createdAt);
}

async function write(
  client: CommentsClient,
  thread: CommentAnnotation | undefined,
  user: Person,
  text: string,
): Promise<void> {
  const named = mentionedIn(
    text,
    PEOPLE.filter((it) => it.userId !== user.userId),
  );
  const comment: Comment = {
    commentId: Date.now(),
    commentText: text,
    from: { ...user },
    to: named.map((it) => ({ ...it })),
    taggedUserContacts: named.map((it) => ({
      userId: it.userId,
      contact: { ...it },
      text: `@${it.name}`,
    })),
  };
  if (thread) return client.addComment(THREAD_ID, comment);
  return client.addCommentAnnotation({
    annotationId: THREAD_ID,
    metadata: { documentId: DOCUMENT_ID },
    comments: { [comment.commentId]: comment },
  });
}

const ENDS = {
  completed: 'The approval is complete.',
  failed: 'The approval has failed.',
  cancelled: 'The approval was cancelled.',
  unreachable: 'The approval engine cannot be reached.',
} as const;

function RunStatus({ run: { state, waitingFor } }: { readonly run: Run }) {
  const words =
    state === null
      ? ''
      : state === 'waiting'
        ? `Waiting for ${waitingFor.map(nameOf).join(', ')}`
        : ENDS[state];
  return (
    <p role="status" aria-label="Approval" className="run" data-state={state}>
      {words}
    </p>
  );
}
