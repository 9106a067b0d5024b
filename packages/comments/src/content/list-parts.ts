/**
 * Parts of a list. A client that knows a list tells the service one digest for each part of it, and
 * the service lists only the parts that have changed. A thread belongs to a part by its id. Both
 * sides compute the same. Pure.
 */
import { hexDigest, textHash } from '@org/approval-internal/text-hash';

/** A listed thread or record, or one that was deleted. */
export interface Listed {
  readonly annotationId: string;
  readonly revision: number;
}

/** Threads for each part: a change lists some of them again. */
const THREADS_PER_PART = 16;

/** Returns the number of parts for a list of this length: a power of 2. */
export function partsFor(length: number, most: number): number {
  let count = 1;
  while (count < most && count * THREADS_PER_PART < length) count *= 2;
  return count;
}

/** Returns the part of a thread. @param count number of parts, a power of 2 */
export const partOf = (annotationId: string, count: number): number =>
  textHash(annotationId)[0] & (count - 1);

/**
 * Returns one digest for each part: 16 hexadecimal digits, for any order of the threads. Two lists
 * with the same digests are the same, but for a chance of 1 in 2 ** 64.
 */
export function digestsOf(listed: Iterable<Listed>, count: number): string[] {
  const [first, second] = [new Uint32Array(count), new Uint32Array(count)];
  for (const { annotationId, revision } of listed) {
    const part = partOf(annotationId, count);
    const [a, b] = textHash(`${revision}:${annotationId}`);
    first[part] = (first[part] ?? 0) + a;
    second[part] = (second[part] ?? 0) + b;
  }
  return Array.from(first, (sum, part) => hexDigest([sum, second[part] ?? 0]));
}
