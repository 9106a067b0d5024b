/** The two workflows of the quickstart. */
import { type Definition, op, variable, when } from '@org/approval-core';

/** One person signs, or does not. */
export const documentSignOff: Definition = {
  definitionId: 'document-sign-off',
  name: 'Document sign-off',
  nodes: [
    {
      nodeId: 'manager',
      type: 'human',
      config: {
        reviewers: [{ userId: 'maria', mandatory: true }],
        commentBody: 'Please sign the contract.',
        onReject: { end: 'rejected' },
      },
    },
  ],
};

const reviewer = (nodeId: string): Definition['nodes'][number] => ({
  nodeId,
  type: 'human',
  config: { reviewers: [{ userId: nodeId, mandatory: true }], commentBody: `Please review for ${nodeId}.` },
});

/**
 * An AI agent drafts; two of three reviewers must approve, side by side; then the chief editor
 * decides. What the chief sends back is drafted again, with the reason, up to three times.
 */
export const parallelReview: Definition = {
  definitionId: 'parallel-review',
  name: 'AI-first parallel review',
  nodes: [
    { nodeId: 'draft', type: 'agent', config: { agentId: 'writer', urlPath: 'documentUrl' } },
    reviewer('legal'),
    reviewer('brand'),
    reviewer('finance'),
    reviewer('chief'),
  ],
  edges: [
    ...['legal', 'brand', 'finance'].flatMap((nodeId) => [
      { from: 'draft', to: nodeId },
      { from: nodeId, to: 'chief' },
    ]),
  ],
  groups: [
    {
      groupId: 'reviewers',
      memberNodeIds: ['legal', 'brand', 'finance'],
      expectedSteps: 3,
      quorum: 2,
      onQuorumMet: 'joinOnQuorum',
    },
  ],
  loops: [
    {
      loopId: 'revision',
      entryNodeId: 'draft',
      bodyNodeIds: ['draft', 'legal', 'brand', 'finance', 'chief'],
      maxIterations: 3,
      // A reviewer who rejects is outvoted or not; only the chief sends back.
      onIterationReject: { when: when(op('eq', variable('step.nodeId'), 'chief')) },
    },
  ],
};
