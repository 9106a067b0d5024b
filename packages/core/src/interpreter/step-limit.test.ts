import { checkedStore, createTestEngine } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../index.js';
import { agent, edge, human, rejectTo } from '../test-support/run.js';

/** Lowers the limit after linting, since the linter refuses definitions that exceed it. */
const limitedTo = async (stepsPerExecution: number) => {
  const store = checkedStore(createMemoryStore());
  const author = createTestEngine({ store });
  await author.engine.definitions.create({
    definitionId: 'limited',
    name: 'Limited',
    nodes: [human('side', 'ann', rejectTo('c')), agent('a'), agent('b'), agent('c')],
    edges: [edge('a', 'b'), edge('a', 'c'), edge('b', 'c')],
  });
  const { engine, drain } = createTestEngine({ store, limits: { stepsPerExecution } });
  const triggerContext = { url: 'https://example.com' };
  const { executionId } = await engine.executions.dispatch({ definitionId: 'limited', triggerContext });
  await drain();
  const { events } = await engine.executions.getEvents({ executionId, pageSize: 100 });
  return { ...(await engine.executions.get({ executionId })), types: events.map((it) => it.type) };
};

// `side`, `a`, `b`, and `c` twice.
test('as many steps as the limit are started (contract section 1)', async () => {
  const { status, steps } = await limitedTo(5);
  expect(status).toBe('running');
  expect(steps).toHaveLength(5);
});

test.each([1, 2, 3, 4])('past %i steps the execution fails', async (limit) => {
  const { status, failureReason, steps, types } = await limitedTo(limit);
  expect([status, failureReason?.code]).toEqual(['failed', 'step-limit-exceeded']);
  expect(steps).toHaveLength(limit);
  expect(steps[0]).toMatchObject({ nodeId: 'side', status: 'cancelled' });
  // Also where more than one edge leads past the limit.
  expect(types.indexOf('execution.failed')).toBe(types.length - 1);
});
