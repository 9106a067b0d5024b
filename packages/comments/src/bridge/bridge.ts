/** Approval steps in the thread: what a waiting step asks is posted as a comment, and marked when the step ends. */
import { type CommentsClient, type CommentsClientOptions, createCommentsClient } from '../client/client.js';
import type { DataProviders } from '../provider/provider.js';
import type { Comment, Fields, User } from '../record.js';
import { commentIdOf } from './comment-id.js';

/** An event of the engine (contract section 11), as it is emitted, listed or delivered by webhook. */
export interface ApprovalEvent {
  readonly type: string;
  readonly executionId: string;
  readonly stepId: string | null;
  readonly data: object;
}

/** Where a step is talked about. The thread is made when it is not there. */
export interface BridgeThread {
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
}

/** The comment's own field `approval`: it goes to the service too, and holds no content. */
export interface ApprovalMark {
  readonly executionId: string;
  readonly stepId: string;
  readonly status: 'waiting' | 'completed' | 'failed' | 'breached' | 'cancelled';
  /** `approve` or `reject`, where the step ended with a decision. */
  readonly decision?: string;
}

export interface BridgeOptions {
  readonly dataProviders: DataProviders;
  /** The client's service, clock and so on. */
  readonly client: CommentsClientOptions;
  /** Which thread an execution belongs to; null: none, nothing is posted. */
  readonly threadOf: (event: ApprovalEvent) => BridgeThread | null | Promise<BridgeThread | null>;
  /** In whose name it is posted. */
  readonly author: User;
}

export type BridgeOutcome =
  | 'posted'
  | 'marked'
  /** It was posted or marked before, is none of ours, or nobody is asked anything. */
  | 'nothing-to-do';

const ENDED: Readonly<Record<string, ApprovalMark['status']>> = {
  'step.completed': 'completed',
  'step.failed': 'failed',
  'step.breached': 'breached',
  'step.cancelled': 'cancelled',
};

/**
 * Gives a function for each event of an execution, in their order. An event that comes again does nothing again: one
 * comment per step, and what has ended does not wait once more. It rejects as the client does; give the event again.
 */
export function createApprovalBridge(
  options: BridgeOptions,
): (event: ApprovalEvent) => Promise<BridgeOutcome> {
  return async (event) => {
    const { type, stepId, executionId } = event;
    const data: Fields = { ...event.data };
    const status = type === 'step.awaiting-approval' ? 'waiting' : ENDED[type];
    if (status === undefined || stepId === null) return 'nothing-to-do';
    const words = data.commentBody;
    const isAsking = status === 'waiting' && typeof words === 'string' && words !== '';
    if (status === 'waiting' && !isAsking) return 'nothing-to-do';
    const thread = await options.threadOf(event);
    if (thread === null) return 'nothing-to-do';

    const client = await signIn(options, thread);
    const shown = client.snapshot().find((it) => it.annotationId === thread.annotationId);
    const commentId = commentIdOf(executionId, stepId);
    const posted = shown?.comments[String(commentId)];
    if (isAsking) {
      if (posted !== undefined) return 'nothing-to-do';
      const approval: ApprovalMark = { executionId, stepId, status };
      const comment = { commentId, commentText: words, from: options.author, to: askedOf(data), approval };
      await post(client, thread, shown !== undefined, comment);
      return 'posted';
    }
    if (posted === undefined || statusOf(posted) !== 'waiting') return 'nothing-to-do';
    const decision = typeof data.decision === 'string' ? { decision: data.decision } : {};
    const approval: ApprovalMark = { executionId, stepId, status, ...decision };
    await client.updateComment(thread.annotationId, commentId, { approval });
    return 'marked';
  };
}

/** A client for this one event: it sees what is stored now, and knows the documents of no other organization. */
async function signIn(
  { dataProviders, client: clientOptions, author }: BridgeOptions,
  { organizationId, documentId }: BridgeThread,
): Promise<CommentsClient> {
  const client = createCommentsClient(clientOptions);
  client.setDataProviders(dataProviders);
  client.identify({ ...author, organizationId });
  await client.setDocuments([documentId]);
  return client;
}

async function post(
  client: CommentsClient,
  { annotationId, documentId, organizationId }: BridgeThread,
  isThere: boolean,
  comment: Comment,
): Promise<void> {
  if (isThere) return client.addComment(annotationId, comment);
  return client.addCommentAnnotation({
    annotationId,
    metadata: { documentId, organizationId },
    comments: { [String(comment.commentId)]: comment },
  });
}

const askedOf = ({ waitingForReviewers }: Fields): User[] =>
  Array.isArray(waitingForReviewers)
    ? waitingForReviewers.filter((it) => typeof it === 'string').map((userId) => ({ userId }))
    : [];

const statusOf = ({ approval }: Comment): unknown =>
  typeof approval === 'object' && approval !== null && 'status' in approval ? approval.status : undefined;
