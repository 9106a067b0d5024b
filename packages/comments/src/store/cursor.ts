/** Where a page begins. */

/** `after` is no `next` of a page before. A store of your own throws one of that name: the caller is told 400. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';

  constructor() {
    super('after: is no `next` of a page before');
  }
}

/** @throws InvalidCursorError */
export function positionOf(after: string): number {
  if (!/^\d{1,15}$/.test(after)) throw new InvalidCursorError();
  return Number(after);
}
