/** Places in the feed: numbers in the store, texts outside, which ascend alike. */

/** Enough for every number that is exact. */
const DIGITS = 11;

export const positionText = (position: number): string => position.toString(36).padStart(DIGITS, '0');

/**
 * Returns the largest number at or below a position given as a string, which may be foreign: only
 * larger positions are behind it. 0: all are.
 */
export function positionOf(text: string): number {
  const digits = text.slice(0, DIGITS);
  const value = Number.parseInt(digits.padEnd(DIGITS, '0'), 36);
  // A shorter string sorts before the same one padded with zeros.
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, digits.length < DIGITS ? value - 1 : value));
}
