/** What an attack has shown: something that may not be. None is the result that every suite wants. */
export interface Finding {
  readonly suite: string;
  /** What was done. */
  readonly attack: string;
  /** What came of it. */
  readonly fault: string;
}

/** Units of work (about ms of an idle machine) that one turn of the event loop may take, whatever came in. */
export const MOST_HELD = 100;

/**
 * The same for the tests, which run beside others on the same cores: caches and clocks are shared, and a unit is dearer. On a machine
 * whose memory is slow, what stays below 150 alone took 185 beside others, as the loop that is timed takes no memory.
 */
export const MOST_HELD_BESIDE_OTHERS = 2.5 * MOST_HELD;
