/** Withdraws writes that an author gives up before both sides have them, wherever they may be. */
import type { CommentService } from '../service/port.js';
import type { Write } from './changes.js';
import { isThreadDelete } from './seeing.js';
import type { Session } from './session.js';
import type { Attempted } from './attempted.js';

export const isAdd = ({ event }: Pick<Write, 'event'>): boolean =>
  event === 'comment.add' || event === 'comment_annotation.add';

/**
 * Takes an add back on both sides. Any other failed write is only hidden: the stored state is read
 * again.
 *
 * @throws ResolverError, ServiceError
 */
export async function takeBack(
  service: CommentService,
  { threads, withdrawals }: Session,
  { write, metadata }: Attempted,
): Promise<void> {
  threads.forgetContent(write.annotationId);
  if (!isAdd(write)) return;
  const given = givenOf(write, metadata);
  await withdrawals.atCustomer(given);
  await withdrawals.atService(given, service);
}

/**
 * Takes back failed adds of the target before a delete: either side may have them.
 *
 * @returns true when that was all, as the thread never came to the service
 * @throws ResolverError
 */
export async function takeBackKept(
  { threads, withdrawals }: Session,
  { write, metadata }: Attempted,
): Promise<boolean> {
  const isThread = isThreadDelete(write);
  if (!isThread && write.event !== 'comment.delete') return false;
  const { annotationId, commentId } = write;
  await withdrawals.finish(annotationId, commentId);
  const kept = threads.keptBefore(write);
  for (const add of kept.filter(isAdd)) {
    const isWhole = isThread || add.commentId === commentId;
    const isIn = add.commentId === undefined && Object.hasOwn(add.made?.comments ?? {}, String(commentId));
    if (isWhole) await withdrawals.atCustomer(givenOf(add, metadata));
    else if (isIn) await withdrawals.atCustomer(givenOf(add, metadata), commentId);
    if (isIn && commentId !== undefined) add.leaveOut?.(commentId);
  }
  for (const it of kept) if (isThread || it.commentId === commentId) threads.drop(it);
  return threads.stored(annotationId) === undefined && kept.some(isAdd);
}

const givenOf = (write: Write, metadata: Attempted['metadata']) => ({
  write,
  metadata: metadata ?? write.made?.metadata ?? {},
});
