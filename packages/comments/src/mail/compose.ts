/** The mail about one comment webhook. Pure. */
import type { PartialComment, PartialCommentAnnotation, User } from '../record.js';
import type { CommentWebhook } from './payload.js';
import { escapeHtml, oneLine, shortened, textOfHtml, webAddress } from './text.js';

export interface ComposedMail {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  /** Everything that people wrote is escaped. */
  readonly html: string;
}

export interface ComposeInput {
  readonly webhook: CommentWebhook;
  readonly thread: PartialCommentAnnotation;
  /** Null where the event is about the thread, and for a comment that is not there any more. */
  readonly target: PartialComment | null;
}

/** What was done, behind the name of whoever did it. The set is open: an unknown one is news all the same. */
const DEEDS: ReadonlyMap<string, string> = new Map([
  ['newlyAdded', 'commented'],
  ['added', 'replied in a thread'],
  ['updated', 'edited a comment'],
  ['deleted', 'deleted a comment'],
  ['assigned', 'assigned a thread'],
  ['statusChanged', 'changed the status of a thread'],
]);

const LONGEST_SUBJECT = 200;

export function composeMail({ webhook, thread, target }: ComposeInput): ComposedMail {
  const { actionUser, actionType, metadata } = webhook;
  const authors = [target?.from, thread.from] as (User | null | undefined)[];
  const knownName = authors.find((it) => it?.userId === actionUser.userId)?.name;
  const actor = oneLine(actionUser.name ?? knownName ?? '') || 'Somebody';
  const deed = DEEDS.get(actionType) ?? 'did something in a thread';
  const headline = shortened(`${actor} ${deed}`, LONGEST_SUBJECT);
  const words = wordsOf(target);
  const files = Object.values(target?.attachments ?? {}).map((it) => oneLine(it.name ?? 'a file'));
  const link = webAddress(metadata?.pageInfo?.url);
  return {
    subject: headline,
    text: [
      `${headline}${words === '' ? '.' : ':'}`,
      ...(words === '' ? [] : [words]),
      ...(files.length === 0 ? [] : [`Attached: ${files.join(', ')}`]),
      ...(link === null ? [] : [`Open the page: ${link}`]),
    ].join('\n\n'),
    html: [
      `<p><strong>${escapeHtml(actor)}</strong> ${escapeHtml(deed)}${words === '' ? '.' : ':'}</p>`,
      ...(words === '' ? [] : [`<blockquote>${escapeHtml(words).replace(/\r?\n/g, '<br>')}</blockquote>`]),
      ...(files.length === 0 ? [] : [`<p>Attached: ${escapeHtml(files.join(', '))}</p>`]),
      ...(link === null ? [] : [`<p><a href="${escapeHtml(link)}">Open the page</a></p>`]),
    ].join('\n'),
  };
}

function wordsOf(target: PartialComment | null): string {
  const { commentText, commentHtml } = target ?? {};
  if (typeof commentText === 'string' && commentText.trim() !== '') return commentText.trim();
  return typeof commentHtml === 'string' ? textOfHtml(commentHtml) : '';
}
