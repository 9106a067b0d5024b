/** From a comment webhook to the host's mail function. */
import { type Clock, sleep, systemClock } from '../clock.js';
import type { PartialComment, PartialCommentAnnotation } from '../record.js';
import { type ComposeInput, type ComposedMail, composeMail } from './compose.js';
import { type CommentWebhook, parseCommentWebhook } from './payload.js';
import { type Address, type Recipient, addressesIn, readersOf, recipientsOf } from './recipients.js';

/** One mail for all recipients; whether they see each other is for `send` to say. */
export interface CommentMail extends ComposedMail {
  readonly recipients: readonly Recipient[];
}

export interface ThreadQuery {
  readonly annotationId: string;
  /** Null where the webhook does not say. */
  readonly documentId: string | null;
  readonly organizationId: string | null;
}

export interface CommentMailerOptions {
  /** Reads a thread from the customer's database; null while it is not there. */
  readonly load: (query: ThreadQuery) => Promise<PartialCommentAnnotation | null>;
  /** Hands the mail to the customer's mail system. When it rejects, so does the mailer. */
  readonly send: (mail: CommentMail, webhook: CommentWebhook) => Promise<unknown>;
  /** Addresses by userId; by default those that the thread itself has. */
  readonly addressesOf?: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Address>>;
  /** Which webhooks are mailed; by default all but `deleted`. */
  readonly isMailed?: (webhook: CommentWebhook) => boolean;
  /** Subject and words; `composeMail` by default. */
  readonly compose?: (input: ComposeInput) => ComposedMail;
  /** ms to wait before the thread is looked for again, one for each further time; 1, 2, 4 and 8 s by default. */
  readonly retryDelays?: readonly number[];
  readonly clock?: Clock;
}

export type MailOutcome =
  | { readonly outcome: 'sent'; readonly mail: CommentMail }
  /** `isMailed` said no. */
  | { readonly outcome: 'ignored' }
  /** Nobody but the actor takes part, or nobody has an address. */
  | { readonly outcome: 'no-recipients' };

/** The thread, or the comment in it, was not there in time. Answer 503, so that the webhook comes again. */
export class ThreadNotFoundError extends Error {
  override readonly name = 'ThreadNotFoundError';
  readonly annotationId: string;

  constructor(annotationId: string) {
    super(`the thread ${annotationId}, or its comment, is not in the database yet`);
    this.annotationId = annotationId;
  }
}

/**
 * Gives a function that takes the parsed JSON of a webhook whose signature was verified. The webhook may be faster
 * than the customer's database: a thread that is not there yet is waited for, never dropped.
 *
 * It rejects with a CommentWebhookError (answer 400), a ThreadNotFoundError (503), or what `load`, `addressesOf` and
 * `send` throw (500). Webhooks come at least once: `webhookId`, annotationId and commentId tell repeats.
 */
export function createCommentMailer(
  options: CommentMailerOptions,
): (payload: unknown) => Promise<MailOutcome> {
  const { send, compose = composeMail, isMailed = isNews } = options;
  return async (payload) => {
    const webhook = parseCommentWebhook(payload);
    if (!isMailed(webhook)) return { outcome: 'ignored' };
    const { thread, target } = await loadThread(webhook, options);
    const readers = readersOf(webhook, thread, target);
    const addresses = (await options.addressesOf?.(readers.map((it) => it.userId))) ?? addressesIn(thread);
    const recipients = recipientsOf(readers, addresses, webhook.actionUser);
    if (recipients.length === 0) return { outcome: 'no-recipients' };
    const mail = { ...compose({ webhook, thread, target }), recipients };
    await send(mail, webhook);
    return { outcome: 'sent', mail };
  };
}

const isNews = ({ actionType }: CommentWebhook): boolean => actionType !== 'deleted';

const DEFAULT_DELAYS: readonly number[] = [1_000, 2_000, 4_000, 8_000];

interface FoundThread {
  readonly thread: PartialCommentAnnotation;
  readonly target: PartialComment | null;
}

async function loadThread(
  webhook: CommentWebhook,
  { load, retryDelays = DEFAULT_DELAYS, clock = systemClock }: CommentMailerOptions,
): Promise<FoundThread> {
  const { commentAnnotation, targetComment, metadata } = webhook;
  const { annotationId } = commentAnnotation;
  const said = { ...metadata, ...commentAnnotation.metadata };
  const query = {
    annotationId,
    documentId: said.documentId ?? null,
    organizationId: said.organizationId ?? null,
  };
  for (const delay of [...retryDelays, null]) {
    const thread = await load(query);
    const target = (targetComment && thread?.comments[String(targetComment.commentId)]) ?? null;
    // The comment of a webhook about a deletion will not come.
    const isComplete = targetComment === undefined || target !== null || webhook.actionType === 'deleted';
    if (thread !== null && isComplete) return { thread, target };
    if (delay !== null) await sleep(clock, delay);
  }
  throw new ThreadNotFoundError(annotationId);
}
