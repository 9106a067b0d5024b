/** Host functions that receive notifications, and whose result is ignored. */

/** Returns the function without its errors, immediate or async: they stop nothing. */
export const guarded =
  <Values extends readonly unknown[]>(
    listener: (...values: Values) => unknown,
    onThrow: (error: unknown) => void,
  ): ((...values: Values) => void) =>
  (...values) => {
    try {
      const result = listener(...values);
      if (result instanceof Promise) result.catch(onThrow);
    } catch (error) {
      onThrow(error);
    }
  };

/** Reports an error of a host's `onError` on the console. */
export const saidOnConsole = (error: unknown): void =>
  console.error('[approval] onError of the host threw', error);
