/** The comments of the document, read whenever there is something new. */
import { useCallback, useMemo } from 'react';
import type { Comment, CommentAnnotation } from '@org/approval-comments';
import { useCommentAnnotations, useCommentsClient, useCommentsStatus } from '@org/approval-comments/react';
import { THREAD_ID } from '../setting.js';
import { type Live, type Looking, useLooking } from './use-live.js';

export interface ThreadState extends Looking {
  /** The oldest first, those on their way included. */
  readonly comments: readonly Timed[];
  readonly isLoading: boolean;
}

export type Timed = Comment & { readonly createdAt: number };

export function useThread(live: Live): ThreadState {
  const client = useCommentsClient();
  const { status } = useCommentsStatus();
  const look = useCallback(async () => {
    const threads = await client.getCommentAnnotations();
    // The service answered and the customer's side did not: that is worth another look, too.
    if (threads.some(isWithoutWords)) throw new Error('the words of a comment are missing');
  }, [client]);
  const looking = useLooking(look, 'comments', live);
  const thread = useCommentAnnotations().find((it) => it.annotationId === THREAD_ID);
  const comments = useMemo(() => inOrder(thread), [thread]);
  return { comments, isLoading: status === 'loading', ...looking };
}

const isWithoutWords = ({ comments }: CommentAnnotation): boolean =>
  Object.values(comments).some((it) => it.commentText === undefined);

function inOrder(thread: CommentAnnotation | undefined): Timed[] {
  const timed = Object.values(thread?.comments ?? {}).map((it) => ({
    ...it,
    createdAt: it.storedAt ?? it.createdAt ?? thread?.createdAt ?? 0,
  }));
  return timed.sort((one, other) => one.createdAt - other.createdAt);
}
