/**
 * Reads content before it is changed, so that a write overwrites nothing that its writer did not
 * see.
 */
import { canonical } from '../content/canonical.js';
import { withoutNames } from '../content/people.js';
import { ConflictError } from '../errors.js';
import type { CommentAnnotation, Fields } from '../record.js';
import type { Write } from './changes.js';
import { FOLLOWING, type Side } from './seeing.js';
import type { Session } from './session.js';
import type { Attempted } from './attempted.js';

/** @throws ResolverError, ConflictError for words that its writer was not shown */
export async function readFirst(session: Session, { write, sawContent }: Attempted): Promise<void> {
  const { threads } = session;
  const { annotationId } = write;
  await readContent(session, annotationId);
  if (sawContent) return;
  const revision = threads.seeing.revision(annotationId, 'customer');
  if (write.event === 'comment.delete') refuseUnseenDelete(session, write);
  else refuseUnseen(threads, write, revision ?? 0);
  threads.seeing.compared(write, 'customer', revision);
}

/**
 * Reads until the content is that of the thread as it is listed: a list that arrives meanwhile
 * makes an answer old.
 *
 * @throws ResolverError
 */
export async function readContent({ threads, load }: Session, annotationId: string): Promise<void> {
  const next = () => threads.unread(annotationId);
  for (let unread = next(); unread !== null; unread = next()) {
    const loaded = (await load([unread], 'saveCommentAnnotations')).get(annotationId);
    if (loaded === undefined) continue;
    if (!loaded.ok) throw loaded.error;
    threads.setContent(unread, loaded);
  }
}

/** Returns the target of a write: a comment of the thread, or the thread. */
export function partOf(thread: CommentAnnotation | undefined, { commentId }: Write): Fields | undefined {
  if (commentId === undefined) return thread;
  const comments = thread?.comments ?? {};
  const key = String(commentId);
  return Object.hasOwn(comments, key) ? comments[key] : undefined;
}

/**
 * Returns the fields of the write that differ from its result. Times follow, and are not compared.
 */
export const differing = (
  part: Fields | undefined,
  wanted: Fields | undefined,
  { fields }: Write,
): string[] =>
  fields.filter((name) => !FOLLOWING.includes(name) && saidOf(part, name) !== saidOf(wanted, name));

/** Names of people are the host's: two fields that name the same people are the same. */
const saidOf = (part: Fields | undefined, name: string) => canonical(withoutNames({ [name]: part?.[name] }));

/**
 * Refuses to delete a comment that was shown without its words.
 * @throws ConflictError with the words
 */
function refuseUnseenDelete({ threads }: Session, write: Write): void {
  const part = partOf(threads.confirmed(write.annotationId), write);
  if (part !== undefined && part.isCommentTextAvailable !== false) throw replaced(threads, write, 'customer');
}

/**
 * True if the customer's side has a comment that the service does not list yet, so that the page
 * does not show it.
 */
export function hidesComments(threads: Session['threads'], annotationId: string): boolean {
  const stored = threads.stored(annotationId);
  const known = stored?.structural.comments ?? {};
  return Object.keys(stored?.content?.comments ?? {}).some((key) => !Object.hasOwn(known, key));
}

/** The refusal of a write that others, or later ones of the same person, have replaced. */
export function replaced(threads: Session['threads'], write: Write, side: Side): ConflictError {
  const { annotationId, commentId = null } = write;
  const part = partOf(threads.confirmed(annotationId), write);
  const revision = threads.seeing.revision(annotationId, side) ?? 0;
  const { comments: _comments, ...current } = part ?? {};
  const reason = part === undefined ? 'deleted' : 'changed';
  return new ConflictError(side, {
    ...{ reason, annotationId, commentId, revision },
    current: part === undefined ? null : current,
  });
}

/**
 * Refuses to overwrite words that the writer was not shown. Fields that are the service's alone, as
 * the status, were shown: the service compares them. @throws ConflictError with them
 */
function refuseUnseen(threads: Session['threads'], write: Write, revision: number): void {
  const { annotationId, commentId } = write;
  const thread = threads.confirmed(annotationId);
  const part = partOf(thread, write);
  const shown = partOf(threads.stored(annotationId)?.structural, write);
  const unseen = differing(part, partOf(write.apply(thread), write), write).filter(
    (name) => part?.[name] !== undefined && saidOf(part, name) !== saidOf(shown, name),
  );
  if (unseen.length === 0 || part === undefined) return;
  const { comments: _comments, ...current } = part;
  const at = { annotationId, commentId: commentId ?? null };
  throw new ConflictError('customer', { reason: 'changed', ...at, current, revision });
}
