/** The mail about one comment webhook. Pure. */
import { type PartialComment, type PartialCommentAnnotation, isObject } from '../record.js';
import type { CommentWebhook } from './payload.js';
import type { Recipient } from './recipients.js';
import { unlinked } from '@org/approval-internal/visible';
import { escapeHtml, lineOf, shortLine, webAddress, wordsOf } from './text.js';

/** A mail without its addresses. */
export interface ComposedMail {
  /** One line. */
  readonly subject: string;
  /** The mail as plain text. */
  readonly text: string;
  /** Everything that people wrote is escaped. */
  readonly html: string;
}

/** Input of a mail. */
export interface ComposeInput {
  /** Webhook of the event; its `actionUser` is named as the host's accounts name them. */
  readonly webhook: CommentWebhook;
  /** Content of the thread, from the customer's database. */
  readonly thread: PartialCommentAnnotation;
  /** Null where the event is about the thread, and for a comment that is not there any more. */
  readonly target: PartialComment | null;
  /** Recipient of the mail; the mail says so if the comment names them. */
  readonly recipient: Recipient;
  /** Document that the thread is about, if the host provides it. */
  readonly document: MailDocument | null;
}

/** Document that a thread is about, as a mail presents it. */
export interface MailDocument {
  /** Name of the document; a mail without it does not say where. */
  readonly name?: string;
  /** Address where the document is read; the page of the webhook by default. */
  readonly url?: string;
}

/**
 * Verbs that follow the actor's name in a mail, by `actionType`. The set is open: an unknown type
 * is news all the same.
 */
const DEEDS: ReadonlyMap<string, string> = new Map([
  ['newlyAdded', 'commented'],
  ['added', 'replied in a thread'],
  ['updated', 'edited a comment'],
  ['deleted', 'deleted a comment'],
  ['assigned', 'assigned a thread'],
  ['statusChanged', 'changed the status of a thread'],
]);

/** Actions that mention people when they happen; the mention in an edit may be old. */
const MENTIONING: readonly string[] = ['newlyAdded', 'added'];

/** Highest number of files that a mail names; of the others it gives the number. */
const MOST_FILES = 50;

/**
 * Writes the mail about a comment webhook: subject, text and html. Long words are cut at 20,000
 * characters, and a field of the thread that is not of its shape is passed over. Pure.
 */
export function composeMail({ webhook, target, recipient, document }: ComposeInput): ComposedMail {
  const { actionUser, actionType, metadata } = webhook;
  const actor = lineOf(actionUser?.name) || 'Somebody';
  const place = lineOf(document?.name);
  const isNaming = recipient.reason === 'mention' && MENTIONING.includes(actionType);
  const done = isNaming ? 'mentioned you' : (DEEDS.get(actionType) ?? 'did something in a thread');
  const deed = place === '' ? done : `${done} in ${place}`;
  const headline = shortLine(`${actor} ${deed}`);
  const words = target === null ? '' : wordsOf(target);
  const files = filesOf(target?.attachments);
  const link = webAddress(document?.url ?? metadata?.pageInfo?.url);
  return {
    subject: headline,
    text: [
      `${unlinked(headline)}${words === '' ? '.' : ':'}`,
      ...(words === '' ? [] : [words]),
      ...(files.length === 0 ? [] : [`Attached: ${files.join(', ')}`]),
      ...(link === null ? [] : [`Open the page: ${link}`]),
    ].join('\n\n'),
    html: [
      `<p><strong>${escapeHtml(unlinked(actor))}</strong> ${escapeHtml(unlinked(deed))}${words === '' ? '.' : ':'}</p>`,
      ...(words === '' ? [] : [`<blockquote>${escapeHtml(words).replace(/\r?\n/g, '<br>')}</blockquote>`]),
      ...(files.length === 0 ? [] : [`<p>Attached: ${escapeHtml(files.join(', '))}</p>`]),
      ...(link === null ? [] : [`<p><a href="${escapeHtml(link)}">Open the page</a></p>`]),
    ].join('\n'),
  };
}

function filesOf(attachments: unknown): string[] {
  const files = isObject(attachments) ? Object.values(attachments).filter(isObject) : [];
  const names = files.slice(0, MOST_FILES).map((it) => lineOf(it.name) || 'a file');
  return files.length <= MOST_FILES ? names : [...names, `${files.length - MOST_FILES} more`];
}
