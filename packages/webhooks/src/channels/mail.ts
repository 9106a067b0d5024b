/** Channel that makes a mail for each recipient, and hands it to the mail system of the host. */
import type { MessageRecipient, NotificationChannel, NotificationMessage } from '@org/approval-core';
import { isAddress, lineOf, messageIdPart } from '@org/approval-internal/mail';
import { type MailLedger, createMemoryMailLedger } from '@org/approval-internal/mail-ledger';
import {
  type Checks,
  callable,
  checkOptions,
  optional,
  text,
  withMethods,
} from '@org/approval-internal/options';
import { eachOnce } from './each-once.js';
import { ChannelError, isRetryable } from './failure.js';

/** Address of a person. */
export interface MailChannelAddress {
  /** Address to send to. */
  readonly email: string;
  /** Name to show; none by default. */
  readonly name?: string | undefined;
}

/** One mail to one recipient. */
export interface NotificationMail {
  /** Person, or address of the node, that the mail goes to. */
  readonly recipient: {
    /** User id; null for an address of the node. */
    readonly userId: string | null;
    /** Exactly one address. */
    readonly email: string;
    /** Name to show; null without one. */
    readonly name: string | null;
  };
  /** Subject, one line; empty if the node has none. */
  readonly subject: string;
  /** Plain text; null for a mail in HTML. */
  readonly text: string | null;
  /** HTML; null for a mail in plain text. */
  readonly html: string | null;
  /** Headers for the mail system. */
  readonly headers: {
    /** Id of this mail to this recipient; the same when the mail is made again. */
    readonly 'Message-ID': string;
  };
}

/** Options of a channel for mails. */
export interface MailChannelOptions {
  /** Hands the mail to the mail system of the host. An error with `retryable: false` is final. */
  readonly send: (mail: NotificationMail, message: NotificationMessage) => Promise<unknown>;
  /** Addresses by user id, from the accounts of the host. A user without one is refused. */
  readonly addressesOf: (
    userIds: readonly string[],
    message: NotificationMessage,
  ) => Promise<ReadonlyMap<string, MailChannelAddress>>;
  /**
   * Ledger of the mails that went out, such as that of `@org/approval-comments/mail`. The default
   * is in memory: a second process and the next start do not know it.
   */
  readonly ledger?: MailLedger;
  /** Domain of message ids; `approvals.invalid` by default. */
  readonly messageDomain?: string;
}

const OPTIONS: Checks<MailChannelOptions> = {
  send: callable,
  addressesOf: callable,
  ledger: optional(withMethods('claim', 'sent', 'release')),
  messageDomain: optional(text),
};

/**
 * Creates a channel that sends a mail to each recipient. It takes bodies with `text` or `html`.
 * @throws TypeError when an option makes no sense.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 * import { mailChannel } from '@org/approval-webhooks/channels';
 *
 * const mail = mailChannel({
 *   send: async ({ recipient, subject }) => console.log(recipient.email, subject),
 *   addressesOf: async (userIds) =>
 *     new Map(userIds.map((it) => [it, { email: `${it}@example.com` }])),
 * });
 * const engine = createApprovalEngine({ store: createMemoryStore(), notify: { mail } });
 * await engine.stop();
 * ```
 */
export function mailChannel(options: MailChannelOptions): NotificationChannel {
  checkOptions('mailChannel', options, OPTIONS);
  const { send, addressesOf, ledger = createMemoryMailLedger() } = options;
  const { messageDomain = 'approvals.invalid' } = options;
  return async (message, { signal }) => {
    const { to, idempotencyKey: key } = message;
    const content = contentOf(message);
    const userIds = to.flatMap((it) => ('userId' in it ? [it.userId] : []));
    const addresses = userIds.length === 0 ? NO_ADDRESSES : await addressesOf(userIds, message);
    const found = to.map((it) => recipientOf(it, addresses));
    // Two accounts with one address get one mail.
    const mailed = new Map(found.flatMap((it) => (it === null ? [] : [[it.email.toLowerCase(), it]])));
    const refused = await eachOnce({
      key,
      recipients: [...mailed.values()],
      idOf: ({ userId, email }) => userId ?? email,
      ledger,
      signal,
      send: async (recipient) => {
        const id = `${messageIdPart(key)}.${messageIdPart(recipient.userId ?? recipient.email)}`;
        const headers = { 'Message-ID': `<${id}@${messageDomain}>` };
        await send({ recipient, ...content, headers }, message).catch(rethrownWithout(recipient.email));
      },
    });
    const isRefused = (it: (typeof found)[number]) =>
      it === null || refused.has(mailed.get(it.email.toLowerCase()) ?? it);
    return { refused: found.flatMap((it, index) => (isRefused(it) ? [index] : [])) };
  };
}

type Recipient = NotificationMail['recipient'];

const NO_ADDRESSES: ReadonlyMap<string, MailChannelAddress> = new Map();

/** null without exactly one address: any other value could add a header. */
function recipientOf(
  it: MessageRecipient,
  addresses: ReadonlyMap<string, MailChannelAddress>,
): Recipient | null {
  if ('address' in it) return isAddress(it.address) ? { userId: null, email: it.address, name: null } : null;
  const { email, name } = addresses.get(it.userId) ?? {};
  return isAddress(email) ? { userId: it.userId, email, name: lineOf(name) || null } : null;
}

function contentOf({
  body,
  subject,
}: NotificationMessage): Pick<NotificationMail, 'subject' | 'text' | 'html'> {
  const line = lineOf(subject);
  if ('text' in body) return { subject: line, text: body.text, html: null };
  if ('html' in body) return { subject: line, text: null, html: body.html };
  throw new ChannelError('mailChannel takes a body with text or html; the node has another one');
}

/** Mail systems quote addresses, and the error of a step is in its view. */
const rethrownWithout =
  (email: string) =>
  (error: unknown): never => {
    const text = error instanceof Error ? error.message : String(error);
    throw new ChannelError(text.replaceAll(email, '[address]'), {
      retryable: isRetryable(error),
      retryAfterMs: (Object(error) as Partial<ChannelError>).retryAfterMs ?? null,
      cause: error,
    });
  };
