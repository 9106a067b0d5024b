import { afterEach, expect, test, vi } from 'vitest';
import { type Busy, NOT_BUSY, busyAgain } from './busy.js';

afterEach(() => {
  vi.useRealTimers();
});

test('pauses grow from 4 ms to 100, each anywhere below, and end after ten seconds', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(1_000);
  const longest = (busy: Busy) =>
    Math.max(...Array.from({ length: 300 }, () => busyAgain(busy)?.delayMs ?? Infinity));
  let busy = NOT_BUSY;
  for (const most of [4, 8, 16, 32, 64, 100, 100]) {
    const found = longest(busy);
    expect(found).toBeGreaterThan(most * 0.8);
    expect(found).toBeLessThanOrEqual(most);
    busy = busyAgain(busy)!;
  }
  expect(busy).toMatchObject({ since: 1_000, tries: 7 });
  vi.advanceTimersByTime(9_900);
  // The time counts from the first attempt, not the last.
  expect(busyAgain(busyAgain(busy)!)).toMatchObject({ since: 1_000, tries: 9 });
  vi.advanceTimersByTime(200);
  expect(busyAgain(busy)).toBeNull();
});
