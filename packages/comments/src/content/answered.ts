/** Reads an answer of the customer's side, as far as it has the right shape. Pure. */
import { type PartialCommentAnnotation, isObject } from '../record.js';

/**
 * Returns the thread of an answer; null: it is not a thread. Entries that are not comments are left
 * out. A thread without `comments` has an empty map.
 */
export function answeredThread(value: unknown): PartialCommentAnnotation | null {
  if (!isObject(value)) return null;
  const { metadata, comments } = value;
  const isWhole = isObject(metadata) && isObject(comments) && Object.values(comments).every(isObject);
  if (isWhole) return value as unknown as PartialCommentAnnotation;
  const known = Object.entries(isObject(comments) ? comments : {}).filter(([, it]) => isObject(it));
  const whole = {
    ...value,
    metadata: isObject(metadata) ? metadata : {},
    comments: Object.fromEntries(known),
  };
  return whole as unknown as PartialCommentAnnotation;
}
