/** Functions of a host's that are told of something, and are asked nothing. */

/**
 * The function, without what it throws: now, or later where it is async. It keeps nobody else from being told, and stops
 * nothing.
 */
export const guarded =
  <Told extends readonly unknown[]>(
    listener: (...told: Told) => unknown,
    onThrow: (error: unknown) => void,
  ): ((...told: Told) => void) =>
  (...told) => {
    try {
      const result = listener(...told);
      if (result instanceof Promise) result.catch(onThrow);
    } catch (error) {
      onThrow(error);
    }
  };

/** For a host's `onError`, which has nobody else to tell. */
export const saidOnConsole = (error: unknown): void =>
  console.error('[approval] onError of the host threw', error);
