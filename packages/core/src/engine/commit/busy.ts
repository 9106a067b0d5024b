/** Waiting for an execution that a transaction of somebody else has locked: in steps that grow, and not for ever. */

/** How long it has been so. */
export interface Busy {
  /** By a clock that nobody sets, in ms; null: it is not. */
  readonly since: number | null;
  readonly tries: number;
  /** Until the next try. */
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
  // Random over the whole range, so that those who collided do not meet again.
  const delayMs = Math.ceil(Math.random() * Math.min(LONGEST_DELAY_MS, 4 * 2 ** tries));
  return { since: since ?? now, tries: tries + 1, delayMs };
}
