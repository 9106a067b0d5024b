/** Data shared by the runs of a definition is stored once: a waiting run is small. */
import { expect, test } from 'vitest';
import { createApprovalEngine, createMemoryStore } from '../index.js';
import { agent, rejectTo } from '../test-support/run.js';

test('runs that wait share whom they ask, where they begin, and what is empty', async () => {
  const store = createMemoryStore();
  const engine = createApprovalEngine({ store });
  const reviewers = ['ann', 'bob'].map((userId) => ({ userId, mandatory: true }));
  await engine.definitions.create({
    definitionId: 'review',
    name: 'Review',
    nodes: [
      { nodeId: 'review', type: 'human', config: { reviewers, ...rejectTo('rework') } },
      agent('rework'),
    ],
    edges: [],
  });
  const eventsOf = async () => {
    const { executionId } = await engine.executions.dispatch({ definitionId: 'review' });
    const query = { workspaceId: 'default', executionId, afterSeq: 0, limit: 9, externalOnly: false };
    return store.readEvents(query);
  };
  const shared = async () =>
    (await eventsOf()).flatMap(({ type, data }): object[] => {
      if (type === 'execution.dispatched') return [data.rootStepIds];
      if (type === 'execution.started') return [data];
      if (type === 'step.scheduled') return [data.input];
      return type === 'step.awaiting-approval' ? [data.waitingForReviewers] : [];
    });
  const [first, second] = [await shared(), await shared()];
  await engine.stop();
  expect(first).toHaveLength(4);
  first.forEach((it, index) => expect(second[index]).toBe(it));
});

test('whom a run must not ask is not asked by a list that other runs share', async () => {
  const engine = createApprovalEngine({ store: createMemoryStore() });
  const reviewers = [
    { userId: 'ann', mandatory: false },
    { userId: 'bob', mandatory: true },
  ];
  const config = { reviewers, ...rejectTo('rework') };
  const nodes = [{ nodeId: 'review', type: 'human' as const, config }, agent('rework')];
  await engine.definitions.create({ definitionId: 'review', name: 'Review', nodes, edges: [] });
  const asked = async (more: object) => {
    const { executionId } = await engine.executions.dispatch({ definitionId: 'review', ...more });
    const { items } = await engine.steps.listWaiting({ reviewerId: 'ann' });
    return items.some((it) => it.executionId === executionId);
  };
  expect(await asked({})).toBe(true);
  expect(await asked({ initiatorId: 'ann', enforceSeparation: true })).toBe(false);
  expect(await asked({})).toBe(true);
  await engine.stop();
});
