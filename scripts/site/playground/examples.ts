/** Definitions that the playground begins with. */
import { type Definition, op, variable, when } from '@org/approval-core';

const end = (nodeId: string, outcome: string): Definition['nodes'][number] => ({
  nodeId,
  type: 'end',
  config: { outcome },
});

const purchase: Definition = {
  definitionId: 'purchase',
  name: 'Purchase',
  nodes: [
    {
      nodeId: 'manager',
      type: 'human',
      config: {
        reviewers: [{ userId: 'maria', mandatory: true }],
        commentBody: 'Is this ours to pay?',
        onReject: { end: 'rejected' },
      },
    },
    {
      nodeId: 'finance',
      type: 'human',
      config: {
        reviewers: [{ pool: { group: 'finance' } }],
        decisionRule: { kind: 'count', approvals: 2 },
        onReject: { end: 'rejected' },
      },
    },
    end('ordered', 'ordered'),
  ],
  edges: [
    { from: 'manager', to: 'finance' },
    { from: 'finance', to: 'ordered' },
  ],
};

const quorum: Definition = {
  definitionId: 'contract',
  name: 'Contract: two of three, with a deadline',
  nodes: [
    ...['legal', 'brand', 'finance'].map((nodeId): Definition['nodes'][number] => ({
      nodeId,
      type: 'human',
      slaMs: 172_800_000,
      config: { reviewers: [{ userId: nodeId, mandatory: true }], onReject: { end: 'reworked' } },
    })),
    end('signed', 'signed'),
    end('escalated', 'escalated'),
  ],
  edges: ['legal', 'brand', 'finance'].flatMap((from) => [
    { from, to: 'signed' },
    { from, to: 'escalated', when: when(op('eq', variable('step.status'), 'breached')) },
  ]),
  groups: [
    {
      groupId: 'review',
      memberNodeIds: ['legal', 'brand', 'finance'],
      expectedSteps: 3,
      quorum: 2,
      onQuorumMet: 'joinOnQuorum',
    },
  ],
};

const loop: Definition = {
  definitionId: 'press-release',
  name: 'Press release: up to three drafts',
  nodes: [
    { nodeId: 'draft', type: 'agent', config: { agentId: 'author', urlPath: 'url' } },
    {
      nodeId: 'editor',
      type: 'human',
      config: {
        reviewers: [{ userId: 'eva', mandatory: true }],
        reasonRequired: 'reject',
        onReject: {
          loopBack: { toNodeId: 'draft', maxIterations: 3, onExhausted: { routeToNodeId: 'chief' } },
        },
      },
    },
    {
      nodeId: 'chief',
      type: 'human',
      config: { reviewers: [{ userId: 'cleo', mandatory: true }], onReject: { end: 'archived' } },
    },
    end('published', 'published'),
  ],
  edges: [
    { from: 'draft', to: 'editor' },
    { from: 'editor', to: 'published' },
    { from: 'chief', to: 'published' },
  ],
};

const textOf = (definition: object): string => JSON.stringify(definition, null, 2);

/** Three valid examples, and one with findings. */
export const EXAMPLES: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'Purchase with two approvals of finance', text: textOf(purchase) },
  { name: 'Two of three, with a deadline', text: textOf(quorum) },
  { name: 'A revision loop', text: textOf(loop) },
  {
    name: 'With faults to fix',
    text: textOf({
      ...purchase,
      edges: [{ from: 'manager', to: 'fnance' }, ...(purchase.edges ?? []).slice(1)],
    }),
  },
];
