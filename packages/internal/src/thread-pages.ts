/** Pages of threads of comments, for every store of them: where one begins, and how much goes into it. */

/** `after` is no `next` of a page before. A store of your own throws one of that name: the caller is told 400. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';

  constructor() {
    super('after: is no `next` of a page before');
  }
}

/**
 * The position behind which a page begins; databases read what is no number as they like.
 * @throws InvalidCursorError
 */
export function positionOf(after = '0'): number {
  if (!/^\d{1,15}$/.test(after)) throw new InvalidCursorError();
  return Number(after);
}

/** Of a thread: the characters of its rows; undefined where it was written before they were counted. */
interface Sized {
  readonly size?: { readonly characters: number };
}

/** How many of the first of these threads a page takes: at least one. */
export function fitting(threads: readonly Sized[], characters = Infinity): number {
  let sum = 0;
  const past = threads.findIndex(({ size }) => (sum += size?.characters ?? 0) > characters);
  return past === -1 ? threads.length : Math.max(1, past);
}
