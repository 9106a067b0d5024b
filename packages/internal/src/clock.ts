/** Time, so that tests can own it. */
export interface Clock {
  /** ms since the epoch; an integer. */
  now(): number;
  /**
   * Calls `wake` once, as soon as `now()` has reached `at`: not before, however far away `at` is, and also when the
   * clock was set forward in between. A clock that is set back keeps nobody waiting: it is also called when as much
   * time has passed as there was to wait. Returns a function that calls it off.
   */
  wakeAt(at: number, wake: () => void): () => void;
}

/** A timer of Node's own ends at once past 2^31 ms, and sleeps on when the clock is set; so look in between. */
const LONGEST_SLEEP_MS = 30_000;

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  wakeAt(at, wake) {
    // Nobody sets this one.
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
