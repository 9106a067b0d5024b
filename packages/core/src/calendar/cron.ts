/**
 * Instants of a schedule. Times are in ms since the epoch; local times are the instants that they
 * would be in UTC.
 */
import { type CronFields, parseCron } from './cron-fields.js';
import { DAY_MS, type TimeZone, civilFromDays, offsetsBetween, timeZoneOf, weekdayOf } from './time-zone.js';

/** Instants of a cron expression in a time zone. */
export interface CronSchedule {
  /** Yields the instants after another one, in order, up to ten years ahead. */
  after(instant: number): Generator<number, void, undefined>;
}

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
export function cronSchedule(cron: string, timeZone: string): CronSchedule {
  const fields = parseCron(cron);
  const zone = timeZoneOf(timeZone);
  return { after: (instant) => instantsAfter(instant, fields, zone) };
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
