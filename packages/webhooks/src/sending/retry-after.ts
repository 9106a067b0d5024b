/** The header `Retry-After` of a receiver (RFC 9110, section 10.2.3). */

/** Longest wait: a day, even if the receiver asks for more. */
const LONGEST_MS = 86_400_000;

/** Time until the receiver wants the next attempt, in ms; null without a readable header. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (text === '' || text.length > 64) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? null : Math.min(LONGEST_MS, Math.max(0, ms));
}
