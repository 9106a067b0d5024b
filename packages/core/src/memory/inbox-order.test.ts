/** An inbox lists the longest wait first, whenever the reviewer was asked. */
import { createTestEngine } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import { agent, rejectTo } from '../test-support/run.js';

test('who is asked later than others is asked for a step that has waited longer', async () => {
  const { engine, drain } = createTestEngine();
  const review = (order: number, userId: string) => ({ userId, mandatory: true, order });
  const of = (definitionId: string, reviewers: object[]) => ({
    definitionId,
    name: definitionId,
    nodes: [
      { nodeId: 'review', type: 'human' as const, config: { reviewers, ...rejectTo('rework') } },
      agent('rework'),
    ],
    edges: [],
  });
  await engine.definitions.create(of('both', [review(1, 'ann'), review(2, 'bob')]));
  await engine.definitions.create(of('bob', [review(1, 'bob')]));
  const first = await engine.executions.dispatch({ definitionId: 'both' });
  await drain();
  const second = await engine.executions.dispatch({ definitionId: 'bob' });
  await drain();
  await engine.steps.recordReviewerDecision({
    executionId: first.executionId,
    stepId: 'step_review',
    reviewerId: 'ann',
    decision: 'approve',
  });
  const { items } = await engine.steps.listWaiting({ reviewerId: 'bob' });
  expect(items.map((it) => it.executionId)).toEqual([first.executionId, second.executionId]);
});
