/**
 * The definition in a new folder. Legal and brand review a document side by side, and one rejection
 * ends the run.
 */
export const EXAMPLE = {
  $schema: '../node_modules/@org/approval-core/definition.schema.json',
  definitionId: 'sign-off',
  name: 'Sign-off',
  strict: true,
  inputSchema: {
    type: 'object',
    properties: {
      documentUrl: { type: 'string', format: 'uri', examples: ['https://example.com/contract'] },
    },
    required: ['documentUrl'],
  },
  nodes: [
    {
      nodeId: 'legal',
      type: 'human',
      config: {
        reviewers: [{ userId: 'maria', mandatory: true }],
        commentBody: 'Please check the liability clause.',
        onReject: { end: 'rejected' },
      },
    },
    {
      nodeId: 'brand',
      type: 'human',
      config: {
        reviewers: [{ pool: { group: 'brand' }, mandatory: true }],
        commentBody: 'Does it sound like us?',
        onReject: { end: 'rejected' },
      },
    },
    { nodeId: 'approved', type: 'end', config: { outcome: 'approved' } },
  ],
  edges: [
    { from: 'legal', to: 'approved' },
    { from: 'brand', to: 'approved' },
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
} as const;
