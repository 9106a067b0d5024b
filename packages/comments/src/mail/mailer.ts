/** Mailer: turns a comment webhook into calls of the host's mail function. */
import { brand } from '@org/approval-internal/brand';
import { type Duration, msOf } from '@org/approval-internal/duration';
import {
  type Checks,
  callable,
  checkOptions,
  listOf,
  optional,
  pauseMs,
  text,
  withMethods,
} from '@org/approval-internal/options';
import { type Clock, sleep, systemClock } from '../clock.js';
import { mapPeople } from '../content/people.js';
import { type PartialComment, type PartialCommentAnnotation, type User, isObject } from '../record.js';
import { type ComposeInput, type ComposedMail, type MailDocument, composeMail } from './compose.js';
import { audienceOf } from './audience.js';
import { type MailLedger, createMemoryMailLedger } from '@org/approval-internal/mail-ledger';
import { type CommentWebhook, isOfOthers, parseCommentWebhook } from './payload.js';
import { type Address, type Recipient, actorOf, isAmong, readersOf, recipientsOf } from './recipients.js';
import { isWished } from './wishes.js';
import { type MailHeaders, headersFor } from './threading.js';

/** One mail to one person. */
export interface CommentMail extends ComposedMail {
  /** Recipient, never the person who acted. */
  readonly recipient: Recipient;
  /** Headers for the mail system, which group the mails about one thread. */
  readonly headers: MailHeaders;
}

/** Thread to load. */
export interface ThreadQuery {
  readonly annotationId: string;
  /** The comment that the webhook is about; null where it is about the thread. */
  readonly commentId: number | null;
  /** Null where the webhook does not say. */
  readonly documentId: string | null;
  readonly organizationId: string | null;
}

/** Options of the mailer: how it reads threads and sends mails. */
export interface CommentMailerOptions {
  /**
   * Reads a thread from the customer's database. Null while it is not there; `deleted` when the
   * thread or the comment was deleted. `threadLoader` of `/server` reads the stores of this
   * package.
   */
  readonly load: (query: ThreadQuery) => Promise<PartialCommentAnnotation | 'deleted' | null>;
  /** Hands the mail to the customer's mail system. When it rejects, so does the mailer. */
  readonly send: (mail: CommentMail, webhook: CommentWebhook) => Promise<unknown>;
  /**
   * Addresses by userId, from the host's own accounts. An address in a comment is not trusted: any
   * user could have written it.
   */
  readonly addressesOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Address>>;
  /**
   * Ledger of the mails that went out. The default is in memory: a second process and the next
   * start do not know it.
   */
  readonly ledger?: MailLedger;
  /**
   * Returns true if the person may open the document now. Required: a mail quotes comments, also to
   * people who lost access after they were mentioned.
   */
  readonly mayRead: (userId: string, query: ThreadQuery) => boolean | Promise<boolean>;
  /** Returns true if the person wants this mail. The wishes in the webhook apply as well. */
  readonly isWanted?: (recipient: Recipient, webhook: CommentWebhook) => boolean | Promise<boolean>;
  /** Returns the name of the thread's document, and the address where it is read. */
  readonly documentOf?: (query: ThreadQuery) => Promise<MailDocument | null>;
  /** Address that ends these mails, by GET or POST (RFC 8058). */
  readonly unsubscribeUrl?: (recipient: Recipient) => string;
  /** Domain of message ids; `comments.invalid` by default. */
  readonly messageDomain?: string;
  /**
   * Returns true for a webhook to mail; by default all but deletions, reactions and subscriptions.
   */
  readonly isMailed?: (webhook: CommentWebhook) => boolean;
  /** Writes the subject and the text; `composeMail` by default. */
  readonly compose?: (input: ComposeInput) => ComposedMail;
  /**
   * Delays in ms before the thread is loaded again, one for each further try; 1, 2, 4 and 8 s by
   * default.
   */
  readonly retryDelays?: readonly Duration[];
  /** Clock, for tests; the system's by default. */
  readonly clock?: Clock;
}

const OPTIONS: Checks<CommentMailerOptions> = {
  load: callable,
  send: callable,
  addressesOf: callable,
  mayRead: callable,
  ledger: optional(withMethods('claim', 'sent', 'release')),
  isWanted: optional(callable),
  documentOf: optional(callable),
  unsubscribeUrl: optional(callable),
  messageDomain: optional(text),
  isMailed: optional(callable),
  compose: optional(callable),
  retryDelays: optional(
    listOf('numbers of ms, 0 or more, or durations', (it) => pauseMs(it, '').length === 0),
  ),
  clock: optional(withMethods('now', 'wakeAt')),
};

/** Result of a webhook. */
export type MailOutcome =
  | {
      /** Outcome: a mail was sent, or the reason why not. */
      readonly outcome: 'sent';
      /** Mails that were handed to `send`; empty: all recipients had them already. */
      readonly mails: readonly CommentMail[];
    }
  /** `isMailed` returned false, or the webhook is not about comments. */
  | { readonly outcome: 'ignored' }
  /** The thread or the comment was deleted before its mail was written. */
  | { readonly outcome: 'deleted' }
  /**
   * All people are excluded: the comment is private, a draft, restricted to no one, or restricted
   * in an unknown way.
   */
  | {
      readonly outcome: 'withheld';
      /** Restriction, and the place where it stands. */
      readonly reason: string;
    }
  /** Only the actor takes part, or no participant has an address. */
  | { readonly outcome: 'no-recipients' };

/**
 * Thrown when the thread, or the comment in it, was not there in time. Answer 503, so that the
 * webhook comes again.
 */
export class ThreadNotFoundError extends Error {
  static {
    brand(ThreadNotFoundError, '@org/approval-comments:ThreadNotFoundError');
  }

  override readonly name = 'ThreadNotFoundError';
  readonly annotationId: string;

  constructor(annotationId: string) {
    super(`the thread ${annotationId}, or its comment, is not in the database yet`);
    this.annotationId = annotationId;
  }
}

/**
 * Thrown when another delivery of the webhook is sending its mails. Answer 503: if that delivery
 * fails, the next one sends them.
 */
export class MailUnderWayError extends Error {
  static {
    brand(MailUnderWayError, '@org/approval-comments:MailUnderWayError');
  }

  override readonly name = 'MailUnderWayError';

  constructor(webhookId: string) {
    super(`the mails of the webhook ${webhookId} are being sent by another delivery; let it come again`);
  }
}

/**
 * Returns a function that takes the parsed JSON of a webhook whose signature was verified. The
 * webhook may be faster than the customer's database: a thread that is not there yet is waited for,
 * never dropped.
 *
 * It rejects with a CommentWebhookError (answer 400), a ThreadNotFoundError or a MailUnderWayError
 * (503), or the error of `load`, `addressesOf` or `send` (500): let the webhook come again then.
 * Each person gets the mail of a webhook at most once, even if the mail to another person failed.
 */
export function createCommentMailer(
  options: CommentMailerOptions,
): (payload: unknown) => Promise<MailOutcome> {
  checkOptions('createCommentMailer', options, OPTIONS);
  const { isMailed = isNews, isWanted = () => true, ledger = createMemoryMailLedger() } = options;
  return async (payload) => {
    if (isOfOthers(payload)) return { outcome: 'ignored' };
    const webhook = parseCommentWebhook(payload);
    if (!isMailed(webhook)) return { outcome: 'ignored' };
    const found = await loadThread(webhook, options);
    if (found === 'deleted') return { outcome: 'deleted' };
    const query = queryOf(webhook);
    const audience = audienceOf(webhook, found.thread, found.target);
    if (audience.withheld !== null) return { outcome: 'withheld', reason: audience.withheld };
    const readers = readersOf(webhook, found.thread, found.target).filter(
      (it) => isAmong(it, audience) && isWished(it, webhook, found.thread),
    );
    const actor = actorOf(webhook);
    const asked = [...readers.map((it) => it.userId), ...(actor === null ? [] : [actor])];
    const addresses = await options.addressesOf(asked);
    // Two accounts with one address get one mail: the first of those who may see the thread and
    // want it.
    const byAddress = new Map<string, Recipient>();
    const about = { webhook, audience, organizationId: query.organizationId };
    for (const it of recipientsOf(readers, addresses, about)) {
      const address = it.email.toLowerCase();
      if (byAddress.has(address) || !(await mayRead(options, it.userId, query))) continue;
      if (await isWanted(it, webhook)) byAddress.set(address, it);
    }
    const recipients = [...byAddress.values()];
    if (recipients.length === 0) return { outcome: 'no-recipients' };
    const document = (await options.documentOf?.(query)) ?? null;
    const input = { ...namedIn(found, addresses), webhook: namedActor(webhook, addresses), document };
    const mailOf = (recipient: Recipient) => mailTo(recipient, input, options);
    return {
      outcome: 'sent',
      mails: await sendEach(recipients, mailOf, input.webhook, options.send, ledger),
    };
  };
}

/**
 * Returns the answer of `mayRead`. Access is never open by accident: only true and false are
 * answers.
 *
 * @throws TypeError for any other answer.
 */
async function mayRead(options: CommentMailerOptions, userId: string, query: ThreadQuery): Promise<boolean> {
  const answer: unknown = await options.mayRead(userId, query);
  if (typeof answer === 'boolean') return answer;
  throw new TypeError(`mayRead must give true or false, and gave ${typeof answer}`);
}

/** Names people as the host's accounts name them, and ignores other names. */
function namedIn({ thread, target }: FoundThread, addresses: ReadonlyMap<string, Address>): FoundThread {
  const named = ({ userId }: User): User => {
    const name = addresses.get(userId)?.name;
    return { userId, ...(name !== undefined && { name }) };
  };
  return { thread: mapPeople(thread, named), target: target && mapPeople(target, named) };
}

function namedActor(webhook: CommentWebhook, addresses: ReadonlyMap<string, Address>): CommentWebhook {
  const userId = actorOf(webhook);
  if (userId === null) return { ...webhook, actionUser: null };
  const { name, email } = addresses.get(userId) ?? {};
  return { ...webhook, actionUser: { userId, name, email } };
}

function mailTo(
  recipient: Recipient,
  input: Omit<ComposeInput, 'recipient'>,
  { compose = composeMail, unsubscribeUrl, messageDomain = 'comments.invalid' }: CommentMailerOptions,
): CommentMail {
  const { webhookId, commentAnnotation } = input.webhook;
  const headers = headersFor({
    ...{ webhookId, annotationId: commentAnnotation.annotationId, userId: recipient.userId },
    domain: messageDomain,
    unsubscribeUrl: unsubscribeUrl?.(recipient) ?? null,
  });
  return { ...compose({ ...input, recipient }), recipient, headers };
}

/**
 * Sends the mails. Each is written when it is sent, so that hundreds of mails do not wait in
 * memory.
 *
 * @throws the error of the first mail that failed, after all the others were tried.
 */
async function sendEach(
  recipients: readonly Recipient[],
  mailOf: (recipient: Recipient) => CommentMail,
  webhook: CommentWebhook,
  send: CommentMailerOptions['send'],
  ledger: MailLedger,
): Promise<CommentMail[]> {
  const sent: CommentMail[] = [];
  const failures: unknown[] = [];
  for (const recipient of recipients) {
    const { userId } = recipient;
    const claim = await ledger.claim(webhook.webhookId, userId);
    if (claim === 'under-way') failures.push(new MailUnderWayError(webhook.webhookId));
    if (claim !== 'mine') continue;
    try {
      const mail = mailOf(recipient);
      await send(mail, webhook);
      await ledger.sent(webhook.webhookId, userId);
      sent.push(mail);
    } catch (error) {
      await ledger.release(webhook.webhookId, userId);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return sent;
}

/** Actions that are not worth a mail: deletions, reactions and subscriptions. */
const QUIET: readonly string[] = [
  'deleted',
  'reactionAdded',
  'reactionDeleted',
  'subscribed',
  'unsubscribed',
];
const isNews = ({ actionType }: CommentWebhook): boolean => !QUIET.includes(actionType);

function queryOf({ commentAnnotation, targetComment, metadata }: CommentWebhook): ThreadQuery {
  const said = (name: 'documentId' | 'organizationId') =>
    commentAnnotation.metadata?.[name] ?? metadata?.[name] ?? null;
  return {
    annotationId: commentAnnotation.annotationId,
    commentId: targetComment?.commentId ?? null,
    documentId: said('documentId'),
    organizationId: said('organizationId'),
  };
}

const DEFAULT_DELAYS: readonly number[] = [1_000, 2_000, 4_000, 8_000];

interface FoundThread {
  readonly thread: PartialCommentAnnotation;
  readonly target: PartialComment | null;
}

async function loadThread(
  webhook: CommentWebhook,
  { load, retryDelays = DEFAULT_DELAYS, clock = systemClock }: CommentMailerOptions,
): Promise<FoundThread | 'deleted'> {
  const { targetComment } = webhook;
  const query = queryOf(webhook);
  for (const delay of [...retryDelays, null]) {
    // A row that is not there is undefined, as a list of rows gives it.
    const thread = (await load(query)) ?? null;
    if (thread === 'deleted') return 'deleted';
    const target = targetComment && thread ? commentIn(thread, targetComment.commentId) : null;
    // The comment of a webhook about a deletion will not come.
    const isComplete = !targetComment || target !== null || webhook.actionType === 'deleted';
    if (thread !== null && isComplete) return { thread, target };
    if (delay !== null) await sleep(clock, msOf(delay));
  }
  throw new ThreadNotFoundError(query.annotationId);
}

function commentIn({ comments }: PartialCommentAnnotation, commentId: number): PartialComment | null {
  const key = String(commentId);
  // Stored data may differ from its type.
  const found: unknown = isObject(comments) && Object.hasOwn(comments, key) ? comments[key] : null;
  return isObject(found) ? (found as PartialComment) : null;
}
