/** A violation that an attack has shown; every suite expects none. */
export interface Finding {
  readonly suite: string;
  /** The attack. */
  readonly attack: string;
  /** The violation. */
  readonly fault: string;
}

/** Maximum work of one turn of the event loop, in units (about ms of an idle machine). */
export const MOST_HELD = 100;

/**
 * The same for tests beside others on the same cores, where a unit is more expensive: on a machine
 * with slow memory, 150 alone became 185.
 */
export const MOST_HELD_BESIDE_OTHERS = 2.5 * MOST_HELD;
