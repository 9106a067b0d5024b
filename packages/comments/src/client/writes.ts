/**
 * Writing: shown at once, then the customer's side, then the service. When the customer's side
 * fails, the service is not called. Writes to one thread go out one after the other; each says what
 * it changes and what its writer had seen.
 */
import { isResolved } from '../content/merge.js';
import { CommentNotFoundError, ConflictError, ResolverError } from '../errors.js';
import { isObject } from '../record.js';
import { type WritePorts, deleteBoth, saveBoth } from './both-sides.js';
import type { Attempted } from './attempted.js';
import type { Write } from './changes.js';
import { newWriteId } from './ids.js';
import { hidesComments, partOf, replaced } from './read-first.js';
import { isDelete, isThreadDelete } from './seeing.js';
import type { Session } from './session.js';
import { isAdd, takeBack, takeBackKept } from './take-back.js';
import { mayHaveArrived } from './withdrawals.js';

export interface Writer {
  readonly write: (session: Session, write: Write) => Promise<void>;
  /**
   * The same write again, now: what its writer makes after it comes after it. It has still seen
   * what it had seen then, and what its error told. What there is now is read first, when its turn
   * comes.
   */
  readonly again: (failed: Failed) => Promise<void>;
  /** The failed write is given up: what may have arrived of an add is taken back on both sides. */
  readonly discard: (failed: Failed) => Promise<void>;
  /** The write that failed with this error; undefined: it was none of this client's. */
  readonly failed: (error: unknown) => Failed | undefined;
}

interface Failed {
  readonly session: Session;
  /** It is decided anew once it has begun to be given up. */
  attempted: Attempted;
}

export function createWriter(ports: WritePorts): Writer {
  const failures = new WeakMap<object, Failed>();
  const inTurn = createTurns();
  /** The last attempt of each write: one that is kept is sent before the next to the same. */
  const attempts = new WeakMap<Write, Attempted>();
  const attemptOf = (write: Write) => attempts.get(write);

  /** Each write has an error of its own, so that `retry` knows which of them it is given. */
  const failed = (error: unknown, failure: Failed): unknown => {
    if (!isObject(error)) return error;
    const own = failures.has(error) ? copyOf(error) : error;
    failures.set(own, failure);
    return own;
  };

  const make = (session: Session, attempted: Attempted, run: () => Promise<void>): Promise<void> => {
    session.threads.add(attempted.write);
    attempts.set(attempted.write, attempted);
    return inTurn(attempted.write.annotationId, async () => {
      try {
        await run();
      } catch (error) {
        throw failed(error, { session, attempted: told(session, attempted, error) });
      }
    });
  };

  return {
    failed: (error) => (isObject(error) ? failures.get(error) : undefined),
    write: (session, write) => {
      const { threads } = session;
      const stored = threads.stored(write.annotationId);
      const isShown = stored === undefined || (stored.content !== null && !stored.isPartial);
      // The service has the content of a thread from the time before the provider.
      const isRead = isShown || !isResolved(stored.structural);
      const sawContent = isThreadDelete(write)
        ? !hidesComments(threads, write.annotationId)
        : isRead && isShownWhole(threads, write);
      const metadata = stored?.structural.metadata;
      const order = threads.own.next();
      const base = threads.seeing.base(write);
      const attempted = { write, base, sawContent, metadata, order, isAnew: false };
      return make(session, attempted, () => perform({ ...ports, attemptOf }, session, attempted));
    },
    again: ({ session, attempted: before }) => {
      const { threads } = session;
      const isKept = threads.isKept(before.write);
      threads.drop(before.write);
      const write = before.isAnew ? anew(before.write) : before.write;
      // A refusal shows a thread's own fields only: who deletes it has seen what the page shows of
      // it now.
      const isSeenAnew = before.isAnew && isThreadDelete(write);
      const base = threads.seeing.base(write, isSeenAnew ? undefined : before.base);
      const sawContent = isSeenAnew ? !hidesComments(threads, write.annotationId) : before.sawContent;
      const attempted = { ...before, write, base, sawContent, isAnew: false };
      return make(session, attempted, async () => {
        await readAnew(ports, session, attempted, isKept);
        await perform({ ...ports, attemptOf }, session, attempted);
      });
    },
    discard: (failure) => {
      const attempted = beginDiscard(failure);
      return inTurn(attempted.write.annotationId, () => takeBack(ports.service, failure.session, attempted));
    },
  };
}

/** A side refuses a write that it has taken back, by its id: made again it is another write. */
function beginDiscard(failure: Failed): Attempted {
  const { session, attempted } = failure;
  failure.attempted = { ...attempted, isAnew: attempted.isAnew || isAdd(attempted.write) };
  session.threads.drop(attempted.write);
  return attempted;
}

/**
 * The same again as a write of its own; an add may have arrived under the ids that it had before.
 */
const anew = (write: Write): Write => ({
  ...write,
  writeId: newWriteId(),
  ...(isAdd(write) && { earlier: [...(write.earlier ?? []), write.writeId] }),
});

/** False: the comment was shown without its words, beside others that have theirs. */
const isShownWhole = (threads: Session['threads'], write: Write): boolean =>
  write.commentId === undefined ||
  partOf(threads.confirmed(write.annotationId), write)?.isCommentTextAvailable !== false;

/** Writes to one thread go out one after the other. */
function createTurns(): (annotationId: string, run: () => Promise<void>) => Promise<void> {
  /** The last write to each thread; never rejects. */
  const last = new Map<string, Promise<void>>();
  return (annotationId, run) => {
    const done = (last.get(annotationId) ?? Promise.resolve()).then(run);
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

/** The same error again: a class and fields that hosts look at, under an identity of its own. */
const copyOf = (error: object): object =>
  Object.create(Object.getPrototypeOf(error) as object, Object.getOwnPropertyDescriptors(error)) as object;

/**
 * A conflict shows what there is now: a person who makes the write again has seen that, and nothing
 * newer. It is a decision of its own then, and a write of its own.
 */
function told({ threads }: Session, attempted: Attempted, error: unknown): Attempted {
  if (!(error instanceof ConflictError))
    return { ...attempted, isAnew: isTakenBack(threads, attempted.write, error) };
  const decided = { ...attempted, order: threads.own.next(), isAnew: true };
  // The refusal may be about something else in the thread: of a failed write that was to be sent
  // first.
  const isTold = attempted.write.commentId === undefined || attempted.write.commentId === error.commentId;
  if (!isTold) return decided;
  const base = { ...attempted.base, [error.side]: error.revision };
  const sawContent = attempted.sawContent || error.side === 'customer';
  return { ...decided, base, sawContent };
}

/** True: the add is shown no more, and what may have arrived of it is taken back. */
const isTakenBack = (threads: Session['threads'], write: Write, error: unknown): boolean =>
  isAdd(write) && mayHaveArrived(error) && !threads.isKept(write);

/** Reads again before the write is made again. If that fails, the write is shown as before. */
async function readAnew(
  { read }: WritePorts,
  session: Session,
  attempted: Attempted,
  isKept: boolean,
): Promise<void> {
  const { threads } = session;
  const { write } = attempted;
  threads.forgetContent(write.annotationId);
  try {
    await read(session);
    refuseOlder(threads, attempted);
  } catch (error) {
    if (isKept) threads.keep(write);
    else threads.drop(write);
    throw error;
  }
}

/**
 * @throws ConflictError where the same person has written the same since: the older one does not
 * replace it.
 */
function refuseOlder(threads: Session['threads'], { write, order }: Attempted): void {
  if (threads.own.isOlder(write, order)) throw replaced(threads, write, 'customer');
}

interface Performing extends WritePorts {
  readonly attemptOf: (write: Write) => Attempted | undefined;
}

/**
 * Sends what failed before in the same place and is shown all the same, each as the write that it
 * was: who gives it up later, or tries it again, does so under its own id.
 */
async function sendKept(ports: Performing, session: Session, write: Write): Promise<void> {
  // Two adds of one thread say two things of it: neither waits for the other.
  if (write.event === 'comment_annotation.add') return;
  const { threads } = session;
  for (const it of threads.keptBefore(write)) {
    const attempted = ports.attemptOf(it);
    if (attempted === undefined || !threads.isKept(it)) continue;
    if (isDelete(it)) throw new CommentNotFoundError(it.annotationId, it.commentId);
    await saveBoth(ports, session, attempted);
    threads.own.take(it, attempted.order);
  }
}

async function perform(ports: Performing, session: Session, attempted: Attempted): Promise<void> {
  const { write, metadata, order } = attempted;
  const { threads, provider, withdrawals } = session;
  try {
    // An add that never came to the service is gone with the customer's part.
    if (await takeBackKept(session, attempted)) threads.drop(write);
    else if (isThreadDelete(write)) await deleteBoth(ports, session, attempted);
    else {
      await sendKept(ports, session, write);
      await saveBoth(ports, session, attempted);
    }
    threads.own.take(write, order);
  } catch (error) {
    const { revertOnFailure } = provider.operations[isThreadDelete(write) ? 'delete' : 'save'].retry;
    if (!revertOnFailure && error instanceof ResolverError) threads.keep(write);
    else threads.drop(write);
    // A kept write that conflicts is no longer shown, and its own error can be tried again.
    if (error instanceof ConflictError) for (const it of threads.keptBefore(write)) threads.drop(it);
    // An attempt that timed out may have been written: only the customer's side knows.
    threads.forgetContent(write.annotationId);
    if (isTakenBack(threads, write, error))
      withdrawals.add({ write, metadata: metadata ?? write.made?.metadata ?? {} });
    throw error;
  }
}
