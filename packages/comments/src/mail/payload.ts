/** The comment webhook of the source document, as it arrives at the customer's system. */
import * as z from 'zod';

const user = z.looseObject({
  userId: z.string().min(1),
  name: z.string().nullish(),
  email: z.string().nullish(),
});

/** What a sender does not know it may leave out, or say with null. */
const metadata = z.looseObject({
  apiKey: z.string().nullish(),
  documentId: z.string().nullish(),
  organizationId: z.string().nullish(),
  pageInfo: z.looseObject({ url: z.string().nullish() }).nullish(),
});

const schema = z.looseObject({
  webhookId: z.string(),
  /** An open set: newlyAdded, added, updated, deleted, assigned, statusChanged, and what comes. */
  actionType: z.string().min(1),
  commentAnnotation: z.looseObject({ annotationId: z.string().min(1), metadata: metadata.nullish() }),
  /** Absent where the event is about the thread. */
  targetComment: z.looseObject({ commentId: z.number(), from: user.nullish() }).nullish(),
  actionUser: user,
  metadata: metadata.nullish(),
  notificationSource: z.string().nullish(),
  platform: z.string().nullish(),
});

/** Fields beside the named ones are kept. */
export type CommentWebhook = z.output<typeof schema>;

/** What arrived is no comment webhook. Sending it again would not help: answer 400. */
export class CommentWebhookError extends Error {
  override readonly name = 'CommentWebhookError';
}

/**
 * Checks the payload of a comment webhook and returns it with its type.
 * @param value the parsed JSON of the request; verify its signature first.
 * @throws CommentWebhookError that names the fields that are wrong.
 */
export function parseCommentWebhook(value: unknown): CommentWebhook {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new CommentWebhookError(`this is no comment webhook: ${issues.slice(0, 20).join('; ')}`);
}
