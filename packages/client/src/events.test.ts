/** Following a run: every event once and in order, through all faults on the way. */
import { describe, expect, test, vi } from 'vitest';
import type { RetryNotice } from './index.js';
import { THREE_STEPS } from './test-support/definitions.js';
import { type Fault, type World, createWorld } from './test-support/world.js';
import { all, run } from './test-support/run.js';

const POLL_MS = 5_000;

const cursors = ({ proxy }: World) => proxy.requests.map((it) => it.data['sinceSeq']);

test('events come as they happen, and end with the last one', async () => {
  const { world, executionId, stored, goOn } = await run();
  const pauses: number[] = [];
  const sleep = async (ms: number) => {
    pauses.push(ms);
    await goOn();
  };
  const seen = await all(world.client({ retry: { sleep } }).events(executionId, { pollMs: POLL_MS }));
  expect(seen).toEqual(await stored());
  expect(seen.at(-1)?.type).toBe('execution.completed');
  expect(pauses).toEqual([POLL_MS, POLL_MS, POLL_MS]);
  // Each look goes on where the one before has ended.
  expect(cursors(world)[0]).toBe(0);
  expect(new Set(cursors(world)).size).toBe(4);
});

test('by default the client looks every two seconds', async () => {
  const { world, executionId, goOn } = await run();
  const pauses: number[] = [];
  const sleep = async (ms: number) => {
    pauses.push(ms);
    await goOn();
  };
  await all(world.client({ retry: { sleep } }).events(executionId));
  expect(pauses).toEqual([2_000, 2_000, 2_000]);
});

test('more than a page comes without a pause', async () => {
  const world = await createWorld();
  const human = THREE_STEPS.nodes[0]!;
  await world.on.definitions.create({
    ...THREE_STEPS,
    nodes: [
      ...Array.from({ length: 99 }, (_, index) => ({ ...human, nodeId: `n${index}` })),
      THREE_STEPS.nodes.at(-1)!,
    ],
    edges: [],
  });
  const { executionId } = await world.on.executions.dispatch({ definitionId: 'three-steps' });
  await world.on.executions.cancel({ executionId });
  const sleep = () => Promise.reject(new Error('nothing to wait for'));
  const seen = await all(world.client({ retry: { sleep } }).events(executionId));
  expect(seen).toHaveLength(200);
  expect(new Set(seen.map((it) => it.seq)).size).toBe(200);
  expect(seen.at(-1)?.type).toBe('execution.cancelled');
  expect(cursors(world)).toHaveLength(2);
});

describe('outages', () => {
  const OUTAGES: readonly (Fault | null)[] = [
    ...(['refuse', 'reset', 'hang', 'drop', 'cut', 'truncate', 'html 429', 'html 503'] as const),
    ...(['rate limit', 'store down'] as const),
  ];

  test.each(OUTAGES)('%s, before and between events, delays them only', async (outage) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { world, executionId, stored, goOn } = await run();
    world.proxy.onHang = () => vi.advanceTimersByTime(1_000);
    const notices: RetryNotice[] = [];
    let pauses = 0;
    const client = world.client({
      timeoutMs: 1_000,
      onRetry: (notice) => void notices.push(notice),
      // More failures in a row than a call would stand.
      retry: {
        maxAttempts: 1,
        async sleep() {
          pauses += 1;
          await world.setFault(pauses % 4 === 0 ? null : outage);
          if (pauses % 4 === 1) await world.setFault(null).then(goOn);
          if (pauses % 4 === 1) await world.setFault(outage);
        },
      },
    });
    expect(await all(client.events(executionId))).toEqual(await stored());
    expect(notices.length).toBeGreaterThanOrEqual(9);
    expect(new Set(notices.map((it) => it.path))).toEqual(new Set(['executions/getEvents']));
    vi.useRealTimers();
  });

  test('are waited out with backoff, never longer than the longest pause', async () => {
    const { world, executionId, goOn } = await run();
    await goOn().then(goOn).then(goOn);
    await world.setFault('html 503');
    const pauses: number[] = [];
    const client = world.client({
      retry: {
        baseDelayMs: 100,
        maxDelayMs: 1_500,
        random: () => 0.5,
        async sleep(ms) {
          pauses.push(ms);
          if (pauses.length === 7) await world.setFault('rate limit');
          if (pauses.length === 8) await world.setFault(null);
        },
      },
    });
    await all(client.events(executionId));
    // The last one asks for two seconds.
    expect(pauses).toEqual([50, 100, 200, 400, 750, 750, 750, 1_500]);
  });
});

describe('sinceSeq', () => {
  test('gives what comes after it, from every place in the stream', async () => {
    const { world, executionId, stored, goOn } = await run();
    await goOn().then(goOn).then(goOn);
    const events = await stored();
    for (const [index, { seq }] of events.entries()) {
      const seen = await all(world.client().events(executionId, { sinceSeq: seq }));
      expect(seen).toEqual(events.slice(index + 1));
    }
  });

  test('of the last event ends the iteration, and does not wait for more', async () => {
    const { world, executionId, stored, goOn } = await run();
    await goOn().then(goOn).then(goOn);
    const sinceSeq = (await stored()).at(-1)?.seq;
    const sleep = () => Promise.reject(new Error('nothing to wait for'));
    expect(await all(world.client({ retry: { sleep } }).events(executionId, { sinceSeq }))).toEqual([]);
    expect(world.proxy.requests).toHaveLength(1);
  });
});

test('what the engine refuses ends the iteration', async () => {
  const { world } = await run();
  await expect(all(world.client().events('none'))).rejects.toMatchObject({
    status: 'NOT_FOUND',
    outcomeUnknown: false,
  });
  expect(world.proxy.requests).toHaveLength(1);
});

test('a token that expires on the way is refreshed', async () => {
  const { world, executionId, stored, goOn } = await run();
  let token = await world.token({ ttlSeconds: 60 });
  const client = world.client({
    getAuthToken: async ({ forceRefresh }) => {
      if (forceRefresh) token = await world.token({ ttlSeconds: 60 });
      return token;
    },
    retry: {
      async sleep() {
        await world.test.advance(3_600_000);
        await goOn();
      },
    },
  });
  expect(await all(client.events(executionId))).toEqual(await stored());
});

test.each([
  [{ pollMs: 0 }, 'events: pollMs must be a number of ms above 0, or a duration such as "30s", not 0'],
  [
    { pollMs: Number.NaN },
    'events: pollMs must be a number of ms above 0, or a duration such as "30s", not NaN',
  ],
  [{ sinceSeq: -1 }, 'events: sinceSeq must be the seq of an event, or 0 for all, not -1'],
  [{ sinceSeq: 1.5 }, 'events: sinceSeq must be the seq of an event, or 0 for all, not 1.5'],
])('%j is refused at once', async (options, message) => {
  const { world, executionId } = await run();
  expect(() => world.client().events(executionId, options)).toThrow(new TypeError(message));
});
