/** Local times and instants of a time zone, from `Intl`. Times are in ms since the epoch. */

export const DAY_MS = 86_400_000;

/** A time zone. A local time is represented by the instant that it would be in UTC. */
export interface TimeZone {
  /** Local time minus UTC at an instant, in ms. */
  offsetAt(instant: number): number;
  /** First instant with this local time, or the first one after it if it is skipped. */
  instantOf(local: number): number;
}

/** @throws RangeError for an unknown time zone. */
export function timeZoneOf(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    era: 'short',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const offsetAt = (instant: number): number => {
    const whole = Math.floor(instant / 1_000) * 1_000;
    const parts = new Map(format.formatToParts(whole).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const days = daysFromCivil(part('year'), part('month'), part('day'));
    const seconds = part('hour') * 3_600 + part('minute') * 60 + part('second');
    return days * DAY_MS + seconds * 1_000 - whole;
  };
  return { offsetAt, instantOf: (local) => instantOf(local, offsetAt) };
}

function instantOf(local: number, offsetAt: (instant: number) => number): number {
  const before = offsetAt(local - DAY_MS);
  const after = offsetAt(local + DAY_MS);
  const candidates = [local - before, local - after].filter((it) => it + offsetAt(it) === local);
  if (candidates.length > 0) return Math.min(...candidates);
  return changeBetween(local - DAY_MS, local + DAY_MS, before, offsetAt);
}

/** Instant between two at which the offset changes. */
function changeBetween(
  from: number,
  to: number,
  before: number,
  offsetAt: (instant: number) => number,
): number {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** Days since the epoch of a Gregorian date. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}
