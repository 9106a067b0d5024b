/** A host's logger that throws does not affect its callers. */
import { createTestEngine, overriding } from '@org/approval-testkit';
import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryStore } from '../index.js';
import { guardedLogger } from '../internal.js';
import { CONTEXT, agent } from '../test-support/run.js';

afterEach(() => void vi.restoreAllMocks());

test('one that fails later causes no unhandled rejection', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const late = (async () => Promise.reject(new Error('no disk'))) as () => void;
  guardedLogger({ warn: late, error: late }).warn('hello');
  await vi.waitFor(() => expect(said).toHaveBeenCalled());
});

test('what is committed is answered, and jobs go on', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const thrown = (): never => {
    throw new TypeError('Converting circular structure to JSON');
  };
  const sound = createMemoryStore();
  let failures = 1;
  const store = overriding(sound, {
    claimJobs: (request) => (failures-- > 0 ? Promise.reject(new Error('down')) : sound.claimJobs(request)),
  });
  const { engine, advance } = createTestEngine({ store, logger: { warn: thrown, error: thrown } });
  engine.on('event', thrown);
  await engine.definitions.create({ definitionId: 'flow', name: 'Flow', nodes: [agent('a')], edges: [] });
  const runs = await Promise.all(
    Array.from({ length: 10 }, () =>
      engine.executions.dispatch({ definitionId: 'flow', triggerContext: CONTEXT }),
    ),
  );
  await advance(60_000);
  for (const { executionId } of runs)
    expect((await engine.executions.get({ executionId })).status).toBe('completed');
  expect(said.mock.calls.flat().join(' ')).toMatch(
    /the logger of the host threw on "jobs could not be claimed/,
  );
  await engine.stop();
});
