import type { Definition } from '@org/approval-core';

const agent = (nodeId: string) => ({
  nodeId,
  type: 'agent' as const,
  config: { agentId: 'scan', urlPath: 'url' },
  retry: { maximumAttempts: 10, initialIntervalMs: 10 },
});

/** An agent, then two people, then an agent: each run has calls, decisions and jobs to lose. */
export const KILL_DEFINITION: Definition = {
  definitionId: 'kill',
  name: 'Kill test',
  nodes: [
    agent('scan'),
    {
      nodeId: 'review',
      type: 'human',
      config: {
        reviewers: ['ann', 'bob'].map((userId) => ({ userId, mandatory: true })),
        onReject: { routeToNodeId: 'rework' },
      },
    },
    agent('rework'),
    agent('publish'),
  ],
  edges: [
    { from: 'scan', to: 'review' },
    { from: 'review', to: 'publish' },
  ],
};
