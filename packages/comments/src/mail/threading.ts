/**
 * Headers by which mail programs put the mails about one thread together, and offer to end them.
 * Pure.
 */
<<<<<<< HEAD
import { messageIdPart } from '@org/approval-internal/mail';
=======
import { digestsOf } from '../content/list-parts.js';
>>>>>>> 0b08d437
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
<<<<<<< HEAD
=======

/** A line of a mail has at most 998 characters, and a message id has two ids in it. */
const LONGEST_ID = 300;

/**
 * Escapes an id: letters and digits stay, all else becomes its number. Different ids stay
 * different: of a long one the end becomes its digest.
 */
function safe(id: string): string {
  const escaped = id.replace(/[^A-Za-z0-9]/gu, (it) => `_${(it.codePointAt(0) ?? 0).toString(16)}_`);
  if (escaped.length <= LONGEST_ID) return escaped;
  const [digest = ''] = digestsOf([{ annotationId: id, revision: 0 }], 1);
  return `${escaped.slice(0, LONGEST_ID - digest.length - 1)}.${digest}`;
}
>>>>>>> 0b08d437
