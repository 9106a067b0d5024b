import type { Definition } from '@org/approval-core';

const agent = (nodeId: string) => ({
  nodeId,
  type: 'agent' as const,
  config: { agentId: 'scan', urlPath: 'url' },
  retry: { maximumAttempts: 10, initialIntervalMs: 10 },
});

/**
 * An agent, then two reviewers, then an agent: each execution has calls, decisions and jobs to
 * lose.
 */
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

/** For an edge that is taken when a deadline passes. */
export const breached = JSON.stringify({ op: 'eq', args: [{ var: 'step.status' }, 'breached'] });

/** The same, with a reviewer who never decides: a deadline passes, and an agent follows. */
export const DEADLINE_DEFINITION: Definition = {
  ...KILL_DEFINITION,
  nodes: [
    ...KILL_DEFINITION.nodes,
    {
      nodeId: 'late',
      type: 'human',
      slaMs: 1_000,
      config: {
        reviewers: [{ userId: 'nobody', mandatory: true }],
        onReject: { routeToNodeId: 'rework' },
      },
    },
    agent('escalate'),
  ],
  edges: [
    ...(KILL_DEFINITION.edges ?? []),
    { from: 'scan', to: 'late' },
    { from: 'late', to: 'escalate', when: breached },
  ],
};
