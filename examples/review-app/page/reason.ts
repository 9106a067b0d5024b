/** The reason of a decision: a comment of the reviewer, which stays with the customer. */
import { type CommentsClient, newCommentId } from '@org/approval-comments';
import { OWNER_ID, PEOPLE, type Person, THREAD_ID } from '../setting.js';
import { type Round, stepKey } from './approvals.js';
import { write } from './outbox.js';
import type { Decision } from './runs.js';
import { createStored } from './stored.js';

export interface ReasonDraft {
  /** The open form; null if none. */
  readonly decision: Decision | null;
  readonly text: string;
  /** The comment sent before, with its id, so that a retry is the same comment; null if none. */
  readonly sent: { readonly commentId: number; readonly text: string } | null;
}

export const DRAFT: ReasonDraft = { decision: null, text: '', sent: null };

export const reasons = createStored('reason', DRAFT);

interface ReasonOf {
  readonly round: Round;
  readonly user: Person;
  /** Key of the draft. */
  readonly key: string;
}

/**
 * Saves a draft as the reason, unless it is empty; a retry with other text changes the saved
 * comment.
 */
export async function writeReason(client: CommentsClient, { round, user, key }: ReasonOf): Promise<void> {
  const draft = reasons.get(key);
  const text = draft.text.trim();
  if (text === '' && draft.sent === null) return;
  const sent = draft.sent ?? { commentId: newCommentId(), text };
  reasons.set(key, { ...draft, sent });
  await write(client, {
    commentId: sent.commentId,
    commentText: sent.text,
    from: { ...user },
    to: PEOPLE.filter((it) => it.userId === OWNER_ID && it.userId !== user.userId).map((it) => ({ ...it })),
    decisionOn: stepKey(round),
  });
  if (text === sent.text) return;
  await client.updateComment(THREAD_ID, sent.commentId, { commentText: text });
  reasons.set(key, { ...draft, sent: { ...sent, text } });
}
