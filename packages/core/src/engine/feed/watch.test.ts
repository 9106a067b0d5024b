/** A follower of the feed gets every entry, even if the store fails during a read. */
import { createTestEngine, overriding } from '@org/approval-testkit';
import { expect, test, vi } from 'vitest';
import { createMemoryStore } from '../../index.js';
import { CONTEXT, agent } from '../../test-support/run.js';

test('events of a read that failed after full pages come with the next one', async () => {
  const sound = createMemoryStore();
  const hold = { release: null as Promise<void> | null, failures: 0 };
  const store = overriding(sound, {
    readFeed: async (slice) => {
      if (hold.release !== null) await hold.release;
      const found = await sound.readFeed(slice);
      // Three pages of 200 are all that there is.
      if (slice.after === 600 && slice.limit === 200 && hold.failures++ === 0)
        throw new Error('the store is down');
      return found;
    },
  });
  const { engine, drain, advance } = createTestEngine({
    store,
    logger: { warn: () => undefined, error: () => undefined },
  });
  await engine.definitions.create({ definitionId: 'short', name: 'Short', nodes: [agent('a')], edges: [] });
  const seen: string[] = [];
  const stop = new AbortController();
  const following = (async () => {
    for await (const { events } of engine.feed.follow({}, { signal: stop.signal })) {
      seen.push(...events.map((it) => it.position));
    }
  })();
  await advance(1_000);
  let release = (): void => undefined;
  hold.release = new Promise<void>((resolve) => (release = resolve));
  const dispatch = () => engine.executions.dispatch({ definitionId: 'short', triggerContext: CONTEXT });
  await Promise.all(Array.from({ length: 200 }, dispatch));
  await drain();
  hold.release = null;
  release();
  await vi.waitFor(() => expect(hold.failures).toBeGreaterThan(0));
  await advance(2_000);
  await vi.waitFor(() => expect(seen).toHaveLength(600));
  stop.abort();
  await following;
});
