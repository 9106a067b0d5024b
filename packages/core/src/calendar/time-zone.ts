/** Local times and instants of a time zone, from `Intl`. Times are in ms since the epoch. */

export const DAY_MS = 86_400_000;

/** A time zone. A local time is represented by the instant that it would be in UTC. */
export interface TimeZone {
  /** Local time minus UTC at an instant, in ms. */
  offsetAt(instant: number): number;
  /** First instant with this local time, or the first one after it if it is skipped. */
  instantOf(local: number): number;
}

/**
 * Returns a time zone by its IANA name.
 * @throws RangeError for an unknown time zone.
 */
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

/** A time in which the offset of a time zone stays the same, in ms since the epoch. */
export interface OffsetSpan {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
}

/** Spans of the offset between two instants, in order. Finds one change a day. */
export function offsetsBetween(zone: TimeZone, from: number, until: number): OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  let [begin, offset] = [from, zone.offsetAt(from)];
  for (let at = from; at < until; at += DAY_MS) {
    const next = Math.min(at + DAY_MS, until);
    const then = zone.offsetAt(next);
    if (then === offset) continue;
    const change = changeBetween(at, next, offset, (it) => zone.offsetAt(it));
    spans.push({ from: begin, until: change, offset });
    [begin, offset] = [change, then];
  }
  spans.push({ from: begin, until, offset });
  return spans;
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

/** Month (1 is January) and day of the month of a day since the epoch. */
export function civilFromDays(days: number): { readonly month: number; readonly day: number } {
  const shifted = days + 719_468;
  const ofEra = shifted - Math.floor(shifted / 146_097) * 146_097;
  const leapDays = Math.floor(ofEra / 1_460) - Math.floor(ofEra / 36_524) + Math.floor(ofEra / 146_096);
  const yearOfEra = Math.floor((ofEra - leapDays) / 365);
  const dayOfYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  // Months are counted from March, so that a leap day ends the year.
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return { month: fromMarch < 10 ? fromMarch + 3 : fromMarch - 9, day };
}

/** Day of the week of a day since the epoch, 0 is Sunday. The epoch was a Thursday. */
export const weekdayOf = (days: number): number => (((days + 4) % 7) + 7) % 7;
