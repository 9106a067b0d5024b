/**
 * Checks ids before they are written: the customer's side would take an id that the service then
 * always refuses.
 */
import { CommentsSetupError } from '../errors.js';
import { ID_LIMITS, isId } from '../identifiers.js';
import { type Fields, isObject } from '../record.js';

const isCommentId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const COMMENT_ID = 'commentId must be a whole number from 0 to 2 ** 53 - 1';

/** @throws CommentsSetupError that names the method, and what is wrong. */
export function checkCommentId(method: string, commentId: unknown): void {
  if (!isCommentId(commentId))
    throw new CommentsSetupError(`${method}: ${COMMENT_ID}; newCommentId() makes one.`);
}

/** @throws CommentsSetupError that says everything that keeps it from being a thread. */
export function checkThread(method: string, thread: unknown): void {
  const { annotationId, metadata, comments } = isObject(thread) ? thread : {};
  const isMap = isObject(comments) && Object.entries(comments).every(isUnderItsId);
  const faults = [
    ...(isId(annotationId)
      ? []
      : [`annotationId must be a text of 1 to ${ID_LIMITS.idLength} characters on one line`]),
    ...(isObject(metadata) ? [] : ['metadata must be an object with a documentId']),
    ...(isMap ? [] : [`comments must be an object with each under its commentId; ${COMMENT_ID}`]),
  ];
  if (faults.length > 0) throw new CommentsSetupError(`${method}: ${faults.join('; ')}.`);
}

/** True for a comment under the key of its id. Without an id it has that of its key. */
function isUnderItsId([key, it]: readonly [string, unknown]): boolean {
  if (!isObject(it)) return false;
  const { commentId = Number(key) } = it;
  return isCommentId(commentId) && key === String(commentId);
}

/**
 * Refuses an empty comment: the fields of a host's own hide a misspelled name from the compiler.
 */
export function checkContent(method: string, { commentText, commentHtml, attachments }: Fields): void {
  if ((commentText ?? commentHtml ?? attachments) === undefined)
    throw new CommentsSetupError(`${method}: the comment has no commentText.`);
}
