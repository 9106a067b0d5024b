import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.js';

const NOW = Date.UTC(2026, 0, 1);

test.each([
  ['60', 60_000],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 00:15:00 GMT', 900_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['99999999999', 86_400_000],
  ['Thu, 01 Jan 2099 00:00:00 GMT', 86_400_000],
  ['soon', null],
  ['-5x', null],
  ['', null],
  ['1'.repeat(100), null],
  [undefined, null],
])('Retry-After: %s is %j ms', (header, ms) => {
  expect(retryAfterMs(header, NOW)).toBe(ms);
});
