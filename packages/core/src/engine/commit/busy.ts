/** Waiting for an execution that another transaction has locked, with growing delays. */

/** Duration of the lock so far. */
export interface Busy {
  /** Monotonic start time in ms; null if it is not locked. */
  readonly since: number | null;
  readonly tries: number;
  /** Delay before the next attempt. */
  readonly delayMs: number;
}

export const NOT_BUSY: Busy = { since: null, tries: 0, delayMs: 0 };
export const LOCKED = 'another transaction holds the execution; try again';

const LONGEST_MS = 10_000;
const LONGEST_DELAY_MS = 100;

/** null: it has taken too long. */
export function busyAgain({ since, tries }: Busy): Busy | null {
  const now = performance.now();
  if (since !== null && now - since > LONGEST_MS) return null;
  // Random over the whole range, so that colliding writers do not collide again.
  const delayMs = Math.ceil(Math.random() * Math.min(LONGEST_DELAY_MS, 4 * 2 ** tries));
  return { since: since ?? now, tries: tries + 1, delayMs };
}
