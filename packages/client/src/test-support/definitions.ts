/** Definitions to call about. */
import type { Definition } from '@org/approval-core';
import type { DefinitionNode } from '@org/approval-core/definition';

const human = (nodeId: string): DefinitionNode => ({
  nodeId,
  type: 'human',
  config: { reviewers: [{ userId: 'maria', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
});

const agent = (nodeId: string): DefinitionNode => ({
  nodeId,
  type: 'agent',
  config: { agentId: '__mock__', urlPath: 'url' },
});

/** Maria decides, and that is all. */
export const SIGN_OFF: Definition = {
  definitionId: 'sign-off',
  name: 'Sign-off',
  nodes: [human('review'), agent('rework')],
  edges: [],
};

/** Maria and one of a pool decide, and may do everything that reviewers may. */
export const REVIEW: Definition = {
  definitionId: 'review',
  name: 'Review',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: {
        reviewers: [
          { userId: 'maria', mandatory: true },
          { pool: { users: ['pia', 'quin'] }, mandatory: true },
        ],
        allow: ['delegate', 'substitute', 'claim', 'add', 'retract', 'ask'],
        onReject: { routeToNodeId: 'rework' },
      },
    },
    agent('rework'),
  ],
  edges: [],
};

/** Maria decides three times, one after the other. */
export const THREE_STEPS: Definition = {
  definitionId: 'three-steps',
  name: 'Three steps',
  nodes: [human('first'), human('second'), human('third'), agent('rework')],
  edges: [
    { from: 'first', to: 'second' },
    { from: 'second', to: 'third' },
  ],
};

/** An agent whose finding waits for a reviewer. */
export const SCAN: Definition = {
  definitionId: 'scan',
  name: 'Scan',
  nodes: [
    {
      nodeId: 'scan',
      type: 'agent',
      config: {
        agentId: 'scanner',
        urlPath: 'url',
        blocking: true,
        resolutionPolicy: { kind: 'allResolved' },
      },
    },
  ],
  edges: [],
};

export const TRIGGER_CONTEXT = { url: 'https://docs.example.com/contract-7' };
