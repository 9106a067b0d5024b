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
