/** Aborted calls: the tool does not execute for them. */

/** Returns the result of the work, or throws the signal's reason as soon as it is aborted. */
export async function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work;
  let stopListening = (): void => undefined;
  const aborted = new Promise<void>((resolve) => {
    const listener = (): void => resolve();
    signal.addEventListener('abort', listener, { once: true });
    stopListening = () => signal.removeEventListener('abort', listener);
    if (signal.aborted) resolve();
  });
  try {
    await Promise.race([work, aborted]);
    signal.throwIfAborted();
    return await work;
  } finally {
    stopListening();
  }
}
