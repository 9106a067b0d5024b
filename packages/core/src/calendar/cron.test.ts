/** Instants of schedules: a table made by an independent oracle, and a slow walk over `Intl`. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cronSchedule } from './cron.js';
import { parseCron } from './cron-fields.js';
import { civilFromDays, weekdayOf } from './time-zone.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Instants of `[from, until)`. */
function between(cron: string, zone: string, from: string, until: string): string[] {
  const [start, end] = [Date.parse(`${from}Z`), Date.parse(`${until}Z`)];
  const found: string[] = [];
  for (const instant of cronSchedule(cron, zone).after(start - 1)) {
    if (instant >= end) break;
    found.push(new Date(instant).toISOString().slice(0, 16));
  }
  return found;
}

test.each([
  [
    '30 2 * * *',
    'Europe/Berlin',
    '2027-03-27T00:00',
    '2027-03-30T00:00',
    '2027-03-27T01:30 2027-03-28T01:00 2027-03-29T00:30',
  ],
  [
    '30 2 * * *',
    'Europe/Berlin',
    '2027-10-30T00:00',
    '2027-11-02T00:00',
    '2027-10-30T00:30 2027-10-31T00:30 2027-11-01T01:30',
  ],
  ['0 2,3 * * *', 'Europe/Berlin', '2027-03-28T00:00', '2027-03-29T00:00', '2027-03-28T01:00'],
  [
    '*/30 * * * *',
    'Europe/Berlin',
    '2027-10-30T23:30',
    '2027-10-31T02:30',
    '2027-10-30T23:30 2027-10-31T00:00 2027-10-31T00:30 2027-10-31T01:00 2027-10-31T01:30 2027-10-31T02:00',
  ],
  [
    '0 * * * *',
    'America/New_York',
    '2027-03-14T05:00',
    '2027-03-14T09:00',
    '2027-03-14T05:00 2027-03-14T06:00 2027-03-14T07:00 2027-03-14T08:00',
  ],
  [
    '30 */2 * * *',
    'America/New_York',
    '2027-03-14T04:00',
    '2027-03-14T10:00',
    '2027-03-14T05:30 2027-03-14T08:30',
  ],
  ['30 1 * * *', 'America/New_York', '2027-11-07T00:00', '2027-11-08T00:00', '2027-11-07T05:30'],
  [
    '15 2 * * *',
    'Australia/Lord_Howe',
    '2027-10-02T00:00',
    '2027-10-04T00:00',
    '2027-10-02T15:30 2027-10-03T15:15',
  ],
  [
    '45 1 * * *',
    'Australia/Lord_Howe',
    '2027-04-03T00:00',
    '2027-04-05T00:00',
    '2027-04-03T14:45 2027-04-04T15:15',
  ],
  ['0 9 30 12 *', 'Pacific/Apia', '2011-12-28T00:00', '2012-01-02T00:00', '2011-12-30T10:00'],
  [
    '0 12 13 * 5',
    'Etc/UTC',
    '2027-08-01T00:00',
    '2027-09-01T00:00',
    '2027-08-06T12:00 2027-08-13T12:00 2027-08-20T12:00 2027-08-27T12:00',
  ],
  ['0 12 */2 * 5', 'Etc/UTC', '2027-08-01T00:00', '2027-09-01T00:00', '2027-08-13T12:00 2027-08-27T12:00'],
  ['0 0 29 2 *', 'Etc/UTC', '2027-01-01T00:00', '2029-01-01T00:00', '2028-02-29T00:00'],
  ['0 0 * * 7', 'Asia/Kolkata', '2027-06-01T00:00', '2027-06-15T00:00', '2027-06-05T18:30 2027-06-12T18:30'],
])('%s in %s between %s and %s', (cron, zone, from, until, expected) => {
  expect(between(cron, zone, from, until)).toEqual(expected.split(' '));
});

describe('a slow walk over every minute finds the same', () => {
  const formats = new Map<string, Intl.DateTimeFormat>();
  const known = new Map<string, number>();
  /** Local time of an instant. It is cached, as the examples share few days. */
  const localOf = (zone: string, instant: number): number => {
    const key = `${zone} ${instant}`;
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const format =
      formats.get(zone) ??
      new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        hourCycle: 'h23',
        dateStyle: 'short',
        timeStyle: 'short',
      });
    formats.set(zone, format);
    const [, day = 0, month = 0, year = 0, hour = 0, minute = 0] =
      /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+)$/.exec(format.format(instant))?.map(Number) ?? [];
    const local = Date.UTC(year, month - 1, day, hour, minute);
    known.set(key, local);
    return local;
  };

  /** Walks minute by minute, and fires times that a clock on the wall reaches or jumps over. */
  function walked(cron: string, zone: string, from: number, until: number): number[] {
    const fields = parseCron(cron);
    const isOn = (at: { day: number; month: number; year: number }) => {
      const date = new Date(Date.UTC(at.year, at.month - 1, at.day));
      const [day, weekday] = [fields.days.has(at.day), fields.weekdays.has(date.getUTCDay())];
      return fields.months.has(at.month) && (fields.bothDays ? day && weekday : day || weekday);
    };
    const found = new Set<number>();
    const fired = new Set<string>();
    let shown = Number.NEGATIVE_INFINITY;
    // A day before, so that what was shown already is known.
    for (let instant = from - DAY; instant < until; instant += 60_000) {
      const local = localOf(zone, instant);
      const times = fields.anyHour
        ? [local]
        : Array.from(
            { length: Math.max(1, Math.min(2_000, (local - shown) / 60_000)) },
            (_, back) => local - back * 60_000,
          );
      if (!fields.anyHour && local <= shown) continue;
      for (const time of times) {
        const date = new Date(time);
        const [hour, minute] = [date.getUTCHours(), date.getUTCMinutes()];
        const day = { day: date.getUTCDate(), month: date.getUTCMonth() + 1, year: date.getUTCFullYear() };
        if (!fields.hours.includes(hour) || !fields.minutes.includes(minute) || !isOn(day)) continue;
        const key = fields.anyHour ? String(instant) : String(time);
        if (fired.has(key)) continue;
        fired.add(key);
        if (instant >= from) found.add(instant);
      }
      shown = Math.max(shown, local);
    }
    return [...found];
  }

  const item = (min: number, max: number) =>
    fc.oneof(
      fc.integer({ min, max }).map(String),
      fc
        .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
        .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
      fc.integer({ min: 1, max: 7 }).map((step) => `*/${step}`),
      fc.constant('*'),
    );
  const expression = fc
    .tuple(item(0, 59), item(0, 23), item(1, 31), fc.constant('*'), item(0, 7))
    .map((fields) => fields.join(' '));
  /** Days around changes of the clock. */
  const day = fc.constantFrom(
    ['Europe/Berlin', '2027-03-27'],
    ['Europe/Berlin', '2027-10-30'],
    ['America/New_York', '2027-03-13'],
    ['America/New_York', '2027-11-06'],
    ['Australia/Lord_Howe', '2027-04-03'],
    ['Australia/Lord_Howe', '2027-10-02'],
    ['Pacific/Apia', '2011-12-29'],
    ['America/Havana', '2027-03-13'],
    ['America/Havana', '2027-11-06'],
    ['Asia/Beirut', '2022-10-29'],
    ['America/Sao_Paulo', '2017-10-14'],
    ['America/Sao_Paulo', '2018-02-17'],
  ) as fc.Arbitrary<[string, string]>;

  test('for random expressions on days when clocks change', () => {
    fc.assert(
      fc.property(expression, day, (cron, [zone, date]) => {
        const from = Date.parse(`${date}T00:00Z`);
        const until = from + 3 * DAY;
        const found: number[] = [];
        for (const instant of cronSchedule(cron, zone).after(from - 1)) {
          if (instant >= until) break;
          found.push(instant);
        }
        expect(found).toEqual(walked(cron, zone, from, until));
      }),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 60), seed: 37 },
    );
  });
});

test('days since the epoch are dates, as Date has them', () => {
  for (let day = -200_000; day < 200_000; day += 37) {
    const date = new Date(day * DAY);
    expect(civilFromDays(day)).toEqual({ month: date.getUTCMonth() + 1, day: date.getUTCDate() });
    expect(weekdayOf(day)).toBe(date.getUTCDay());
  }
});

describe('an expression is refused', () => {
  test.each([
    ['* * * *', 'five fields'],
    ['* * * * * *', 'five fields'],
    ['60 * * * *', 'from 0 to 59'],
    ['* 5-1 * * *', 'ends before it begins'],
    ['*/0 * * * *', 'at least 1'],
    ['* * L * *', 'not a value of the day of month'],
    ['* * * * 1#2', 'not a value of the day of week'],
    ['* * ? * *', 'not a value of the day of month'],
    ['* * * foo *', 'not a value of the month'],
    ['@reboot', 'five fields'],
  ])('%s', (cron, message) => {
    expect(() => cronSchedule(cron, 'Etc/UTC')).toThrow(message);
  });

  test('that never fires has no instant', () => {
    expect([...cronSchedule('0 0 30 2 *', 'Etc/UTC').after(0)]).toEqual([]);
  });
});
