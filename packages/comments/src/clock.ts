/** Time, so that tests can own it. The same shape as the engine's clock. */
export interface Clock {
  /** ms since the epoch; an integer. */
  now(): number;
  /** Calls `wake` once when `now()` has reached `at`; gives a function that calls it off. */
  wakeAt(at: number, wake: () => void): () => void;
}

/** Timers end at once past this many ms. */
const LONGEST_SLEEP_MS = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  wakeAt(at, wake) {
    const sleepMs = () => Math.min(Math.max(at - Date.now(), 0), LONGEST_SLEEP_MS);
    const look = () => {
      if (Date.now() >= at) wake();
      else timer = setTimeout(look, sleepMs());
    };
    let timer = setTimeout(look, sleepMs());
    return () => {
      clearTimeout(timer);
    };
  },
};

export const sleep = (clock: Clock, ms: number): Promise<void> =>
  ms <= 0
    ? Promise.resolve()
    : new Promise((resolve) => {
        clock.wakeAt(clock.now() + ms, resolve);
      });

/** Rejects with `late()` once `ms` are over, and aborts what is under way; what comes later is ignored. */
export function withTimeout<Result>(
  clock: Clock,
  ms: number,
  late: () => Error,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const callOff = clock.wakeAt(clock.now() + ms, () => {
      reject(late());
      controller.abort();
    });
    const settle = <Value>(finish: (value: Value) => void) => {
      return (value: Value) => {
        callOff();
        finish(value);
      };
    };
    run(controller.signal).then(settle(resolve), settle(reject));
  });
}
