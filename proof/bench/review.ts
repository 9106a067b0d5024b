/** The definition of most benchmarks: one step that all reviewers have to approve. */
import type { Definition } from '@org/approval-core';

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
  ],
  edges: [],
});
