/** The option `calendars`, as a zod schema. */
import * as z from 'zod';
import { timeZoneOf } from '../../../calendar/time-zone.js';
import { WEEKDAYS, timeOfDay } from '../../../calendar/working-time.js';

const INTERVALS_PER_DAY = 24;
const MOST_HOLIDAYS = 10_000;
const NAME_LENGTH = 200;
const MOST_CALENDARS = 1_000;

const time = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'give a time from 00:00 to 24:00, as in "09:30"');
const hours = z
  .array(z.tuple([time, time]))
  .max(INTERVALS_PER_DAY)
  .refine((intervals) => {
    const times = intervals.flat().map(timeOfDay);
    return times.every((it, index) => index === 0 || beforeOrAt(times[index - 1] ?? 0, it, index));
  }, 'give the intervals in order, each ending after it begins, and none in another');

/** Compares neighbors: an interval ends after it begins, and the next may begin there. */
const beforeOrAt = (before: number, it: number, index: number): boolean =>
  index % 2 === 1 ? before < it : before <= it;

const timeZone = z.string().refine(isTimeZone, 'is not a known time zone; use one such as "Europe/Berlin"');

function isTimeZone(name: string): boolean {
  try {
    timeZoneOf(name);
    return true;
  } catch {
    return false;
  }
}

const holiday = z.iso.date('give a date, as in "2027-12-25"');

const calendar = z.strictObject({
  timeZone,
  week: z.strictObject(Object.fromEntries(WEEKDAYS.map((day) => [day, hours.optional()]))),
  holidays: z.array(holiday).max(MOST_HOLIDAYS),
});

export const calendars = z
  .record(z.string().min(1).max(NAME_LENGTH), calendar)
  .refine((it) => Object.keys(it).length <= MOST_CALENDARS, 'give at most 1,000 calendars');
