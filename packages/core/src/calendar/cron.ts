/**
 * Instants of a schedule. Times are in ms since the epoch; local times are the instants that they
 * would be in UTC.
 */
import { type CronFields, parseCron } from './cron-fields.js';
import { DAY_MS, type TimeZone, civilFromDays, offsetsBetween, timeZoneOf, weekdayOf } from './time-zone.js';

/** Instants of a schedule, as a definition writes them. */
export interface Schedule {
  /** Five fields, or a shorthand such as `@daily`. */
  readonly cron: string;
  /** IANA time zone; `Etc/UTC` by default. */
  readonly timeZone?: string | undefined;
  /** Only instants at this time or later. */
  readonly from?: number | undefined;
  /** Only instants before this time. */
  readonly until?: number | undefined;
}

/** Instants of a cron expression in a time zone. */
export interface CronSchedule {
  /** Yields the instants after another one, in order, up to ten years ahead. */
  after(instant: number): Generator<number, void, undefined>;
}

/** Time zone of a schedule that names none. */
export const DEFAULT_TIME_ZONE = 'Etc/UTC';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** A schedule without an instant for so long never fires. */
const WITHIN_DAYS = 3_653;
/** More than the largest offset of any time zone from UTC, in either direction. */
const OFFSET_MS = 16 * HOUR_MS;

/**
 * Compiles a schedule.
 * @throws RangeError for an expression or a time zone that is not valid
 */
export function cronSchedule(cron: string, timeZone: string = DEFAULT_TIME_ZONE): CronSchedule {
  const fields = parseCron(cron);
  const zone = timeZoneOf(timeZone);
  return { after: (instant) => instantsAfter(instant, fields, zone) };
}

/** Yields the instants of a schedule after another one, in order, up to ten years ahead. */
export function* instantsOf(schedule: Schedule, after: number): Generator<number, void, undefined> {
  const { cron, timeZone, from = 0, until = Infinity } = schedule;
  for (const instant of cronSchedule(cron, timeZone).after(Math.max(after, from - 1))) {
    if (instant >= until) return;
    yield instant;
  }
}

/** Instants that `nextInstants` returns at once. */
const MOST_INSTANTS = 10_000;

/**
 * Returns the next instants of a schedule after a time, in ms since the epoch: fewer than `count`
 * if it ends, or has no more within ten years.
 * @param after exclusive
 * @param count up to 10,000
 * @throws RangeError for an expression, a time zone or a count that is not valid
 * @example
 * ```ts
 * import { nextInstants } from '@org/approval-core';
 *
 * const quarterly = { cron: '0 9 1 jan,apr,jul,oct *', timeZone: 'Europe/Berlin' };
 * const [first] = nextInstants(quarterly, Date.UTC(2027, 1, 1), 1);
 * console.log(new Date(first ?? 0).toISOString()); // → 2027-04-01T07:00:00.000Z
 * ```
 */
export function nextInstants(schedule: Schedule, after: number, count: number): number[] {
  if (!Number.isInteger(count) || count < 0 || count > MOST_INSTANTS) {
    throw new RangeError(`count: ${count} is not a whole number from 0 to ${MOST_INSTANTS}`);
  }
  const found: number[] = [];
  if (count === 0) return found;
  for (const instant of instantsOf(schedule, after)) {
    if (found.push(instant) === count) break;
  }
  return found;
}

/**
 * Dates are looked at in order. The instants of two dates may overlap where clocks go back over
 * midnight, so those of a date wait until no later date can have an earlier one.
 */
function* instantsAfter(instant: number, fields: CronFields, zone: TimeZone): Generator<number, void> {
  let waiting: number[] = [];
  for (const date of datesAfter(instant, fields)) {
    const earliest = date - OFFSET_MS;
    yield* waiting.filter((it) => it < earliest);
    const found = instantsOfDate(date, fields, zone).filter((it) => it > instant);
    waiting = [...new Set([...waiting.filter((it) => it >= earliest), ...found])].toSorted((a, b) => a - b);
  }
  yield* waiting;
}

/** Dates that match, each as its local midnight. */
function* datesAfter(instant: number, fields: CronFields): Generator<number, void> {
  // Two days early: a date that a time zone skips as a whole fires after it.
  const first = Math.floor((instant - OFFSET_MS) / DAY_MS) - 1;
  for (let day = first; day <= first + WITHIN_DAYS; day++) {
    if (matchesDate(day, fields)) yield day * DAY_MS;
  }
}

function matchesDate(dayNumber: number, { days, months, weekdays, bothDays }: CronFields): boolean {
  const civil = civilFromDays(dayNumber);
  if (!months.has(civil.month)) return false;
  const day = days.has(civil.day);
  const weekday = weekdays.has(weekdayOf(dayNumber));
  return bothDays ? day && weekday : day || weekday;
}

function instantsOfDate(date: number, fields: CronFields, zone: TimeZone): number[] {
  const times = fields.hours.flatMap((hour) =>
    fields.minutes.map((minute) => date + hour * HOUR_MS + minute * MINUTE_MS),
  );
  const spans = offsetsBetween(zone, date - OFFSET_MS, date + DAY_MS + OFFSET_MS);
  return times.flatMap((local) => {
    const shown = spans
      .map(({ from, until, offset }) => ({ at: local - offset, from, until }))
      .filter(({ at, from, until }) => at >= from && at < until)
      .map(({ at }) => at);
    if (fields.anyHour) return shown;
    // A time of day fires once: a doubled one at its first, a skipped one after the gap.
    return shown[0] ?? spans.find(({ from, offset }) => from + offset > local)?.from ?? [];
  });
}
