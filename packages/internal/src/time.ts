/** Waiting that can be given up, and leaves neither timer nor listener behind. Durations in ms. */

/** A timer that is set for longer fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** @throws what `signal` is aborted with. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, Math.min(ms, MAX_TIMER_MS));
    signal?.addEventListener('abort', done);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
  signal?.throwIfAborted();
}

/**
 * Returns the result of `work` if it ends within `ms`; a `work` that ignores its signal runs on.
 * @throws the reason of `outer`; DOMException `TimeoutError`; errors of `work`.
 */
export async function bounded<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted();
  const own = new AbortController();
  const forward = () => own.abort(outer?.reason);
  outer?.addEventListener('abort', forward);
  try {
    return await Promise.race([work(own.signal), expiry(ms, own.signal)]);
  } finally {
    outer?.removeEventListener('abort', forward);
    // Ends the one that lost: the timer or the work.
    own.abort();
  }
}

async function expiry(ms: number, signal: AbortSignal): Promise<never> {
  await sleep(ms, signal);
  throw new DOMException(`no answer within ${ms} ms`, 'TimeoutError');
}
