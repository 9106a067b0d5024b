/** Time, so that tests can own it. */
export interface Clock {
  /** ms since the epoch; an integer. */
  now(): number;
  /**
   * Calls `wake` once, as soon as `now()` has reached `at`: never before, however far away `at` is, and also
   * when the clock was set forward in between. Gives a function that calls it off.
   */
  wakeAt(at: number, wake: () => void): () => void;
}

/** A timer of Node's own ends at once past 2^31 ms, and sleeps on when the clock is set; so look in between. */
const LONGEST_SLEEP_MS = 30_000;

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
