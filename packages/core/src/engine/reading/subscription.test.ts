/** Retention of unread events: the subscription stops, and skips nothing silently. */
import { createTestEngine } from '@org/approval-testkit';
import { expect, test } from 'vitest';
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
