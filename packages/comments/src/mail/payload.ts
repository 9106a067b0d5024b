/** Comment webhook of the source document, as it arrives at the customer's system. */
import { brand } from '@org/approval-internal/brand';
import * as z from 'zod';
import { type Fields, isObject } from '../record.js';

const user = z.looseObject({
  userId: z.string().min(1),
  name: z.string().nullish(),
  email: z.string().nullish(),
});

/** Metadata of a webhook. The sender may omit an unknown field, or set it to null. */
const metadata = z.looseObject({
  apiKey: z.string().nullish(),
  documentId: z.string().nullish(),
  organizationId: z.string().nullish(),
  pageInfo: z.looseObject({ url: z.string().nullish() }).nullish(),
});

const schema = z.looseObject({
  webhookId: z.string(),
  /**
   * Action, from an open set: newlyAdded, added, updated, deleted, assigned, statusChanged, and
   * more.
   */
  actionType: z.string().min(1),
  commentAnnotation: z.looseObject({ annotationId: z.string().min(1), metadata: metadata.nullish() }),
  /** Absent where the event is about the thread. */
  targetComment: z.looseObject({ commentId: z.number(), from: user.nullish() }).nullish(),
  /** Absent where a process of the sender's did it. */
  actionUser: user.nullish(),
  metadata: metadata.nullish(),
  notificationSource: z.string().nullish(),
  platform: z.string().nullish(),
});

/** Payload of a comment webhook. Other fields than the named ones are kept. */
export type CommentWebhook = z.output<typeof schema>;

/**
 * Thrown when the payload is not a comment webhook. Sending it again would not help: answer 400.
 */
export class CommentWebhookError extends Error {
  static {
    brand(CommentWebhookError, '@org/approval-comments:CommentWebhookError');
  }

  override readonly name = 'CommentWebhookError';
}

/**
 * Checks the payload of a comment webhook and returns it with its type.
 * @param value the parsed JSON of the request, or its body in base64; verify its signature first.
 * @throws CommentWebhookError that names the fields that are wrong.
 */
export function parseCommentWebhook(value: unknown): CommentWebhook {
  const result = schema.safeParse(unwrapped(value));
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new CommentWebhookError(`this is not a comment webhook: ${issues.slice(0, 20).join('; ')}`);
}

/** Returns true if the webhook is about something else: a recording, a huddle, a document. */
export function isOfOthers(value: unknown): boolean {
  const payload = unwrapped(value);
  const source = isObject(payload) ? payload.notificationSource : undefined;
  return typeof source === 'string' && source !== 'comment';
}

const MOST_CHARACTERS = 8 * 1024 * 1024;

/**
 * Returns the payload as JSON, decoded from base64 and taken out of the envelope of V2, which has
 * the event beside its data.
 */
function unwrapped(value: unknown): unknown {
  const payload = typeof value === 'string' ? decoded(value) : value;
  if (!isObject(payload) || payload.commentAnnotation !== undefined) return payload;
  const inner = typeof payload.data === 'string' ? decoded(payload.data) : payload.data;
  return isObject(inner) ? { ...named(payload), ...inner } : payload;
}

/**
 * Returns the fields of the envelope: the id of the webhook, and its action, as in
 * `comment.newlyAdded`.
 */
function named({ data: _data, ...envelope }: Fields): Fields {
  const { webhookId = envelope.id, actionType, event = envelope.type, ...more } = envelope;
  const [source, last] = typeof event === 'string' ? [event.split('.')[0], event.split('.').at(-1)] : [];
  return {
    ...more,
    webhookId,
    actionType: actionType ?? last,
    ...(more.notificationSource === undefined &&
      source !== undefined &&
      OTHER_SOURCES.includes(source) && { notificationSource: source }),
  };
}

const OTHER_SOURCES: readonly string[] = ['huddle', 'recorder', 'crdt', 'document', 'user'];

function decoded(text: string): unknown {
  if (text.length > MOST_CHARACTERS)
    throw new CommentWebhookError(`the body has more than ${MOST_CHARACTERS} characters`);
  try {
    const bytes = Uint8Array.from(atob(text), (it) => it.codePointAt(0) ?? 0);
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new CommentWebhookError('the body is a text, and not JSON in base64');
  }
}
