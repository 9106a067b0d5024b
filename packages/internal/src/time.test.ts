/** Waiting leaves neither timer nor listener behind, however it ends. */
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bounded, sleep } from './time.js';

const reason = new Error('enough');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);

describe('sleep', () => {
  test('ends when its time is over', async () => {
    const { signal } = new AbortController();
    const slept = sleep(1_000, signal);
    await vi.advanceTimersByTimeAsync(999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await slept;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('of more than a timer can do does not end at once', async () => {
    const leaving = new AbortController();
    const slept = sleep(2 ** 31, leaving.signal);
    await vi.advanceTimersByTimeAsync(60_000);
    leaving.abort(reason);
    await expect(slept).rejects.toBe(reason);
  });

  test('is given up with the reason of its signal', async () => {
    const leaving = new AbortController();
    const slept = sleep(1_000, leaving.signal);
    leaving.abort(reason);
    await expect(slept).rejects.toBe(reason);
    expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
    await expect(sleep(1_000, leaving.signal)).rejects.toBe(reason);
  });
});

describe('bounded', () => {
  test('returns what the work returns', async () => {
    const { signal } = new AbortController();
    expect(await bounded(1_000, signal, () => Promise.resolve('done'))).toBe('done');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('throws what the work throws', async () => {
    await expect(bounded(1_000, undefined, () => Promise.reject(reason))).rejects.toBe(reason);
  });

  test('ends with the time, whether or not the work follows its signal', async () => {
    let given: AbortSignal | undefined;
    const call = bounded(1_000, undefined, (signal) => {
      given = signal;
      return never();
    });
    const end = expect(call).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'no answer within 1000 ms',
    });
    await vi.advanceTimersByTimeAsync(1_000);
    await end;
    expect(given?.aborted).toBe(true);
  });

  test('ends with the signal of its caller', async () => {
    const leaving = new AbortController();
    const call = bounded(1_000, leaving.signal, never);
    leaving.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
  });
});
