/**
 * Writing: shown at once, then the customer's side, then the service. When the customer's side fails, the service is
 * not called. Writes to one thread go out one after the other; each says what it changes and what its writer had seen.
 */
import { isResolved } from '../content/merge.js';
import { ConflictError, ResolverError } from '../errors.js';
import { isObject } from '../record.js';
import { type WritePorts, deleteBoth, saveBoth } from './both-sides.js';
import type { Attempted } from './attempted.js';
import type { Write } from './changes.js';
import { newWriteId } from './ids.js';
import { partOf, replaced } from './read-first.js';
import { isThreadDelete } from './seeing.js';
import type { Session } from './session.js';
import { isAdd, takeBack, takeBackKept } from './take-back.js';
import { mayHaveArrived } from './withdrawals.js';

export interface Writer {
  readonly write: (session: Session, write: Write) => Promise<void>;
  /**
   * The same write again, now: what its writer makes after it comes after it. It has still seen what it had seen then,
   * and what its error told. What there is now is read first, when its turn comes.
   */
  readonly again: (failed: Failed) => Promise<void>;
  /** The failed write is given up: what may have arrived of an add is taken back on both sides. */
  readonly discard: (failed: Failed) => Promise<void>;
  /** The write that failed with this error; undefined: it was none of this client's. */
  readonly failed: (error: unknown) => Failed | undefined;
}

interface Failed {
  readonly session: Session;
  readonly attempted: Attempted;
}

export function createWriter(ports: WritePorts): Writer {
  const failures = new WeakMap<object, Failed>();
  const inTurn = createTurns();

  /** Each write has an error of its own, so that `retry` knows which of them it is given. */
  const failed = (error: unknown, failure: Failed): unknown => {
    if (!isObject(error)) return error;
    const own = failures.has(error) ? copyOf(error) : error;
    failures.set(own, failure);
    return own;
  };

  const make = (session: Session, attempted: Attempted, run: () => Promise<void>): Promise<void> => {
    session.threads.add(attempted.write);
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
      // A thread of the time before the provider was shown with its words, which the service has.
      const isRead = stored?.content !== null || !isResolved(stored.structural);
      const sawContent = isRead && isShownWhole(threads, write);
      const metadata = stored?.structural.metadata;
      const order = threads.own.next();
      const base = threads.seeing.base(write);
      const attempted = { write, base, sawContent, metadata, order, isAnew: false };
      return make(session, attempted, () => perform(ports, session, attempted));
    },
    again: ({ session, attempted: before }) => {
      const { threads } = session;
      const isKept = threads.isKept(before.write);
      threads.drop(before.write);
      const write = before.isAnew ? { ...before.write, writeId: newWriteId() } : before.write;
      // A refusal shows a thread's own fields only: who deletes it has seen what the page shows of it now.
      const isSeenAnew = before.isAnew && isThreadDelete(write);
      const base = threads.seeing.base(write, isSeenAnew ? undefined : before.base);
      const attempted = { ...before, write, base, isAnew: false };
      return make(session, attempted, async () => {
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
    discard: ({ session, attempted }) => {
      session.threads.drop(attempted.write);
      return inTurn(attempted.write.annotationId, () => takeBack(ports.service, session, attempted));
    },
  };
}

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
 * A conflict shows what there is now: whoever makes the write again has seen that, and nothing newer. It is a decision of
 * its own then, and a write of its own.
 */
function told({ threads }: Session, attempted: Attempted, error: unknown): Attempted {
  if (!(error instanceof ConflictError))
    return { ...attempted, isAnew: isTakenBack(threads, attempted.write, error) };
  const base = { ...attempted.base, [error.side]: error.revision };
  const sawContent = attempted.sawContent || error.side === 'customer';
  return { ...attempted, base, sawContent, order: threads.own.next(), isAnew: true };
}

/** True: the add is shown no more, and what may have arrived of it is taken back. */
const isTakenBack = (threads: Session['threads'], write: Write, error: unknown): boolean =>
  isAdd(write) && mayHaveArrived(error) && !threads.isKept(write);

/** @throws ConflictError where the same person has written the same since: the older one does not replace it. */
function refuseOlder(threads: Session['threads'], { write, order }: Attempted): void {
  if (threads.own.isOlder(write, order)) throw replaced(threads, write, 'customer');
}

async function perform(ports: WritePorts, session: Session, attempted: Attempted): Promise<void> {
  const { write, metadata, order } = attempted;
  const { threads, provider, withdrawals } = session;
  try {
    // What never came to the service is gone with its customer's part.
    if (await takeBackKept(session, attempted)) threads.drop(write);
    else await (isThreadDelete(write) ? deleteBoth : saveBoth)(ports, session, attempted);
    threads.own.take(write, order);
  } catch (error) {
    const { revertOnFailure } = provider.operations[isThreadDelete(write) ? 'delete' : 'save'].retry;
    if (!revertOnFailure && error instanceof ResolverError) threads.keep(write);
    else threads.drop(write);
    // What went along is over what somebody else wrote: it is shown no more, and its own error can be tried again.
    if (error instanceof ConflictError) for (const it of threads.keptBefore(write)) threads.drop(it);
    // An attempt that timed out may have been written: only the customer's side knows.
    threads.forgetContent(write.annotationId);
    if (isTakenBack(threads, write, error))
      withdrawals.add({ write, metadata: metadata ?? write.made?.metadata ?? {} });
    throw error;
  }
}
