/** Times as people say them, and exactly when one looks closer. */
import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
const STEPS = [
  ['minute', MINUTE],
  ['hour', 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' });
const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

export const longDate = (at: number): string => long.format(at);

/** `just now`, `5 minutes ago`, `yesterday`; from a week on the date. */
export function ago(at: number, now: number): string {
  const past = Math.max(now - at, 0);
  if (past >= 7 * STEPS[2][1]) return longDate(at);
  const [unit, ms] = STEPS.findLast(([, it]) => past >= it) ?? [];
  return unit === undefined ? 'just now' : relative.format(-Math.floor(past / ms), unit);
}

export function When({ at }: { readonly at: number }) {
  const now = useSyncExternalStore(everyMinute, minute);
  return (
    <time dateTime={new Date(at).toISOString()} title={exact.format(at)}>
      {ago(at, Math.max(now, at))}
    </time>
  );
}

/** One timer for all that is shown; what is younger than its tick is `just now`. */
function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE / 4);
  return () => clearInterval(timer);
}

const minute = (): number => Math.floor(Date.now() / (MINUTE / 4)) * (MINUTE / 4);
