/** Steps named by their node (contract section 20). */
import { createTestEngine } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import { refused } from '../../test-support/people-run.js';

const person = (nodeId: string) => ({
  nodeId,
  type: 'human' as const,
  config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { end: 'rejected' } },
});

async function started() {
  const { engine } = createTestEngine();
  const nodes = [person('legal'), person('finance'), person('board')];
  const edges = ['legal', 'finance'].map((from) => ({ from, to: 'board' }));
  await engine.definitions.create({ definitionId: 'sign-off', name: 'Sign-off', nodes, edges });
  const { executionId } = await engine.executions.dispatch({ definitionId: 'sign-off' });
  const vote = (address: { nodeId?: string; stepId?: string }) =>
    engine.steps.recordReviewerDecision({ executionId, reviewerId: 'ann', decision: 'approve', ...address });
  return { engine, executionId, vote };
}

test('a node stands for its only step, and for none of several', async () => {
  const { engine, executionId, vote } = await started();
  expect(await vote({ nodeId: 'legal' })).toMatchObject({ recorded: true });
  expect(await vote({ nodeId: 'legal' })).toMatchObject({ recorded: false });
  await vote({ nodeId: 'finance' });
  expect(await refused(vote({ nodeId: 'board' }))).toBe('step-ambiguous');
  const cancel = (nodeId: string) => engine.steps.cancel({ executionId, nodeId, actorId: 'ops' });
  expect(await refused(cancel('board'))).toBe('step-ambiguous');
  const explained = await engine.executions.explain({ executionId, nodeId: 'legal' });
  expect(explained.steps.map((it) => it.stepId)).toEqual(['step_legal']);
});

test('an unknown step or node is refused with the steps that wait', async () => {
  const { engine, executionId, vote } = await started();
  const waiting = ['legal', 'finance'].map((nodeId) => ({ stepId: `step_${nodeId}`, nodeId }));
  const explain = (nodeId: string) => engine.executions.explain({ executionId, nodeId });
  for (const attempt of [vote({ nodeId: 'leagl' }), vote({ stepId: 'leagl' }), explain('board')])
    await expect(attempt).rejects.toMatchObject({ status: 'NOT_FOUND', details: { waiting } });
  for (const address of [{}, { nodeId: 'legal', stepId: 'step_legal' }])
    await expect(vote(address)).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
});
