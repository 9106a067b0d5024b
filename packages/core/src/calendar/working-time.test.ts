/** Working time against a second implementation: minute by minute, through the wall clock alone. */
import { describe, expect, test } from 'vitest';
import { type Calendar, WEEKDAYS, workingCalendar } from './working-time.js';

const MINUTE = 60_000;
const WEEKS: readonly Calendar['week'][] = [
  Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [
      day,
      [
        ['09:00', '12:00'],
        ['13:00', '17:30'],
      ],
    ]),
  ),
  Object.fromEntries(WEEKDAYS.map((day) => [day, [['00:00', '24:00']]])),
  {
    sun: [
      ['01:15', '02:45'],
      ['03:00', '03:30'],
    ],
    sat: [['22:00', '24:00']],
    mon: [['00:00', '00:30']],
  },
];
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Sydney',
  'Pacific/Auckland',
  'America/Sao_Paulo',
  'Asia/Kolkata',
];
const HOLIDAYS = ['2025-12-25', '2026-01-01', '2027-03-28', '2030-10-06'];

/** Time on the wall clock of a zone. */
interface Wall {
  readonly date: string;
  readonly weekday: string;
  readonly clock: string;
}

/**
 * Adds minutes one by one. A minute works from the first whose wall clock reached an interval's
 * start, to the first that reached its end. So a doubled time counts as its first occurrence, and
 * a skipped one as the first minute after it.
 */
function secondWay(calendar: Calendar, seen: Map<number, Wall>): (from: number, workingMs: number) => number {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: calendar.timeZone, hourCycle: 'h23', weekday: 'short' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  const look = (minute: number): Wall => {
    const before = seen.get(minute);
    if (before !== undefined) return before;
    const parts = Object.fromEntries(format.formatToParts(minute).map(({ type, value }) => [type, value]));
    const { year, month, day, hour, minute: past } = parts;
    const wall = {
      date: `${year}-${month}-${day}`,
      weekday: parts['weekday']!.toLowerCase(),
      clock: `${hour}:${past}`,
    };
    seen.set(minute, wall);
    return wall;
  };
  const days = new Map<string, readonly (readonly [from: number, until: number])[]>();
  /** The intervals of the day that a minute is in. */
  const intervalsOf = (within: number) => {
    const { date, weekday } = look(within);
    const known = days.get(date);
    if (known !== undefined) return known;
    let first = within;
    while (look(first - MINUTE).date === date) first -= MINUTE;
    const minutes: { at: number; clock: string }[] = [];
    for (let at = first; look(at).date === date; at += MINUTE) minutes.push({ at, clock: look(at).clock });
    const end = minutes.at(-1)!.at + MINUTE;
    const instantOf = (bound: string) => minutes.find((it) => it.clock >= bound)?.at ?? end;
    const hours = calendar.holidays.includes(date) ? [] : (calendar.week[weekday as 'mon'] ?? []);
    const found = hours.map(([from, until]) => [instantOf(from), instantOf(until)] as const);
    days.set(date, found);
    return found;
  };
  const works = (minute: number) =>
    intervalsOf(minute).some(([from, until]) => from <= minute && minute < until);
  return (from, workingMs) => {
    let left = workingMs;
    for (let minute = from; ; minute += MINUTE) {
      if (!works(minute)) continue;
      if (left <= MINUTE) return minute + left;
      left -= MINUTE;
    }
  };
}

/** Starts near every clock change in ten years, and some more; set WORKING_TIME_STARTS. */
const STARTS = Number(process.env['WORKING_TIME_STARTS'] ?? 3);

function startsOf(zone: string): number[] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const offset = (at: number) => format.format(at).split('GMT')[1];
  const starts: number[] = [];
  const first = Date.UTC(2025, 0, 1);
  for (let day = 0; day < 3_652; day++) {
    const at = first + day * 86_400_000;
    if (offset(at) !== offset(at + 86_400_000)) starts.push(at - 7_200_000, at + 3_600_000);
  }
  const others = Array.from({ length: STARTS }, (_, index) => first + index * 26_117_143 * 1_000);
  return [...starts.filter((_, index) => index % Math.max(1, Math.floor(24 / STARTS)) === 0), ...others].map(
    (it) => it - (it % MINUTE),
  );
}

test.each(ZONES)('%s, ten years, with the changes of its clocks', (timeZone) => {
  const seen = new Map<number, Wall>();
  for (const week of WEEKS) {
    const calendar: Calendar = { timeZone, week, holidays: HOLIDAYS };
    const [one, other] = [workingCalendar(calendar), secondWay(calendar, seen)];
    for (const start of startsOf(timeZone)) {
      for (const workingMs of [MINUTE, 5_400_000]) {
        const [mine, theirs] = [one.dueAt(start, workingMs), other(start, workingMs)];
        expect(mine, new Date(start).toISOString()).toBe(theirs);
      }
    }
  }
});

test('an interval is over at its end, a skipped time is the first after it, and five years are the limit', () => {
  const at = (text: string) => Date.parse(text);
  const berlin = (week: Calendar['week']) =>
    workingCalendar({ timeZone: 'Europe/Berlin', week, holidays: [] });
  const office = berlin({ mon: [['09:00', '17:00']] });
  expect(office.dueAt(at('2026-06-01T07:00:00Z'), 8 * 3_600_000)).toBe(at('2026-06-01T15:00:00Z'));
  // 02:00 to 03:00 is skipped on this day: the interval is half an hour long.
  const night = berlin({ sun: [['02:15', '03:30']] });
  expect(night.dueAt(at('2026-03-29T00:00:00Z'), 1_800_000)).toBe(at('2026-03-29T01:30:00Z'));
  expect(berlin({}).dueAt(0, 1)).toBeNull();
  expect(office.dueAt(at('2026-06-01T07:00:00Z'), 2_000 * 3_600_000)).not.toBeNull();
  expect(office.dueAt(at('2026-06-01T07:00:00Z'), 3_000 * 3_600_000)).toBeNull();
});

describe('working days (contract section 17)', () => {
  const at = (text: string) => Date.parse(text);
  const week = Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [
      day,
      [
        ['09:00', '12:00'],
        ['13:00', '17:00'],
      ],
    ]),
  );
  const office = workingCalendar({ timeZone: 'Europe/Berlin', week, holidays: ['2026-06-04'] });
  // 1 June 2026 is a Monday; Berlin is two hours ahead of UTC.
  test.each<[string, string, number, string]>([
    ['the same time of day', '2026-06-01T08:30:00Z', 2, '2026-06-03T08:30:00Z'],
    ['past a holiday', '2026-06-02T08:30:00Z', 2, '2026-06-05T08:30:00Z'],
    ['past a weekend', '2026-06-05T08:30:00Z', 1, '2026-06-08T08:30:00Z'],
    ['from a weekend: begins on Monday', '2026-06-06T08:30:00Z', 1, '2026-06-09T08:30:00Z'],
    [
      'after hours: begins on the next working day, due at the end of work',
      '2026-06-01T18:00:00Z',
      1,
      '2026-06-03T15:00:00Z',
    ],
    ['before hours: begins on that day', '2026-06-01T05:00:00Z', 1, '2026-06-02T15:00:00Z'],
    ['at lunch: due at the end of work', '2026-06-01T10:30:00Z', 1, '2026-06-02T15:00:00Z'],
    ['over the change of the clocks', '2026-10-23T08:30:00Z', 1, '2026-10-26T09:30:00Z'],
  ])('%s', (_, from, days, due) => {
    expect(new Date(office.dueAfterDays(at(from), days) ?? 0).toISOString()).toBe(
      new Date(due).toISOString(),
    );
  });

  test('null without working days, and beyond five years', () => {
    const none = workingCalendar({ timeZone: 'UTC', week: {}, holidays: [] });
    expect(none.dueAfterDays(0, 1)).toBeNull();
    const rare = workingCalendar({ timeZone: 'UTC', week: { mon: [['09:00', '10:00']] }, holidays: [] });
    expect(rare.dueAfterDays(0, 366)).toBeNull();
    expect(rare.dueAfterDays(0, 200)).not.toBeNull();
  });
});
