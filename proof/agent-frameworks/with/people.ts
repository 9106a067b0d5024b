/** Ann decides on mails. */
import type { ApprovalEngine, Definition } from '@org/approval-core';
import { type ApprovalGate, type Permit, type Policies } from '@org/approval-agents';
import { op, variable, when } from '@org/approval-core';
import { expect } from 'vitest';
import { PRINCIPAL, type Resumed } from '../drivers/driver.js';

export const review: Definition = {
  definitionId: 'mail',
  name: 'May the assistant send this?',
  nodes: [
    {
      nodeId: 'ann',
      type: 'human',
      config: {
        reviewers: [{ userId: 'ann', mandatory: true }],
        commentBody: 'May the assistant send this?',
        requireSubjectDigest: true,
        onSubjectChange: 'reset',
        onReject: { routeToNodeId: 'refused' },
      },
    },
    { nodeId: 'approved', type: 'agent', config: { agentId: '__mock__', urlPath: 'permit.permitId' } },
    { nodeId: 'refused', type: 'agent', config: { agentId: '__mock__', urlPath: 'permit.permitId' } },
  ],
  edges: [{ from: 'ann', to: 'approved', when: when(op('eq', variable('output.decision'), 'approve')) }],
};

export const policies: Policies = {
  rules: [{ tool: 'send_mail', do: 'ask', definitionId: 'mail', grantNodeId: 'approved', askMs: 3_600_000 }],
};

/** Permits of open questions, in the order of the mails. */
export async function asked(gate: ApprovalGate): Promise<Permit[]> {
  const { items } = await gate.list({ principal: PRINCIPAL, state: 'pending' });
  return items.sort((a, b) => textOf(a).localeCompare(textOf(b)));
}

const textOf = ({ call }: Permit) => JSON.stringify(call.args['text']);

/** Ann decides on the question that she was shown. */
export async function answer(
  engine: ApprovalEngine,
  { executionId, digest, revision }: Permit,
  decision: 'approve' | 'reject',
): Promise<void> {
  await engine.steps.recordReviewerDecision({
    executionId: executionId ?? '',
    stepId: 'step_ann',
    reviewerId: 'ann',
    decision,
    subjectDigest: digest,
    // Each amendment starts a new round for her.
    ...(revision > 1 && { round: revision }),
  });
  await engine.idle();
}

/** Ann changes the recipient. */
export const redirect = (
  gate: ApprovalGate,
  { permitId, digest, call }: Permit,
  to: string,
): Promise<Permit> => gate.amend({ permitId, ifDigest: digest, args: { ...call.args, to }, actorId: 'ann' });

/** A new permit waits, and the model is informed about it. */
export async function expectNewQuestion(
  gate: ApprovalGate,
  resumed: Resumed,
  { permitId }: Permit,
): Promise<void> {
  expect(resumed).toHaveProperty('waiting');
  const now = await asked(gate);
  expect(now).toHaveLength(1);
  expect(now[0]?.permitId).not.toBe(permitId);
}
