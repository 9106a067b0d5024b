/**
 * A wait ends at its time by the clock of the store, on every database: also when the process was
 * down at that time, and with a clock of the process that is wrong.
 */
import { createApprovalEngine } from '@org/approval-core';
import { VirtualClock } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { sqlStore } from './store/store.js';
import { allServers, migrated } from './test-support/open.js';

const WAIT_MS = 600_000;
const HOUR = 3_600_000;
const definition = {
  definitionId: 'waiting',
  name: 'Waiting',
  nodes: [{ nodeId: 'pause', type: 'wait' as const, config: { forMs: WAIT_MS } }],
  edges: [],
};

describe.each(await allServers())('$name', (server) => {
  test.each([
    ['as the store', 0],
    ['an hour ahead', HOUR],
    ['an hour behind', -HOUR],
  ])('the clock of the next process is %s', async (_, aheadMs) => {
    const database = await migrated(server);
    const first = new VirtualClock();
    let storeNow = first.now();
    const open = async () => sqlStore({ ...(await database.connect()), clock: () => storeNow });
    const before = createApprovalEngine({ store: await open(), clock: first });
    await before.definitions.create(definition);
    const { executionId } = await before.executions.dispatch({ definitionId: 'waiting' });
    const { wakeAt } = (await before.executions.get({ executionId })).steps[0] ?? {};
    expect(wakeAt).toBe(storeNow + WAIT_MS);
    await before.stop();

    // The process was down until 1 ms before the time.
    storeNow += WAIT_MS - 1;
    const clock = new VirtualClock(storeNow + aheadMs);
    const after = createApprovalEngine({ store: await open(), clock, jobs: { pollMs: 1_000 } });
    const statusOf = async () => (await after.executions.get({ executionId })).status;
    await after.idle();
    await clock.advance(0, () => after.idle());
    expect(await statusOf()).toBe('running');
    storeNow += 1;
    await clock.advance(2_000, () => after.idle());
    const { status, steps } = await after.executions.get({ executionId });
    expect([status, steps[0]?.output]).toEqual([
      'completed',
      { reason: 'time', wokeAt: expect.any(Number) as number, payload: null },
    ]);
    expect(steps[0]?.output?.['wokeAt']).toBeGreaterThanOrEqual(Number(wakeAt));
    await after.stop();
    await database.close();
  });
});
