/** Hooks below a CommentsProvider. Each throws a CommentsSetupError outside of one. */
import { useMemo, useSyncExternalStore } from 'react';
import type { CommentsClient } from '../client/client.js';
import { type CommentNotification, notificationsFor } from '../client/notifications.js';
import type { CommentAnnotation } from '../record.js';
import { type CommentsStatus, useCommentsContext } from './provider.js';

/** The client, to write with: `addComment` and the rest. */
export const useCommentsClient = (): CommentsClient => useCommentsContext().client;

/** Returns the state of reading the threads. */
export const useCommentsStatus = (): CommentsStatus => useCommentsContext().state;

/** The threads of one document, or of all that the provider names, changes under way included. */
export function useCommentAnnotations(documentId?: string): readonly CommentAnnotation[] {
  const { client, documentIds } = useCommentsContext();
  const shown = useSyncExternalStore(client.subscribe, client.snapshot, client.snapshot);
  return useMemo(() => {
    const wanted = documentId === undefined ? documentIds : [documentId];
    return shown.filter((it) => wanted.includes(it.metadata.documentId ?? ''));
  }, [shown, documentId, documentIds]);
}

/**
 * Returns the notifications of the user from these threads, newest first; made here, stored
 * nowhere.
 */
export function useCommentNotifications(): readonly CommentNotification[] {
  const { user } = useCommentsContext();
  const threads = useCommentAnnotations();
  return useMemo(() => notificationsFor(user.userId, threads), [user.userId, threads]);
}
