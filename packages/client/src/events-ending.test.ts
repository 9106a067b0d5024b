/** Ways to stop following a run: return(), a break, a signal. None leaves anything running. */
import type { ExternalEvent } from '@org/approval-core';
import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { all, run } from './test-support/run.js';
import { sleep } from '@org/approval-internal/time';

describe('return()', () => {
  test('ends a look that is under way, and its request', async () => {
    const { world, executionId } = await run();
    await world.setFault('hang');
    const events = world.client().events(executionId);
    const hanging = new Promise<Promise<unknown>>((resolve) => {
      world.proxy.onHang = (closed) => resolve(closed.then(() => undefined));
    });
    const next = events.next();
    await vi.waitFor(() => {
      expect(world.proxy.requests).toHaveLength(1);
    });
    expect(await events.return?.()).toEqual({ done: true, value: undefined });
    expect(await next).toEqual({ done: true, value: undefined });
    await hanging;
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(world.proxy.requests).toHaveLength(1);
  });

  test('ends a pause, and leaves no listener behind', async () => {
    const { world, executionId, stored } = await run();
    const { signal } = new AbortController();
    let paused: (() => void) | undefined;
    const pause = new Promise<void>((resolve) => (paused = resolve));
    const client = world.client({
      retry: {
        sleep(ms, stop) {
          paused?.();
          return sleep(ms, stop);
        },
      },
    });
    const events = client.events(executionId, { signal, pollMs: 3_600_000 });
    for (const event of await stored()) expect((await events.next()).value).toEqual(event);
    const next = events.next();
    await pause;
    await events.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('is what a break does', async () => {
    const { world, executionId, stored } = await run();
    const { signal } = new AbortController();
    const seen: ExternalEvent[] = [];
    for await (const event of world.client().events(executionId, { signal })) {
      seen.push(event);
      break;
    }
    expect(seen).toEqual((await stored()).slice(0, 1));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('before the first look asks for nothing', async () => {
    const { world, executionId } = await run();
    const events = world.client().events(executionId);
    await events.return?.();
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(world.proxy.requests).toEqual([]);
  });
});

describe('signal', () => {
  const reason = new Error('the page was left');

  test('ends a look that is under way', async () => {
    const { world, executionId } = await run();
    await world.setFault('hang');
    const leaving = new AbortController();
    world.proxy.onHang = () => leaving.abort(reason);
    await expect(all(world.client().events(executionId, { signal: leaving.signal }))).rejects.toBe(reason);
    expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
  });

  test('ends a pause, for any rejection of the sleep', async () => {
    const { world, executionId } = await run();
    const leaving = new AbortController();
    const sleep = () => {
      leaving.abort(reason);
      return Promise.reject(new Error('its own error'));
    };
    const events = world.client({ retry: { sleep } }).events(executionId, { signal: leaving.signal });
    await expect(all(events)).rejects.toBe(reason);
  });

  test('ends the iteration between two events of one page', async () => {
    const { world, executionId } = await run();
    const leaving = new AbortController();
    const events = world.client().events(executionId, { signal: leaving.signal });
    await events.next();
    leaving.abort(reason);
    await expect(events.next()).rejects.toBe(reason);
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test('that was aborted before asks for nothing', async () => {
    const { world, executionId } = await run();
    const events = world.client().events(executionId, { signal: AbortSignal.abort(reason) });
    await expect(all(events)).rejects.toBe(reason);
    expect(world.proxy.requests).toEqual([]);
  });
});
