/** Mails about steps that no longer wait do not delay other mails. */
import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
import { expect, test, vi } from 'vitest';
import { sendLinks } from './mail.js';

const FLOW = {
  definitionId: 'flow',
  name: 'Flow',
  nodes: [
    {
      nodeId: 'review',
      type: 'human' as const,
      config: { reviewers: [{ userId: 'eve', mandatory: true }], onReject: { routeToNodeId: 'end' } },
    },
    { nodeId: 'end', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
};

test('a step that was answered, and one that was handed over, are passed by', async () => {
  const engine = createApprovalEngine({ store: createMemoryStore() });
  await engine.definitions.create(FLOW);
  const dispatch = async () => ({
    ...(await engine.executions.dispatch({ definitionId: 'flow' })),
    stepId: 'step_review',
  });
  const [answered, handedOver, open] = [await dispatch(), await dispatch(), await dispatch()];
  const stepOf = ({ executionId, stepId }: typeof open) => ({ executionId, stepId });
  await engine.steps.recordReviewerDecision({ ...stepOf(answered), reviewerId: 'eve', decision: 'approve' });
  await engine.steps.delegate({
    ...stepOf(handedOver),
    reviewerId: 'eve',
    toUserId: 'max',
    actorId: 'root',
  });
  const sent: string[] = [];
  const send = async (mail: { to: string }) => sent.push(mail.to);
  const mails = sendLinks(engine, { send }, 'https://orders.example.com');
  await vi.waitFor(() => expect(sent).toEqual(['eve@acme.example']));
  const { steps } = await engine.executions.get({ executionId: open.executionId });
  expect(steps[0]?.status).toBe('waiting');
  await mails.close();
  await engine.stop();
});
