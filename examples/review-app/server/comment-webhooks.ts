/** Notifies the customer's system of comments: identifiers only, signed, after they are stored. */
import type { Logger } from '@org/approval-core';
import type { SaveRequest } from '@org/approval-comments/service';
import { deliveryHeaders } from '@org/approval-webhooks';
import type { RequestHandler } from 'express';

export interface CommentHook {
  readonly url: string;
  readonly secret: string;
}

const ACTIONS: Readonly<Record<string, string>> = {
  'comment_annotation.add': 'newlyAdded',
  'comment.add': 'added',
  'comment.update': 'updated',
  'comment.delete': 'deleted',
  'comment_annotation.delete': 'deleted',
};

export const commentWebhooks =
  (hook: CommentHook, logger: Logger): RequestHandler =>
  (request, response, next) => {
    response.once('finish', () => {
      if (response.statusCode !== 200 || !request.path.endsWith('/save')) return;
      const { data } = JSON.parse(String(request.body)) as { data: SaveRequest };
      deliver(hook, payloadOf(data)).catch((error: unknown) =>
        logger.error('a comment webhook was not delivered', { error: String(error) }),
      );
    });
    next();
  };

type Payload = ReturnType<typeof payloadOf>;

function payloadOf({ annotation, event, commentId, writeId = crypto.randomUUID() }: SaveRequest) {
  const comments = Object.values(annotation.comments);
  const target = comments.find((it) => it.commentId === commentId) ?? comments[0];
  const from = target?.from as { readonly userId: string } | undefined;
  return {
    // A comment is added once, however often that is sent: its mail is not to come twice.
    webhookId: event === 'comment.add' ? `${annotation.annotationId}:${commentId}` : writeId,
    actionType: ACTIONS[event] ?? event,
    commentAnnotation: { annotationId: annotation.annotationId, metadata: annotation.metadata },
    ...(target && { targetComment: { commentId: target.commentId, ...(from && { from }) } }),
    actionUser: from ?? { userId: 'unknown' },
    metadata: annotation.metadata,
    notificationSource: 'comment',
    platform: 'sdk',
  };
}

/** Once: a service of yours keeps them, and tries again when the answer is not 2xx. */
async function deliver({ url, secret }: CommentHook, payload: Payload): Promise<void> {
  const body = new TextEncoder().encode(JSON.stringify(payload));
  const headers = await deliveryHeaders({
    id: payload.webhookId,
    now: Date.now(),
    body,
    secrets: [secret],
    attempt: 0,
  });
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`it was answered with ${answer.status}`);
}
