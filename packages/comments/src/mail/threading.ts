/**
 * Headers by which mail programs put the mails about one thread together, and offer to end them.
 * Pure.
 */
import { messageIdPart } from '@org/approval-internal/mail';
import { webAddress } from './text.js';

/** Headers that hold the mails about one thread together, and say how to end them. */
export interface MailHeaders {
  /** Id of this mail to this person; the same when the mail is made again. */
  readonly 'Message-ID': string;
  /** Id of the thread: a mail that was never sent, and that all others answer. */
  readonly 'In-Reply-To': string;
  /** The thread again, for mail programs that go by this header. */
  readonly References: string;
  /** Address that `unsubscribeUrl` returned, if any. */
  readonly 'List-Unsubscribe'?: string;
  /** Says that a POST to that address is enough to end the mails; there with `List-Unsubscribe`. */
  readonly 'List-Unsubscribe-Post'?: string;
}

interface About {
  readonly webhookId: string;
  readonly annotationId: string;
  readonly userId: string;
  /** The domain of the ids. */
  readonly domain: string;
  readonly unsubscribeUrl: string | null;
}

export function headersFor({ webhookId, annotationId, userId, domain, unsubscribeUrl }: About): MailHeaders {
  const thread = `<thread.${messageIdPart(annotationId)}@${domain}>`;
  const leave = webAddress(unsubscribeUrl);
  return {
    'Message-ID': `<${messageIdPart(webhookId)}.${messageIdPart(userId)}@${domain}>`,
    'In-Reply-To': thread,
    References: thread,
    ...(leave !== null && {
      'List-Unsubscribe': `<${leave}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
}
