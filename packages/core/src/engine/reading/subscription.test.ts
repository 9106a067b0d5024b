/** Retention of unread events: the subscription stops, and skips nothing silently. */
import { createTestEngine } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../index.js';
import { CONTEXT, agent } from '../../test-support/run.js';

const KEPT_MS = 600_000;

test('a subscription that retention overtakes stops, reports it, and starts anew on request', async () => {
  const logged: string[] = [];
  const { engine, advance, drain } = createTestEngine({
    retention: { endedMs: KEPT_MS, everyMs: 60_000 },
    logger: { warn: () => undefined, error: (line) => logged.push(line) },
  });
  await engine.definitions.create({ definitionId: 'short', name: 'Short', nodes: [agent('a')], edges: [] });
  const dispatch = async () => {
    const { executionId } = await engine.executions.dispatch({
      ...{ definitionId: 'short', triggerContext: CONTEXT },
    });
    await drain();
    return executionId;
  };
  const seen: string[] = [];
  let isDown = false;
  const subscribe = () =>
    engine.feed.subscribe(
      'index',
      async (events) => {
        if (isDown) throw new Error('the search index is down');
        seen.push(...events.map((it) => it.executionId));
      },
      { from: 'start' },
    );
  const first = subscribe();
  const before = await dispatch();
  await advance(1_000);
  expect(new Set(seen)).toEqual(new Set([before]));
  const { position } = await first.status();

  isDown = true;
  const missed = await dispatch();
  await advance(10_000);
  expect(await first.status()).toMatchObject({
    ...{ state: 'backing-off', position, lastError: expect.stringContaining('is down') as string },
  });
  // The lag says beforehand what is coming.
  expect((await first.status()).lag).toBeGreaterThan(0);
  // It looks again after five minutes at most.
  await advance(KEPT_MS + 600_000);
  expect(await first.status()).toMatchObject({ state: 'gone', position });
  expect(logged.filter((line) => line.includes('retention has overtaken'))).toHaveLength(1);

  // Well again, it does not go on by itself: neither this one, nor one of another process.
  isDown = false;
  const after = await dispatch();
  const second = subscribe();
  await advance(60_000);
  expect((await first.status()).state).toBe('gone');
  expect((await second.status()).state).toBe('gone');
  expect(seen).not.toContain(after);
  await first.close();
  await second.close();

  await engine.feed.forget('index');
  const third = subscribe();
  await advance(60_000);
  expect(seen).toContain(after);
  expect(seen).not.toContain(missed);
  expect(await third.status()).toMatchObject({ state: 'running', lag: 0, attempts: 0, lastError: null });
  await third.close();
  await engine.stop();
});

test('"now" is fixed before subscribe returns: what is dispatched next is handled', async () => {
  const store = createMemoryStore();
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  // As on a database under load, where the end of the feed is known some time later.
  const slow = new Proxy(store, {
    get(target, name) {
      if (name === 'readFeed')
        return async (request: Parameters<typeof store.readFeed>[0]) => {
          await gate;
          return store.readFeed(request);
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const { engine, advance, drain } = createTestEngine({ store: slow });
  await engine.definitions.create({ definitionId: 'next', name: 'Next', nodes: [agent('a')], edges: [] });
  const seen = new Set<string>();
  const subscription = engine.feed.subscribe(
    'index',
    (events) => events.forEach((it) => seen.add(it.executionId)),
    { from: 'now' },
  );
  const dispatched = engine.executions.dispatch({ definitionId: 'next', triggerContext: CONTEXT });
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  open();
  const { executionId } = await dispatched;
  await drain();
  await advance(2_000);
  expect([...seen]).toEqual([executionId]);
  await subscription.close();
  await engine.stop();
});

test('a handler that throws is logged at once and then each minute, and health shows it', async () => {
  const logged: string[] = [];
  const { engine, advance, drain } = createTestEngine({
    logger: { warn: (line) => logged.push(line), error: () => undefined },
  });
  await engine.definitions.create({ definitionId: 'bad', name: 'Bad', nodes: [agent('a')], edges: [] });
  let isDown = true;
  const subscription = engine.feed.subscribe(
    'mails',
    () => {
      if (isDown) throw new Error('the mail server is down');
    },
    { from: 'now' },
  );
  await drain();
  await engine.executions.dispatch({ definitionId: 'bad', triggerContext: CONTEXT });
  await drain();
  await advance(1_000);
  const warnings = () => logged.filter((line) => line.includes('the subscription "mails" threw'));
  expect(warnings()).toHaveLength(1);
  expect((await engine.health()).feeds).toMatchObject([
    {
      name: 'mails',
      attempts: expect.any(Number) as number,
      lastError: expect.stringContaining('is down') as string,
    },
  ]);
  await advance(30_000);
  expect(warnings()).toHaveLength(1);
  await advance(120_000);
  expect(warnings().length).toBeGreaterThan(1);
  expect(warnings().length).toBeLessThan(4);
  isDown = false;
  await advance(300_000);
  const [feed] = (await engine.health()).feeds;
  expect([feed?.attempts, feed?.lastError]).toEqual([undefined, undefined]);
  await subscription.close();
  await engine.stop();
});
