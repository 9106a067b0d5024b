import type { Definition } from '@org/approval-core';

/** All of these must approve before publishing. */
export const reviewBy = (reviewers: readonly string[]): Definition => ({
  definitionId: 'review',
  name: 'Review',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: {
        reviewers: reviewers.map((userId) => ({ userId, mandatory: true })),
        onReject: { routeToNodeId: 'rework' },
      },
    },
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    { nodeId: 'publish', type: 'agent', config: { agentId: 'publisher', urlPath: 'url' } },
  ],
  edges: [{ from: 'review', to: 'publish' }],
});
