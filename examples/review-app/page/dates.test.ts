import { expect, test } from 'vitest';
import { ago } from './dates.js';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, 'just now'],
  [-5_000, 'just now'],
  [59_999, 'just now'],
  [MINUTE, '1 minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [HOUR, '1 hour ago'],
  [DAY - 1, '23 hours ago'],
  [DAY, 'yesterday'],
  [6 * DAY, '6 days ago'],
  [7 * DAY, '14 November 2026'],
])('%i ms ago is %j', (past, words) => {
  expect(ago(NOW - past, NOW)).toBe(words);
});
