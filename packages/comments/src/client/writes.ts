/**
 * Writing: shown at once, then the customer's side, then the service. When the customer's side
 * fails, the service is not called. Writes to one thread go out one after the other; each has its
 * changes and the revisions that its writer had seen.
 */
import { isResolved } from '../content/merge.js';
import { AttemptError, CommentNotFoundError, ConflictError, ResolverError } from '../errors.js';
import { isObject } from '../record.js';
import { type WritePorts, saveBoth } from './both-sides.js';
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
   * Repeats the write now: later writes of its writer come after it. Its writer has still seen only
   * the state of that time, and the state in its error. The current state is read first, when its
   * turn comes.
   */
  readonly again: (failed: Failed) => Promise<void>;
  /**
   * Gives up the failed write: parts of an add that may have arrived are taken back on both sides.
   */
  readonly discard: (failed: Failed) => Promise<void>;
  /**
   * Returns the write that failed with this error; undefined when it was not a write of this
   * client.
   */
  readonly failed: (error: unknown) => Failed | undefined;
}

interface Failed {
  readonly session: Session;
  /** Current attempt; a repeat is a new decision once the write has begun to be given up. */
  attempted: Attempted;
}

export function createWriter(ports: WritePorts): Writer {
  const failures = new WeakMap<object, Failed>();
  const inTurn = createTurns();
  /**
   * The last attempt of each write: a kept one is sent before the next write to the same target.
   */
  const attempts = new WeakMap<Write, Attempted>();
  const attemptOf = (write: Write) => attempts.get(write);

  /** Each write has a separate error, so that `retry` can find the write by its error. */
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
      const sawContent = isContentShown(threads, write);
      const metadata = stored?.structural.metadata;
      const order = threads.own.next();
      const base = threads.seeing.base(write, undefined, sawContent);
      const landed = threads.seeing.landedBy(write.annotationId);
      const attempted = { write, base, sawContent, landed, metadata, order, isAnew: false };
      return make(session, attempted, () => perform({ ...ports, attemptOf }, session, attempted));
    },
    again: ({ session, attempted: before }) => {
      const { threads } = session;
      const isKept = threads.isKept(before.write);
      threads.drop(before.write);
      const write = before.isAnew ? anew(before.write) : before.write;
      // A refusal shows a thread's own fields only: its deleter has seen the page as it is now.
      const isSeenAnew = before.isAnew && isThreadDelete(write);
      const base = threads.seeing.base(write, isSeenAnew ? undefined : before.base);
      const sawContent = isSeenAnew ? isContentShown(threads, write) : before.sawContent;
      const landed = isSeenAnew ? threads.seeing.landedBy(write.annotationId) : before.landed;
      const attempted = { ...before, write, base, sawContent, landed, isAnew: false };
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

/**
 * Hides the write. A repeat of an add is another write: a side refuses the id of one that it has
 * taken back.
 */
function beginDiscard(failure: Failed): Attempted {
  const { session, attempted } = failure;
  failure.attempted = { ...attempted, isAnew: attempted.isAnew || isAdd(attempted.write) };
  session.threads.drop(attempted.write);
  return attempted;
}

/** Returns the same change as a separate write; an add may have arrived under its earlier ids. */
const anew = (write: Write): Write => ({
  ...write,
  writeId: newWriteId(),
  ...(isAdd(write) && { earlier: [...(write.earlier ?? []), write.writeId] }),
});

/** False when the page does not show what the write would replace or delete. */
function isContentShown(threads: Session['threads'], write: Write): boolean {
  const stored = threads.stored(write.annotationId);
  const isShown = stored === undefined || (stored.content !== null && !stored.isPartial);
  // The service has the content of a thread from the time before the provider.
  if (!isShown && isResolved(stored.structural)) return false;
  return isThreadDelete(write) ? !hidesComments(threads, write.annotationId) : isShownWhole(threads, write);
}

/** False when the comment was shown without its words, beside others that have theirs. */
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

/** Copies an error with the class and fields that hosts look at, but a separate identity. */
const copyOf = (error: object): object =>
  Object.create(Object.getPrototypeOf(error) as object, Object.getOwnPropertyDescriptors(error)) as object;

/**
 * Adds the state in a conflict to the seen revisions: a person who makes the write again has seen
 * that, and nothing newer. The repeat is then a new decision and a separate write.
 */
function told({ threads }: Session, attempted: Attempted, error: unknown): Attempted {
  if (!(error instanceof ConflictError))
    return { ...attempted, isAnew: isTakenBack(threads, attempted.write, error) };
  // A repeated add does not restore a thread or comment that its author has deleted.
  const isOver = isAdd(attempted.write) && threads.own.hasDeleted(attempted.write, attempted.order);
  const order = isOver ? attempted.order : threads.own.next();
  const decided = { ...attempted, order, isAnew: true };
  // The refusal may be about something else in the thread: a failed write that had to be sent
  // first.
  const isTold = attempted.write.commentId === undefined || attempted.write.commentId === error.commentId;
  if (!isTold) return decided;
  const base = { ...attempted.base, [error.side]: error.revision };
  const sawContent = attempted.sawContent || error.side === 'customer';
  return { ...decided, base, sawContent };
}

/** True when the add is shown no more, and parts that may have arrived are taken back. */
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
 * @throws ConflictError when the same person has written the same since: the older write does not
 * replace it
 */
function refuseOlder(threads: Session['threads'], { write, order }: Attempted): void {
  if (threads.own.isOlder(write, order)) throw replaced(threads, write, 'customer');
}

interface Performing extends WritePorts {
  readonly attemptOf: (write: Write) => Attempted | undefined;
}

/**
 * Sends writes that failed before in the same place and are still shown. Each keeps its id, so that
 * it can be given up or tried again later.
 */
async function sendKept(ports: Performing, session: Session, write: Write): Promise<void> {
  // Two adds of one thread are two separate writes: neither waits for the other.
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

/**
 * @throws ResolverError where the code does not come: the network is away, so nothing is deleted
 */
async function deletion() {
  try {
    return await import('./delete-thread.js');
  } catch {
    throw new ResolverError('delete', 1, new AttemptError('network'));
  }
}

async function perform(ports: Performing, session: Session, attempted: Attempted): Promise<void> {
  const { write, metadata, order } = attempted;
  const { threads, provider, withdrawals } = session;
  try {
    // An add that never came to the service is gone with the customer's part.
    if (await takeBackKept(session, attempted)) threads.drop(write);
    else if (isThreadDelete(write)) await (await deletion()).deleteBoth(ports, session, attempted);
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
