/** Definitions that the playground begins with. */
import { type Definition, op, variable, when } from '@org/approval-core';

const done = (nodeId: string, agentId: string): Definition['nodes'][number] => ({
  nodeId,
  type: 'agent',
  config: { agentId, urlPath: 'url' },
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
        onReject: { routeToNodeId: 'send-back' },
      },
    },
    {
      nodeId: 'finance',
      type: 'human',
      config: {
        reviewers: [{ pool: { group: 'finance' } }],
        decisionRule: { kind: 'count', approvals: 2 },
        onReject: { routeToNodeId: 'send-back' },
      },
    },
    done('order', 'shop'),
    done('send-back', 'mailer'),
  ],
  edges: [
    { from: 'manager', to: 'finance' },
    { from: 'finance', to: 'order' },
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
      config: { reviewers: [{ userId: nodeId, mandatory: true }], onReject: { routeToNodeId: 'rework' } },
    })),
    done('sign', 'signer'),
    done('rework', 'mailer'),
    done('escalate', 'mailer'),
  ],
  edges: ['legal', 'brand', 'finance'].flatMap((from) => [
    { from, to: 'sign' },
    { from, to: 'escalate', when: when(op('eq', variable('step.status'), 'breached')) },
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
    done('draft', 'author'),
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
      config: { reviewers: [{ userId: 'cleo', mandatory: true }], onReject: { routeToNodeId: 'archive' } },
    },
    done('publish', 'website'),
    done('archive', 'website'),
  ],
  edges: [
    { from: 'draft', to: 'editor' },
    { from: 'editor', to: 'publish' },
    { from: 'chief', to: 'publish' },
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
