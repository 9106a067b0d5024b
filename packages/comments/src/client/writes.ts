/**
 * Writing: shown at once, then the customer's side, then the service. When the customer's side fails, the service is
 * not called. Writes to one thread go out one after the other; each says what it changes and what its writer had seen.
 */
import { canonical } from '../content/canonical.js';
import { isResolved } from '../content/merge.js';
import { ConflictError, ResolverError } from '../errors.js';
import { type CommentAnnotation, type Fields, type Metadata, isObject } from '../record.js';
import type { ResolverResponse } from '../provider/config.js';
import type { CommentService, Written } from '../service/port.js';
import type { Write } from './changes.js';
import { asCustomerConflict } from './conflict.js';
import { newWriteId } from './ids.js';
import { type Parts, partsOf } from './parts.js';
import { asServiceError } from './service-error.js';
import { FOLLOWING, type Seen, type Side, isThreadDelete } from './seeing.js';
import type { Session } from './session.js';

export interface Writer {
  readonly write: (session: Session, write: Write) => Promise<void>;
  /**
   * The same write again, now: what its writer makes after it comes after it. It has still seen what it had seen then,
   * and what its error told. What there is now is read first, when its turn comes.
   */
  readonly again: (failed: Failed) => Promise<void>;
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
  /** Its place among the writes of this person. */
  readonly order: number;
}

/** Reads the documents of `setDocuments` again. */
type ReadAgain = (session: Session) => Promise<void>;

interface Ports {
  readonly service: CommentService;
  readonly read: ReadAgain;
}

export function createWriter(ports: Ports): Writer {
  /** The last write to each thread; never rejects. */
  const last = new Map<string, Promise<void>>();
  const failures = new WeakMap<object, Failed>();

  /** Each write has an error of its own, so that `retry` knows which of them it is given. */
  const failed = (error: unknown, failure: Failed): unknown => {
    if (!isObject(error)) return error;
    const own = failures.has(error) ? copyOf(error) : error;
    failures.set(own, failure);
    return own;
  };

  const inTurn = (session: Session, attempted: Attempted, run: () => Promise<void>): Promise<void> => {
    const { annotationId } = attempted.write;
    session.threads.add(attempted.write);
    const done = (last.get(annotationId) ?? Promise.resolve()).then(async () => {
      try {
        await run();
      } catch (error) {
        throw failed(error, { session, attempted: told(session, attempted, error) });
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
      const order = threads.own.next();
      const attempted = { write, base: threads.seeing.base(write), sawContent, metadata, order };
      return inTurn(session, attempted, () => perform(ports, session, attempted));
    },
    again: ({ session, attempted: before }) => {
      const { write } = before;
      const { threads } = session;
      const isKept = threads.isKept(write);
      threads.drop(write);
      const attempted = { ...before, base: threads.seeing.base(write, before.base) };
      return inTurn(session, attempted, async () => {
        threads.forgetContent(write.annotationId);
        try {
          await ports.read(session);
          refuseOlder(threads, attempted);
        } catch (error) {
          if (isKept) threads.keep(write);
          else threads.drop(write);
          throw error;
        }
        await perform(ports, session, attempted);
      });
    },
  };
}

/** The same error again: a class and fields that hosts look at, under an identity of its own. */
const copyOf = (error: object): object =>
  Object.create(Object.getPrototypeOf(error) as object, Object.getOwnPropertyDescriptors(error)) as object;

/**
 * A conflict shows what there is now: whoever makes the write again has seen that, and nothing newer. It is a decision of
 * its own then, and a write of its own.
 */
function told({ threads }: Session, attempted: Attempted, error: unknown): Attempted {
  if (!(error instanceof ConflictError)) return attempted;
  const base = { ...attempted.base, [error.side]: error.revision };
  const sawContent = attempted.sawContent || error.side === 'customer';
  const write = { ...attempted.write, writeId: newWriteId() };
  return { ...attempted, write, base, sawContent, order: threads.own.next() };
}

/** @throws ConflictError where the same person has written the same since: the older one does not replace it. */
function refuseOlder(threads: Session['threads'], { write, order }: Attempted): void {
  if (threads.own.isOlder(write, order)) throw replaced(threads, write, 'customer');
}

async function perform(ports: Ports, session: Session, attempted: Attempted): Promise<void> {
  const { write } = attempted;
  const { threads, provider } = session;
  try {
    await (isThreadDelete(write) ? deleteBoth : saveBoth)(ports, session, attempted);
    threads.own.take(write, attempted.order);
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

async function saveBoth(ports: Ports, session: Session, attempted: Attempted): Promise<void> {
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
    ...conditionOf(session, attempted, 'customer', parts),
    writeId: write.writeId,
  });
  const written = writtenIn(saved, annotationId);
  const isCustomerBehind = written !== null && isBehind(written, base.customer);
  if (written) threads.seeing.wrote([...kept, write], 'customer', written);
  else threads.seeing.answered('customer', false);
  const service = await asServiceError(
    'save',
    ports.service.save({
      ...parts.service,
      organizationId,
      ...conditionOf(session, attempted, 'service', parts),
      writeId: write.writeId,
    }),
  );
  const isServiceBehind = isBehind(service, base.service);
  threads.seeing.wrote([...kept, write], 'service', service);
  threads.settle(write, parts, { service, isServiceBehind, isCustomerBehind });
  if (isServiceBehind || isCustomerBehind)
    await confirm(ports, session, write, isCustomerBehind ? 'customer' : 'service');
}

/** An add is a creation, which replaces nothing; every other write says what its writer has seen. */
function conditionOf({ threads }: Session, { base }: Attempted, side: Side, { service, isWhole }: Parts) {
  if (service.event === 'comment.add' || service.event === 'comment_annotation.add')
    return withRevision(base[side]);
  // A comment of the time before the provider is one that the customer's side never had.
  if (isWhole && side === 'customer') return { revision: 0 };
  return withRevision(threads.seeing.condition(base, side));
}

/** The side had taken the write before, and something else has been written since that its writer has not seen. */
const isBehind = ({ revision, previous }: Written, base: number | undefined): boolean =>
  revision === previous && previous > (base ?? 0);

/** Reads what has become of a write that was taken before. @throws ConflictError where somebody replaced it since. */
async function confirm(ports: Ports, session: Session, write: Write, side: Side): Promise<void> {
  const { threads } = session;
  await ports.read(session);
  await readContent(session, write.annotationId);
  const stored = threads.confirmed(write.annotationId);
  const before = partOf(stored, write);
  const isGone = before === undefined && write.event !== 'comment.delete';
  if (isGone || differing(before, partOf(write.apply(stored), write), [write]).length > 0)
    throw replaced(threads, write, side);
}

/** The refusal of a write that others, or later ones of the same person, have replaced. */
function replaced(threads: Session['threads'], write: Write, side: Side): ConflictError {
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

async function deleteBoth(ports: Ports, session: Session, attempted: Attempted): Promise<void> {
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
    ...withRevision(threads.seeing.condition(base, 'customer')),
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
      ports.service.delete({
        ...where,
        event,
        ...withRevision(threads.seeing.condition(base, 'service')),
        writeId,
      }),
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
  session: Session,
  { write, sawContent }: Attempted,
  kept: readonly Write[],
): Promise<void> {
  const { threads } = session;
  const { annotationId } = write;
  await readContent(session, annotationId);
  if (sawContent) return;
  const revision = threads.seeing.revision(annotationId, 'customer');
  refuseUnseen(threads.confirmed(annotationId), [...kept, write], revision ?? 0);
  threads.seeing.compared(write, 'customer', revision);
}

/** @throws ResolverError */
async function readContent({ threads, load }: Session, annotationId: string): Promise<void> {
  const unread = threads.unread(annotationId);
  if (unread === null) return;
  const loaded = (await load([unread], 'saveCommentAnnotations')).get(annotationId);
  if (loaded && !loaded.ok) throw loaded.error;
  threads.setContent(unread, loaded?.content ?? null, loaded?.revision);
}

/** What a write is about: a comment of the thread, or the thread. */
function partOf(thread: CommentAnnotation | undefined, { commentId }: Write): Fields | undefined {
  if (commentId === undefined) return thread;
  const comments = thread?.comments ?? {};
  const key = String(commentId);
  return Object.hasOwn(comments, key) ? comments[key] : undefined;
}

/** The fields of the writes that are not as they were to be. Times follow, and say nothing. */
const differing = (part: Fields | undefined, wanted: Fields | undefined, writes: readonly Write[]): string[] =>
  writes
    .flatMap((it) => it.fields)
    .filter((name) => !FOLLOWING.includes(name) && canonical(part?.[name]) !== canonical(wanted?.[name]));

/** Writes over words that their writer was not shown. @throws ConflictError that shows them. */
function refuseUnseen(
  thread: CommentAnnotation | undefined,
  writes: readonly Write[],
  revision: number,
): void {
  const write = writes.at(-1) as Write;
  const { annotationId, commentId } = write;
  const after = writes.reduce((before, it) => it.apply(before), thread);
  const part = partOf(thread, write);
  const unseen = differing(part, partOf(after, write), writes).filter((name) => part?.[name] !== undefined);
  if (unseen.length === 0 || part === undefined) return;
  const { comments: _comments, ...current } = part;
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
