/** Pauses, number of attempts, and `onRetry`. */
import { describe, expect, test, vi } from 'vitest';
import type { RetryNotice, RetryOptions } from './index.js';
import { RETRY_AFTER_MS, type World, createWorld } from './test-support/world.js';

/** The pauses of a call that fails in the end, in ms. */
async function pausesOf(world: World, retry: RetryOptions): Promise<number[]> {
  const pauses: number[] = [];
  const sleep = async (ms: number) => {
    pauses.push(ms);
  };
  await expect(world.client({ retry: { ...retry, sleep } }).definitions.list()).rejects.toThrow();
  return pauses;
}

describe('without a word of the server', () => {
  test('pauses grow twofold up to the longest', async () => {
    const world = await createWorld();
    await world.setFault('html 503');
    const retry = { maxAttempts: 7, baseDelayMs: 100, maxDelayMs: 1_000, random: () => 0.999999 };
    expect(await pausesOf(world, retry)).toEqual([99, 199, 399, 799, 999, 999]);
  });

  test('jitter is full: anything from no pause at all', async () => {
    const world = await createWorld();
    await world.setFault('html 503');
    const draws = [0, 0.25, 0.5];
    const random = () => draws.shift() ?? 0;
    expect(await pausesOf(world, { maxAttempts: 4, baseDelayMs: 100, random })).toEqual([0, 50, 200]);
  });

  test('by default five attempts, from 200 ms', async () => {
    const world = await createWorld();
    await world.setFault('html 503');
    const defaults = { maxAttempts: undefined, baseDelayMs: undefined, maxDelayMs: undefined };
    expect(await pausesOf(world, { ...defaults, random: () => 0.5 })).toEqual([100, 200, 400, 800]);
    const jittered = await pausesOf(world, {});
    for (const [index, ms] of jittered.entries()) expect(ms).toBeLessThan(200 * 2 ** index);
  });
});

describe('Retry-After', () => {
  test('is waited for, and jitter comes on top', async () => {
    const world = await createWorld();
    await world.setFault('rate limit');
    const retry = { maxAttempts: 3, baseDelayMs: 100, random: () => 0.5 };
    expect(await pausesOf(world, retry)).toEqual([RETRY_AFTER_MS + 50, RETRY_AFTER_MS + 100]);
  });

  test('that is longer than the longest pause ends the call', async () => {
    const world = await createWorld();
    await world.setFault('rate limit');
    const client = world.client({ retry: { maxDelayMs: RETRY_AFTER_MS - 1 } });
    await expect(client.definitions.list()).rejects.toMatchObject({
      status: 'RESOURCE_EXHAUSTED',
      httpStatus: 429,
      retryAfterMs: RETRY_AFTER_MS,
      outcomeUnknown: false,
    });
    expect(world.proxy.requests).toHaveLength(1);
  });
});

test('onRetry gets each failure before its pause', async () => {
  const world = await createWorld();
  await world.setFault('rate limit');
  const notices: RetryNotice[] = [];
  const sleep = async () => {
    if (notices.length === 2) await world.setFault(null);
  };
  const onRetry = (notice: RetryNotice) => void notices.push(notice);
  await world.client({ onRetry, retry: { baseDelayMs: 100, random: () => 0.5, sleep } }).definitions.list();
  const error = expect.objectContaining({ status: 'RESOURCE_EXHAUSTED' }) as unknown;
  expect(notices).toEqual([
    { path: 'definitions/list', attempt: 1, delayMs: RETRY_AFTER_MS + 50, error },
    { path: 'definitions/list', attempt: 2, delayMs: RETRY_AFTER_MS + 100, error },
  ]);
});

test('one attempt means one', async () => {
  const world = await createWorld();
  await world.setFault('html 503');
  expect(await pausesOf(world, { maxAttempts: 1 })).toEqual([]);
  expect(world.proxy.requests).toHaveLength(1);
});

describe('signal', () => {
  const reason = new Error('the page was left');

  test('ends a request that is under way, and its connection', async () => {
    const world = await createWorld();
    await world.setFault('hang');
    const leaving = new AbortController();
    let closed: Promise<unknown> | undefined;
    world.proxy.onHang = (it) => {
      closed = it;
      leaving.abort(reason);
    };
    const onRetry = vi.fn();
    const client = world.client({ onRetry });
    await expect(client.definitions.list({}, { signal: leaving.signal })).rejects.toBe(reason);
    await closed;
    expect(world.proxy.requests).toHaveLength(1);
    expect(onRetry).not.toHaveBeenCalled();
  });

  test('ends a pause', async () => {
    const world = await createWorld();
    await world.setFault('html 503');
    const leaving = new AbortController();
    const onRetry = () => queueMicrotask(() => leaving.abort(reason));
    // The platform's own sleep: were it not ended, the test would time out.
    const client = world.client({ onRetry, retry: { baseDelayMs: 3_600_000, maxDelayMs: 3_600_000 } });
    await expect(client.definitions.list({}, { signal: leaving.signal })).rejects.toBe(reason);
  });

  test('that was aborted before lets nothing out', async () => {
    const world = await createWorld();
    const call = world.client().definitions.list({}, { signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toBe(reason);
    expect(world.proxy.requests).toEqual([]);
  });
});
