/** The definition in a new folder: small, with every feature worth trying. */
export const EXAMPLE = {
  definitionId: 'sign-off',
  name: 'Sign-off',
  strict: true,
  nodes: [
    { nodeId: 'draft', type: 'agent', config: { agentId: 'writer', urlPath: 'documentUrl' } },
    {
      nodeId: 'legal',
      type: 'human',
      config: {
        reviewers: [{ userId: 'maria', mandatory: true }],
        commentBody: 'Please check the liability clause.',
      },
    },
    {
      nodeId: 'brand',
      type: 'human',
      config: {
        reviewers: [{ pool: { group: 'brand' }, mandatory: true }],
        commentBody: 'Does it sound like us?',
      },
    },
    { nodeId: 'publish', type: 'agent', config: { agentId: 'publisher', urlPath: 'documentUrl' } },
  ],
  edges: [
    { from: 'draft', to: 'legal' },
    { from: 'draft', to: 'brand' },
    { from: 'legal', to: 'publish' },
    { from: 'brand', to: 'publish' },
  ],
  groups: [
    {
      groupId: 'reviewers',
      memberNodeIds: ['legal', 'brand'],
      expectedSteps: 2,
      quorum: 2,
      onQuorumMet: 'joinOnQuorum',
    },
  ],
  loops: [
    { loopId: 'revision', entryNodeId: 'draft', bodyNodeIds: ['draft', 'legal', 'brand'], maxIterations: 3 },
  ],
} as const;
