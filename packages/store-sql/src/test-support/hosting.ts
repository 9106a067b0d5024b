/** A definition of one decision. */
export const SIGN_OFF = {
  definitionId: 'sign-off',
  name: 'Sign-off',
  nodes: [
    {
      nodeId: 'review',
      type: 'human' as const,
      config: {
        reviewers: [
          { userId: 'ann', mandatory: true },
          { userId: 'bob', mandatory: true },
        ],
        onReject: { routeToNodeId: 'rework' },
      },
    },
    { nodeId: 'rework', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
};
