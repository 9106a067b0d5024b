/** The clocks of processes may differ: due times use the clock of the database. */
import { type Clock, type Definition, createApprovalEngine, op, variable, when } from '@org/approval-core';
import { systemClock } from '@org/approval-core/store';
import { afterAll, describe, expect, test } from 'vitest';
import { openStore } from './open.js';
import { allServers, migrated } from './test-support/open.js';

const MINUTES = 60_000;
const SLA_MS = 1_500;
const POLL_MS = 200;

/** A clock that is wrong by so much, and can be set. */
function wrongBy(ms: number): Clock & { set(by: number): void } {
  let error = ms;
  return {
    now: () => systemClock.now() + error,
    wakeAt: (at, wake) => systemClock.wakeAt(at - error, wake),
    set: (by) => void (error += by),
  };
}

const FLOW: Definition = {
  definitionId: 'flow',
  name: 'Flow',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      slaMs: SLA_MS,
      config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { routeToNodeId: 'work' } },
    },
    { nodeId: 'work', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    { nodeId: 'at-once', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [
    {
      from: 'review',
      to: 'work',
      when: when(op('eq', variable('step.status'), 'breached')),
    },
  ],
};

describe.each(await allServers())('$name', async (server) => {
  const database = await migrated(server);
  const open = () => openStore(database.url, { tablePrefix: database.tablePrefix, migrate: false });
  const [fast, slow] = [await open(), await open()];
  const clocks = { fast: wrongBy(10 * MINUTES), slow: wrongBy(-10 * MINUTES) };
  const jobs = { pollMs: POLL_MS };
  const engines = {
    fast: createApprovalEngine({ store: fast.store, clock: clocks.fast, jobs }),
    slow: createApprovalEngine({ store: slow.store, clock: clocks.slow, jobs }),
  };
  await engines.fast.definitions.create(FLOW);
  afterAll(async () => {
    await Promise.all([engines.fast.stop(), engines.slow.stop()]);
    await fast.close();
    await slow.close();
    await database.close();
  });

  const ended = async (executionId: string, nodeId: string) => {
    const { steps } = await engines.slow.executions.get({ executionId });
    return steps.find((it) => it.nodeId === nodeId)?.status;
  };

  test.each(['fast', 'slow'] as const)(
    'ten minutes apart, what the %s one starts is neither early nor late',
    { timeout: 20_000 },
    async (name) => {
      const startedAt = performance.now();
      const { executionId } = await engines[name].executions.dispatch({
        definitionId: 'flow',
        triggerContext: { url: 'x' },
      });
      await expect
        .poll(() => ended(executionId, 'at-once'), { interval: 20, timeout: 3_000 })
        .toBe('completed');
      await expect
        .poll(() => ended(executionId, 'review'), { interval: 20, timeout: 5_000 })
        .toBe('breached');
      const took = performance.now() - startedAt;
      expect(took).toBeGreaterThan(SLA_MS - 1_000);
      expect(took).toBeLessThan(SLA_MS + POLL_MS + 2_000);
    },
  );

  test('a clock that is set back by two minutes does not matter either', { timeout: 20_000 }, async () => {
    clocks.fast.set(-2 * MINUTES);
    const { executionId } = await engines.fast.executions.dispatch({
      definitionId: 'flow',
      triggerContext: { url: 'x' },
    });
    await expect.poll(() => ended(executionId, 'review'), { interval: 50, timeout: 5_000 }).toBe('breached');
    const { createdAt } = await engines.fast.executions.get({ executionId });
    expect(Math.abs(createdAt - Date.now())).toBeLessThan(10_000);
  });
});
