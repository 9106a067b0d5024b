/** The approval of the document: Bob decides, and is asked anew about what he rejected, up to three times. */
import type { Definition } from '@org/approval-core';

export const contractSignOff: Definition = {
  definitionId: 'contract-sign-off',
  name: 'Contract sign-off',
  nodes: [
    {
      nodeId: 'legal',
      type: 'human',
      config: {
        reviewers: [{ userId: 'bob', mandatory: true }],
        commentBody: 'Please check the contract and approve it for signature.',
        onReject: { loopBack: { toNodeId: 'legal', maxIterations: 3 } },
      },
    },
  ],
  edges: [],
};
