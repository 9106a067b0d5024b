import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from './clock.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const DAY = 86_400_000;

test('wakes at a time that no timer of Node could hold, and not before', () => {
  const woken = vi.fn();
  systemClock.wakeAt(Date.now() + 60 * DAY, woken);
  vi.advanceTimersByTime(60 * DAY - 1);
  expect(woken).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(woken).toHaveBeenCalledTimes(1);
});

test('notices within half a minute that the clock was set forward', () => {
  const woken = vi.fn();
  systemClock.wakeAt(Date.now() + 60 * DAY, woken);
  vi.setSystemTime(Date.now() + 90 * DAY);
  vi.advanceTimersByTime(30_000);
  expect(woken).toHaveBeenCalledTimes(1);
});

test('a clock that is set back delays no one', () => {
  const woken = vi.fn();
  systemClock.wakeAt(Date.now() + 10_000, woken);
  vi.setSystemTime(Date.now() - 120_000);
  vi.advanceTimersByTime(9_999);
  expect(woken).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2);
  expect(woken).toHaveBeenCalledTimes(1);
});

test('can be called off, also after it has slept for a while', () => {
  const woken = vi.fn();
  const cancel = systemClock.wakeAt(Date.now() + 60 * DAY, woken);
  vi.advanceTimersByTime(DAY);
  cancel();
  vi.advanceTimersByTime(90 * DAY);
  expect(woken).not.toHaveBeenCalled();
});

test('a time that has passed wakes soon', () => {
  const woken = vi.fn();
  systemClock.wakeAt(Date.now() - 5, woken);
  vi.advanceTimersByTime(0);
  expect(woken).toHaveBeenCalledTimes(1);
});
