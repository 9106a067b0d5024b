/** Pages of comment threads, for every store of them: start and size. */

/** Error for an invalid `after`. A custom store throws one of that name: the caller gets a 400. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';

  constructor() {
    super('after: is no `next` of a page before');
  }
}

/**
 * Returns the position behind which a page begins. It must be a number, because databases read
 * other strings differently.
 * @throws InvalidCursorError
 */
export function positionOf(after = '0'): number {
  if (!/^\d{1,15}$/.test(after)) throw new InvalidCursorError();
  return Number(after);
}

/** Size of a thread: the characters of its rows; undefined if written before they were counted. */
interface Sized {
  readonly size?: { readonly characters: number };
}

/** Returns the number of these threads that fit a page: at least one. */
export function fitting(threads: readonly Sized[], characters = Infinity): number {
  let sum = 0;
  const past = threads.findIndex(({ size }) => (sum += size?.characters ?? 0) > characters);
  return past === -1 ? threads.length : Math.max(1, past);
}
