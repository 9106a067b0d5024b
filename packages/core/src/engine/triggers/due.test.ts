import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../definition/limits.js';
import { dueInstants } from './due.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const hourly = { cron: '@hourly' };
const at = (hour: number, minute = 0) => hour * HOUR + minute * MINUTE;

describe('the instants of a schedule that are due', () => {
  test.each([
    ['the one that is due', hourly, at(3), at(3), { firing: [at(3)], missed: 0, next: at(4) }],
    ['none before its time', hourly, at(3), at(3) - 1, { firing: [], missed: 0, next: at(3) }],
    ['at the bound', hourly, at(3), at(3, 5), { firing: [at(3)], missed: 0, next: at(4) }],
    ['none behind the bound', hourly, at(3), at(3, 5) + 1, { firing: [], missed: 1, next: at(4) }],
    [
      'all in time, in order',
      { ...hourly, lateMs: 2 * HOUR },
      at(1),
      at(5),
      { firing: [at(3), at(4), at(5)], missed: 2, next: at(6) },
    ],
    [
      'the last missed one',
      { ...hourly, missed: 'last' as const },
      at(1),
      at(3, 6),
      { firing: [at(3)], missed: 3, isLate: true, next: at(4) },
    ],
    [
      'no missed one beside one in time',
      { ...hourly, missed: 'last' as const },
      at(1),
      at(3),
      { firing: [at(3)], missed: 2, isLate: false, next: at(4) },
    ],
    [
      'none after the end',
      { ...hourly, until: at(4) },
      at(3),
      at(3),
      { firing: [at(3)], missed: 0, next: null },
    ],
  ])('%s', (_, schedule, first, now, expected) => {
    expect(dueInstants(schedule, first, now)).toMatchObject(expected);
  });

  test('the newest 100 fire late', () => {
    const every = { cron: '* * * * *', lateMs: 7 * 24 * HOUR };
    const due = dueInstants(every, 0, 150 * MINUTE);
    expect(due.firing).toHaveLength(LIMITS.caughtUpInstants);
    expect(due).toMatchObject({ missed: 51, next: 151 * MINUTE });
    expect(due.firing[0]).toBe(51 * MINUTE);
  });

  test('one look passes over a bounded number, and the next look goes on', () => {
    const every = { cron: '* * * * *', missed: 'last' as const };
    const now = 50_000 * MINUTE;
    const first = dueInstants(every, 0, now);
    expect(first).toMatchObject({ firing: [], missed: 20_000, next: 20_000 * MINUTE });
    const second = dueInstants(every, first.next ?? 0, now);
    const third = dueInstants(every, second.next ?? 0, now);
    expect(third.firing).toHaveLength(6);
    expect(first.missed + second.missed + third.missed + third.firing.length).toBe(50_001);
  });
});
