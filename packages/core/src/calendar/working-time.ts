/** Working time by week, holidays and time zone (contract section 17). */
import { DAY_MS, type TimeZone, daysFromCivil, timeZoneOf } from './time-zone.js';

/** Days of a week, Monday first. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
/** A day of the week. */
export type Weekday = (typeof WEEKDAYS)[number];

/** Working hours. */
export interface Calendar {
  /** Name of a time zone, as in `Europe/Berlin`. */
  readonly timeZone: string;
  /**
   * Working hours of each day, as in `['09:00', '17:00']`, up to `24:00`.
   * They are in order and disjoint. An omitted day is free.
   */
  readonly week: Partial<Readonly<Record<Weekday, readonly (readonly [from: string, until: string])[]>>>;
  /** Dates without work, as in `2027-12-25`. */
  readonly holidays: readonly string[];
}

/** A calendar that computes due times. */
export interface WorkingCalendar {
  /** Instant when this much working time has passed; null if beyond five years. */
  dueAt(from: number, workingMs: number): number | null;
  /**
   * Same local time so many working days on; the end of that day's work if it is outside of it.
   * Counts from the day of the next work if `from` is outside of work. null if beyond five years.
   */
  dueAfterDays(from: number, days: number): number | null;
}

interface Interval {
  readonly from: number;
  readonly until: number;
}

const DUE_WITHIN_MS = 5 * 365.25 * 86_400_000;
/** Number of days in the cache. */
const KEPT_DAYS = 5_000;

/** Compiles a calendar, which must be valid. */
export function workingCalendar(calendar: Calendar): WorkingCalendar {
  const zone = timeZoneOf(calendar.timeZone);
  const week = WEEKDAYS.map((day) => (calendar.week[day] ?? []).map(localInterval));
  const holidays = new Set(calendar.holidays.map(dayOfDate));
  const known = new Map<number, readonly Interval[]>();
  const intervalsOf = (day: number): readonly Interval[] => {
    const cached = known.get(day);
    if (cached !== undefined) return cached;
    if (known.size >= KEPT_DAYS) known.clear();
    // The epoch was a Thursday.
    const hours = holidays.has(day) ? [] : (week[(((day + 3) % 7) + 7) % 7] ?? []);
    const found = hours.map((it) => instantsOf(zone, day, it));
    known.set(day, found);
    return found;
  };
  return {
    dueAt: (from, workingMs) => dueAt(zone, intervalsOf, from, workingMs),
    dueAfterDays: (from, days) => dueAfterDays(zone, intervalsOf, from, days),
  };
}

function dueAt(
  zone: TimeZone,
  intervalsOf: (day: number) => readonly Interval[],
  from: number,
  workingMs: number,
): number | null {
  const last = from + DUE_WITHIN_MS;
  let left = workingMs;
  // Starts one day early, as a day that ends at 24:00 ends in the next one.
  const first = Math.floor((from + zone.offsetAt(from)) / DAY_MS) - 1;
  for (let day = first; day * DAY_MS <= last + 2 * DAY_MS; day++) {
    for (const interval of intervalsOf(day)) {
      const begins = Math.max(from, interval.from);
      const length = interval.until - begins;
      if (length <= 0) continue;
      if (left <= length) return begins + left <= last ? begins + left : null;
      left -= length;
    }
  }
  return null;
}

function dueAfterDays(
  zone: TimeZone,
  intervalsOf: (day: number) => readonly Interval[],
  from: number,
  days: number,
): number | null {
  // A clock change may leave nothing of an interval.
  const workOf = (day: number) => intervalsOf(day).filter((it) => it.until > it.from);
  const last = from + DUE_WITHIN_MS;
  const local = from + zone.offsetAt(from);
  const today = Math.floor(local / DAY_MS);
  const isAtWork = workOf(today).some((it) => it.from <= from && from < it.until);
  let left = isAtWork ? days : days + 1;
  for (let day = isAtWork ? today + 1 : today; day * DAY_MS <= last + DAY_MS; day++) {
    const work = workOf(day).filter((it) => it.from > from);
    if (work.length > 0) left -= 1;
    if (left > 0) continue;
    const due = zone.instantOf(day * DAY_MS + (local - today * DAY_MS));
    const isInside = work.some((it) => it.from <= due && due <= it.until);
    const found = isInside ? due : (work.at(-1)?.until ?? due);
    return found <= last ? found : null;
  }
  return null;
}

const instantsOf = (zone: TimeZone, day: number, { from, until }: Interval): Interval => ({
  from: zone.instantOf(day * DAY_MS + from),
  until: zone.instantOf(day * DAY_MS + until),
});

const localInterval = ([from, until]: readonly [string, string]): Interval => ({
  from: timeOfDay(from),
  until: timeOfDay(until),
});

/** Converts `09:30` to ms since midnight. */
export function timeOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}

function dayOfDate(text: string): number {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return daysFromCivil(year, month, day);
}
