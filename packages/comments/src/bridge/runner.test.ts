/** The runner alone: wakes that come at every moment of its work. */
import { expect, test } from 'vitest';
import { type NumberedEvent, createBridgeRunner } from './runner.js';

const event: NumberedEvent = {
  seq: 1,
  type: 'step.completed',
  executionId: 'e',
  stepId: 's',
  data: {},
};

/** Settles so many microtasks later. */
async function microtasks(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await Promise.resolve();
}

const moments = Array.from({ length: 16 }, (_, index) => index);

test.each(moments)('an event that comes %i microtasks after a look is given', async (count) => {
  const log: NumberedEvent[] = [];
  const given: unknown[] = [];
  let cursor = 0;
  let isFirst = true;
  const runner = createBridgeRunner({
    onEvent: async (it) => given.push(it),
    read: async (_id, since) => {
      if (isFirst)
        void microtasks(count).then(() => {
          log.push(event);
          runner.wake('e');
        });
      isFirst = false;
      return log.filter((it) => it.seq > since);
    },
    cursors: { load: async () => cursor, save: async (_id, seq) => void (cursor = seq) },
    onError: (error) => expect.unreachable(String(error)),
  });
  runner.wake('e');
  await microtasks(50);
  await runner.idle();
  expect(given).toEqual([event]);
});

test('a run goes on where the host is told of a failure and throws', async () => {
  const given: number[] = [];
  let cursor = 0;
  let isAway = true;
  const runner = createBridgeRunner({
    onEvent: async () => given.push(1),
    read: async (_id, since) => {
      if (!isAway) return since === 0 ? [event] : [];
      isAway = false;
      throw new Error('away');
    },
    cursors: { load: async () => cursor, save: async (_id, seq) => void (cursor = seq) },
    onError: () => {
      throw new Error('of the host');
    },
    retryDelays: [1],
  });
  runner.wake('e');
  await runner.idle();
  expect(given).toEqual([1]);
});

test('what is read again, or in another order, is given once, in its order', async () => {
  const given: number[] = [];
  let cursor = 0;
  const runner = createBridgeRunner({
    onEvent: async (it) => given.push((it as NumberedEvent).seq),
    read: async () => [3, 1, 2].map((seq) => ({ ...event, seq })),
    cursors: { load: async () => cursor, save: async (_id, seq) => void (cursor = seq) },
    onError: (error) => expect.unreachable(String(error)),
  });
  runner.wake('e');
  await runner.idle();
  expect(given).toEqual([1, 2, 3]);
});

test('pauses grow with failures in a row, and an event that went well ends the row', async () => {
  const waited: number[] = [];
  const wakeAt = (at: number, wake: () => void) => {
    waited.push(at);
    queueMicrotask(wake);
    return () => undefined;
  };
  let [cursor, calls] = [0, 0];
  const runner = createBridgeRunner({
    // Each event fails twice.
    onEvent: async () => {
      calls += 1;
      if (calls % 3 !== 0) throw new Error('away');
    },
    read: async (_id, since) => [1, 2].filter((seq) => seq > since).map((seq) => ({ ...event, seq })),
    cursors: { load: async () => cursor, save: async (_id, seq) => void (cursor = seq) },
    onError: () => undefined,
    retryDelays: [10, 20, 40],
    clock: { now: () => 0, wakeAt },
  });
  runner.wake('e');
  await runner.idle();
  expect(waited).toEqual([10, 20, 10, 20]);
});

test('a runner that was stopped is not begun again by a wake', async () => {
  const reads: string[] = [];
  const runner = createBridgeRunner({
    onEvent: async () => undefined,
    read: async (id) => {
      reads.push(id);
      runner.wake(id);
      void runner.stop();
      return [];
    },
    cursors: { load: async () => 0, save: async () => undefined },
    onError: (error) => expect.unreachable(String(error)),
  });
  runner.wake('e');
  await runner.idle();
  await runner.stop();
  runner.wake('e');
  expect(reads).toEqual(['e']);
});

test.each([null, undefined])(
  'a cursor that is %s is that of a run of which nothing was worked off',
  async (none) => {
    const given: unknown[] = [];
    let cursor = none as unknown as number;
    const runner = createBridgeRunner({
      onEvent: async (it) => given.push(it),
      read: async (_id, since) => [event].filter((it) => it.seq > since),
      cursors: { load: async () => cursor, save: async (_id, seq) => void (cursor = seq) },
      onError: (error) => expect.unreachable(String(error)),
    });
    runner.wake('e');
    await microtasks(50);
    expect(given).toEqual([event]);
    await runner.stop();
  },
);
