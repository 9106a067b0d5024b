/** Time, so that tests can own it. */
export interface Clock {
  /** ms since the epoch; an integer. */
  now(): number;
  /**
   * Calls `wake` once, as soon as `now()` has reached `at`: never before, and at once if the clock
   * is set forward. If the clock is set back, it calls `wake` after the original delay. Returns a
   * function that cancels it.
   */
  wakeAt(at: number, wake: () => void): () => void;
}

/** Node's timer fires at once past 2^31 ms, and ignores clock changes: check in between. */
const LONGEST_SLEEP_MS = 30_000;

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  wakeAt(at, wake) {
    // Monotonic clock.
    const end = performance.now() + (at - Date.now());
    const leftMs = () => Math.min(at - Date.now(), end - performance.now());
    const sleepMs = () => Math.min(Math.max(Math.ceil(leftMs()), 0), LONGEST_SLEEP_MS);
    const look = () => {
      if (leftMs() <= 0) wake();
      else timer = setTimeout(look, sleepMs());
    };
    let timer = setTimeout(look, sleepMs());
    return () => {
      clearTimeout(timer);
    };
  },
};
