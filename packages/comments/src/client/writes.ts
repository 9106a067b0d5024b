/**
 * Writing: shown at once, then the customer's side, then the service. When the customer's side fails, the service is
 * not called. Writes to one thread go out one after the other; each says what it changes and what its writer had seen.
 */
import { isResolved } from '../content/merge.js';
import { ConflictError, ResolverError } from '../errors.js';
import { type Metadata, isObject } from '../record.js';
import type { ResolverResponse } from '../provider/config.js';
import type { CommentService, Written } from '../service/port.js';
import type { Write } from './changes.js';
import { asCustomerConflict } from './conflict.js';
import { type Parts, partsOf } from './parts.js';
import { asServiceError } from './service-error.js';
import { FOLLOWING, type Seen, isThreadDelete } from './seeing.js';
import type { Session } from './session.js';

export interface Writer {
  readonly write: (session: Session, write: Write) => Promise<void>;
  /**
   * The same write again, now: what its writer makes after it comes after it. It has still seen what it had seen then,
   * and what its error told. @param read before it is made, when its turn comes.
   */
  readonly again: (failed: Failed, read: () => Promise<void>) => Promise<void>;
  /** The write that failed with this error; undefined: it was none of this client's. */
  readonly failed: (error: unknown) => Failed | undefined;
}

interface Failed {
  readonly session: Session;
  readonly attempted: Attempted;
}

/** A write on its way, and what its writer had seen when they made it. */
interface Attempted {
  readonly write: Write;
  readonly base: Seen;
  /** False: its writer saw the thread without content. */
  readonly sawContent: boolean;
  /** Where the thread was then: another delete may be before this one. */
  readonly metadata: Metadata | undefined;
}

export function createWriter(service: CommentService): Writer {
  /** The last write to each thread; never rejects. */
  const last = new Map<string, Promise<void>>();
  const failures = new WeakMap<object, Failed>();

  const inTurn = (session: Session, attempted: Attempted, run: () => Promise<void>): Promise<void> => {
    const { annotationId } = attempted.write;
    session.threads.add(attempted.write);
    const done = (last.get(annotationId) ?? Promise.resolve()).then(async () => {
      try {
        await run();
      } catch (error) {
        if (isObject(error)) failures.set(error, { session, attempted: told(attempted, error) });
        throw error;
      }
    });
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

  return {
    failed: (error) => (isObject(error) ? failures.get(error) : undefined),
    write: (session, write) => {
      const { threads } = session;
      const stored = threads.stored(write.annotationId);
      // A thread of the time before the provider was shown with its words, which the service has.
      const sawContent = stored?.content !== null || !isResolved(stored.structural);
      const metadata = stored?.structural.metadata;
      const attempted = { write, base: threads.seeing.base(write), sawContent, metadata };
      return inTurn(session, attempted, () => perform(service, session, attempted));
    },
    again: ({ session, attempted: before }, read) => {
      const { write } = before;
      const { threads } = session;
      const isKept = threads.isKept(write);
      threads.drop(write);
      const attempted = { ...before, base: threads.seeing.base(write, before.base) };
      return inTurn(session, attempted, async () => {
        threads.forgetContent(write.annotationId);
        try {
          await read();
        } catch (error) {
          if (isKept) threads.keep(write);
          else threads.drop(write);
          throw error;
        }
        await perform(service, session, attempted);
      });
    },
  };
}

/** A conflict shows what there is now: whoever makes the write again has seen that, and nothing newer. */
function told(attempted: Attempted, error: unknown): Attempted {
  if (!(error instanceof ConflictError)) return attempted;
  const base = { ...attempted.base, [error.side]: error.revision };
  return { ...attempted, base, sawContent: attempted.sawContent || error.side === 'customer' };
}

async function perform(service: CommentService, session: Session, attempted: Attempted): Promise<void> {
  const { write } = attempted;
  const { threads, provider } = session;
  try {
    await (isThreadDelete(write) ? deleteBoth : saveBoth)(service, session, attempted);
  } catch (error) {
    const { revertOnFailure } = provider.operations[isThreadDelete(write) ? 'delete' : 'save'].retry;
    if (!revertOnFailure && error instanceof ResolverError) threads.keep(write);
    else threads.drop(write);
    // What went along is over what somebody else wrote: it is shown no more, and its own error can be tried again.
    if (error instanceof ConflictError) for (const it of threads.keptBefore(write)) threads.drop(it);
    // An attempt that timed out may have been written: only the customer's side knows.
    threads.forgetContent(write.annotationId);
    throw error;
  }
}

async function saveBoth(service: CommentService, session: Session, attempted: Attempted): Promise<void> {
  const { write, base } = attempted;
  const { annotationId } = write;
  const { threads, user } = session;
  const { organizationId } = user;
  const kept = threads.keptBefore(write);
  await readFirst(session, attempted, kept);
  const parts = partsOf(session, [...kept, write]);
  const { metadata } = parts;
  const saved = await atCustomer(session, write, 'save', metadata, {
    ...parts.customer,
    metadata,
    ...withRevision(parts.isWhole ? undefined : base.customer),
    writeId: write.writeId,
  });
  const written = writtenIn(saved, annotationId);
  if (written) threads.seeing.wrote([...kept, write], 'customer', written);
  const result = await asServiceError(
    'save',
    service.save({
      ...parts.service,
      organizationId,
      ...withRevision(base.service),
      writeId: write.writeId,
    }),
  );
  threads.seeing.wrote([...kept, write], 'service', result);
  threads.settle(write, parts, result);
}

async function deleteBoth(service: CommentService, session: Session, attempted: Attempted): Promise<void> {
  const { write, base } = attempted;
  const { threads, user } = session;
  const { annotationId, event, writeId } = write;
  // The customer's side scopes by the organization, also of a thread that is gone.
  const { organizationId } = user;
  const metadata = { organizationId, ...(threads.confirmed(annotationId)?.metadata ?? attempted.metadata) };
  await atCustomer(session, write, 'delete', metadata, {
    commentAnnotationId: annotationId,
    metadata,
    event,
    ...withRevision(base.customer),
    writeId,
  });
  const { documentId } = metadata;
  const where = {
    organizationId,
    annotationId,
    ...(documentId !== undefined && { documentId }),
  };
  try {
    await asServiceError(
      'delete',
      service.delete({ ...where, event, ...withRevision(base.service), writeId }),
    );
  } catch (error) {
    threads.loseContent(annotationId);
    throw error;
  }
  threads.settleDelete(write);
}

const withRevision = (revision: number | undefined) => (revision === undefined ? {} : { revision });

/** @throws ConflictError for what somebody else was faster with, and ResolverError */
async function atCustomer(
  session: Session,
  write: Write,
  operation: 'save' | 'delete',
  metadata: Metadata | undefined,
  request: Parts['customer'] | object,
): Promise<ResolverResponse> {
  const moduleName = operation === 'save' ? 'saveCommentAnnotations' : 'deleteCommentAnnotations';
  try {
    const payload = payloadOf(session, write, metadata);
    return await session.resolve(operation, request as never, { moduleName, payload });
  } catch (error) {
    throw asCustomerConflict(error, write.annotationId);
  }
}

function writtenIn({ data }: ResolverResponse, annotationId: string): Written | null {
  const it = isObject(data) && Object.hasOwn(data, annotationId) ? data[annotationId] : undefined;
  if (!isObject(it) || typeof it.revision !== 'number' || typeof it.previous !== 'number') return null;
  return { revision: it.revision, previous: it.previous };
}

/** What is changed is read first: nobody overwrites what they did not see. */
async function readFirst(
  { threads, load }: Session,
  { write, sawContent }: Attempted,
  kept: readonly Write[],
): Promise<void> {
  const { annotationId } = write;
  const unread = threads.unread(annotationId);
  if (unread !== null) {
    const loaded = (await load([unread], 'saveCommentAnnotations')).get(annotationId);
    if (loaded && !loaded.ok) throw loaded.error;
    threads.setContent(unread, loaded?.content ?? null, loaded?.revision);
  }
  if (sawContent) return;
  const revision = threads.seeing.revision(annotationId, 'customer');
  refuseUnseen(threads.confirmed(annotationId), [...kept, write], revision ?? 0);
  threads.seeing.compared(write, 'customer', revision);
}

/** Writes over words that their writer was not shown. @throws ConflictError that shows them. */
function refuseUnseen(
  thread: ReturnType<Session['threads']['confirmed']>,
  writes: readonly Write[],
  revision: number,
): void {
  const { annotationId, commentId } = writes.at(-1) as Write;
  const after = writes.reduce((before, it) => it.apply(before), thread);
  const part = commentId === undefined ? thread : thread?.comments[String(commentId)];
  const wanted = commentId === undefined ? after : after?.comments[String(commentId)];
  const unseen = writes
    .flatMap((it) => it.fields)
    .filter(
      (name) => !FOLLOWING.includes(name) && part?.[name] !== undefined && part[name] !== wanted?.[name],
    );
  if (unseen.length === 0 || part === undefined) return;
  const { comments: _comments, ...current } = part as Readonly<Record<string, unknown>>;
  const at = { annotationId, commentId: commentId ?? null };
  throw new ConflictError('customer', { reason: 'changed', ...at, current, revision });
}

const payloadOf = ({ user }: Session, { annotationId, event, commentId }: Write, metadata?: Metadata) => ({
  organizationId: user.organizationId,
  commentAnnotationIds: [annotationId],
  ...(metadata?.documentId !== undefined && { documentIds: [metadata.documentId] }),
  event,
  ...(commentId !== undefined && { commentId }),
});
