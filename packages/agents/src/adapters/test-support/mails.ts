/** A gate that asks Ann about mails, for tests of adapters. */
import { type Definition, type JsonObject, op, variable, when } from '@org/approval-core';
import { createTestEngine } from '@org/approval-testkit';
import { createApprovalGate } from '../../gate/gate.js';
import { createMemoryPermitStore } from '../../store/memory.js';
import type { Permit, Policies } from '../../types.js';

const review: Definition = {
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

const asking: Policies = {
  rules: [{ tool: 'send_mail', do: 'ask', definitionId: 'mail', grantNodeId: 'approved' }],
};

/** `answer` is Ann's, to the only permit that is pending. */
export async function mails(policies: Policies = asking) {
  const { engine, clock, advance } = createTestEngine();
  await engine.definitions.create(review);
  const gate = createApprovalGate({ engine, clock, store: createMemoryPermitStore(), policies });
  const pending = async (): Promise<Permit[]> => (await gate.list({ state: 'pending' })).items;
  const answer = async (decision: 'approve' | 'reject') => {
    const [permit] = await pending();
    if (permit === undefined) throw new Error('no permit is pending');
    const { executionId, digest, revision } = permit;
    await engine.steps.recordReviewerDecision({
      executionId: executionId ?? '',
      stepId: 'step_ann',
      reviewerId: 'ann',
      decision,
      subjectDigest: digest,
      ...(revision > 1 && { round: revision }),
    });
    await engine.idle();
    return permit;
  };
  /** Ann writes other arguments before she answers. */
  const amend = async (args: JsonObject) => {
    const [permit] = await pending();
    if (permit === undefined) throw new Error('no permit is pending');
    const { permitId, digest: ifDigest } = permit;
    return gate.amend({ permitId, ifDigest, args, actorId: 'ann' });
  };
  const stop = async () => {
    await gate.stop();
    await engine.stop();
  };
  return { gate, engine, clock, advance, pending, answer, amend, stop };
}
