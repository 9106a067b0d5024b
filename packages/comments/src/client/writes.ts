/**
 * Writing: shown at once, then the customer's side, then the service. When the customer's side fails, the service is
 * not called. Writes to one thread go out one after the other.
 */
import { strip } from '../content/strip.js';
import { CommentNotFoundError, ResolverError } from '../errors.js';
import type { CommentAnnotation, Metadata } from '../record.js';
import type { CommentService } from '../service/port.js';
import type { Write } from './changes.js';
import { asServiceError } from './reads.js';
import type { Session } from './session.js';

export type WriteThread = (session: Session, write: Write) => Promise<void>;

export function createWriter(service: CommentService): WriteThread {
  /** The last write to each thread; never rejects. */
  const last = new Map<string, Promise<void>>();

  return (session, write) => {
    const { annotationId } = write;
    session.threads.add(write);
    const done = (last.get(annotationId) ?? Promise.resolve()).then(() => perform(service, session, write));
    const settled = done.then(
      () => undefined,
      () => undefined,
    );
    last.set(annotationId, settled);
    void settled.then(() => {
      if (last.get(annotationId) === settled) last.delete(annotationId);
    });
    return done;
  };
}

async function perform(service: CommentService, session: Session, write: Write): Promise<void> {
  const isDelete = write.event === 'comment_annotation.delete';
  try {
    await (isDelete ? deleteBoth(service, session, write) : saveBoth(service, session, write));
  } catch (error) {
    const { threads, provider } = session;
    const { revertOnFailure } = provider.operations[isDelete ? 'delete' : 'save'].retry;
    if (!revertOnFailure && error instanceof ResolverError) threads.keep(write);
    else threads.drop(write);
    // An attempt that timed out may have been written: only the customer's side knows.
    threads.forgetContent(write.annotationId);
    throw error;
  }
}

async function saveBoth(service: CommentService, session: Session, write: Write): Promise<void> {
  const { threads, resolve, user, provider } = session;
  const { annotationId, event, commentId } = write;
  const { organizationId } = user;
  await readFirst(session, annotationId);
  const annotation = [...threads.keptBefore(write), write].reduce<CommentAnnotation | undefined>(
    (thread, change) => change.apply(thread),
    threads.confirmed(annotationId),
  );
  if (annotation === undefined) throw new CommentNotFoundError(annotationId);
  const { structural, content } = strip(annotation, provider.custom);
  const targetComment = commentId === undefined ? undefined : content.comments[String(commentId)];
  if (event === 'comment.update' && targetComment === undefined)
    throw new CommentNotFoundError(annotationId, commentId);
  const about = { event, ...(commentId !== undefined && { commentId }) };
  await resolve(
    'save',
    {
      commentAnnotation: { [annotationId]: content },
      metadata: content.metadata,
      ...about,
      ...(targetComment && { targetComment }),
    },
    { moduleName: 'saveCommentAnnotations', payload: payloadOf(session, write, content.metadata) },
  );
  await asServiceError('save', service.save({ organizationId, annotation: structural, ...about }));
  threads.settle(write, structural, content);
}

async function deleteBoth(service: CommentService, session: Session, write: Write): Promise<void> {
  const { threads, resolve, user } = session;
  const { annotationId, event } = write;
  const metadata = threads.confirmed(annotationId)?.metadata;
  await resolve(
    'delete',
    { commentAnnotationId: annotationId, ...(metadata && { metadata }), event },
    { moduleName: 'deleteCommentAnnotations', payload: payloadOf(session, write, metadata) },
  );
  try {
    await asServiceError(
      'delete',
      service.delete({ organizationId: user.organizationId, annotationId, event }),
    );
  } catch (error) {
    threads.loseContent(annotationId);
    throw error;
  }
  threads.settleDelete(write);
}

/** The thread is saved as a whole: on top of content that could not be read, that would overwrite it. */
async function readFirst({ threads, load }: Session, annotationId: string): Promise<void> {
  const unread = threads.unread(annotationId);
  if (unread === null) return;
  const loaded = (await load([unread], 'saveCommentAnnotations')).get(annotationId);
  if (loaded && !loaded.ok) throw loaded.error;
  threads.setContent(unread, loaded?.content ?? null);
}

const payloadOf = ({ user }: Session, { annotationId, event, commentId }: Write, metadata?: Metadata) => ({
  organizationId: user.organizationId,
  commentAnnotationIds: [annotationId],
  ...(metadata?.documentId !== undefined && { documentIds: [metadata.documentId] }),
  event,
  ...(commentId !== undefined && { commentId }),
});
