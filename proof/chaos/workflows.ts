/** The workflows: calls, retries, deadlines, quorums, joins, loops and deliveries. */
import type { Definition } from '@org/approval-core';

const agent = (nodeId: string) => ({
  nodeId,
  type: 'agent',
  config: { agentId: 'scan', urlPath: 'url' },
  retry: { maximumAttempts: 10, initialIntervalMs: 20, maximumIntervalMs: 500 },
});
const people = (nodeId: string, users: readonly string[], more: object = {}) => ({
  nodeId,
  type: 'human',
  config: {
    reviewers: users.map((userId) => ({ userId, mandatory: true })),
    onReject: { routeToNodeId: 'rework' },
    ...more,
  },
});
const breached = JSON.stringify({ op: 'eq', args: [{ var: 'step.status' }, 'breached'] });
const hooks = { url: 'https://receiver.example.com/events', secret: 'a-secret-of-the-chaos' };

export const REVIEWERS = ['ann', 'bob', 'cyd'] as const;

export const WORKFLOWS = [
  {
    definitionId: 'sign-off',
    name: 'Sign-off with a deadline',
    nodes: [
      agent('scan'),
      people('review', ['ann', 'bob']),
      { ...people('late', ['nobody']), slaMs: 1_000 },
      agent('rework'),
      agent('publish'),
      agent('escalate'),
    ],
    edges: [
      { from: 'scan', to: 'review' },
      { from: 'scan', to: 'late' },
      { from: 'review', to: 'publish' },
      { from: 'late', to: 'escalate', when: breached },
    ],
    webhookConfig: hooks,
  },
  {
    definitionId: 'quorum',
    name: 'Two of three',
    nodes: [...REVIEWERS.map((it) => people(it, [it])), agent('rework'), agent('publish')],
    edges: REVIEWERS.map((it) => ({ from: it, to: 'publish' })),
    groups: [
      {
        groupId: 'board',
        memberNodeIds: [...REVIEWERS],
        expectedSteps: 3,
        quorum: 2,
        onQuorumMet: 'joinOnQuorum',
      },
    ],
  },
  {
    definitionId: 'revisions',
    name: 'Revisions',
    nodes: [
      agent('draft'),
      people('review', ['cyd'], { onReject: { loopBack: { toNodeId: 'draft', maxIterations: 3 } } }),
      agent('publish'),
    ],
    edges: [
      { from: 'draft', to: 'review' },
      { from: 'review', to: 'publish' },
    ],
    webhookConfig: hooks,
  },
] as unknown as readonly Definition[];
