/** Ids of what is written, before it is: the customer's side would take what the service then refuses for ever. */
import { CommentsSetupError } from '../errors.js';
import { COMMENTS_LIMITS } from '../limits.js';
import { isObject } from '../record.js';

const isId = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length <= COMMENTS_LIMITS.idLength &&
  value.isWellFormed() &&
  /^[^\p{Cc}]+$/u.test(value);

const isCommentId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** @throws CommentsSetupError that names the method, and what is wrong. */
export function checkCommentId(method: string, commentId: unknown): void {
  if (!isCommentId(commentId))
    throw new CommentsSetupError(
      `${method}: commentId must be a whole number from 0 to 2 ** 53 - 1; newCommentId() makes one.`,
    );
}

/** @throws CommentsSetupError that says everything that keeps it from being a thread. */
export function checkThread(method: string, thread: unknown): void {
  const { annotationId, metadata, comments }: Readonly<Record<string, unknown>> = isObject(thread)
    ? thread
    : {};
  const stray = isObject(comments)
    ? Object.entries(comments).filter(([key, it]) => !isObject(it) || !isUnder(key, it.commentId))
    : [];
  const faults = [
    isId(annotationId)
      ? ''
      : `annotationId must be a text of 1 to ${COMMENTS_LIMITS.idLength} characters without control characters`,
    isObject(metadata) ? '' : 'metadata must be an object with the documentId',
    isObject(comments) ? '' : 'comments must be an object of comments by commentId; {} for none',
    stray.length === 0
      ? ''
      : `comments must stand under their commentId, a whole number from 0 to 2 ** 53 - 1, and ${stray.length} of them do not`,
  ].filter((it) => it !== '');
  if (faults.length > 0) throw new CommentsSetupError(`${method}: ${faults.join('; ')}.`);
}

/** One that does not say its id has that of its key. */
const isUnder = (key: string, commentId: unknown = Number(key)): boolean =>
  isCommentId(commentId) && key === String(commentId);
