/** A request for each operation, as the page shows it; `reference.test.ts` holds each to the schema of its operation. */
const executionId = '4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11';
const step = { executionId, stepId: 'step_legal' };
const SHA = 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const call = { tool: 'payments.send', args: { to: 'acme', amount: 1200 } };

const definition = {
  definitionId: 'contract-sign-off',
  name: 'Contract sign-off',
  nodes: [
    {
      nodeId: 'legal',
      type: 'human',
      config: { reviewers: [{ userId: 'maria', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
    },
    { nodeId: 'rework', type: 'agent', config: { agentId: 'rewriter', urlPath: 'documentUrl' } },
  ],
  edges: [],
};

/** By the path of the operation. */
export const EXAMPLES: Readonly<Record<string, object>> = {
  'definitions/create': definition,
  'definitions/update': { ...definition, ifVersion: 1, name: 'Contract sign-off, with finance' },
  'definitions/get': { definitionId: 'contract-sign-off', version: 1 },
  'definitions/list': { pageSize: 20 },
  'definitions/delete': { definitionId: 'contract-sign-off' },
  'definitions/ensure': definition,
  'definitions/validate': definition,
  'executions/dispatch': {
    definitionId: 'contract-sign-off',
    idempotencyKey: 'contract-7',
    triggerContext: { documentUrl: 'https://docs.example.com/contract-7' },
    initiatorId: 'ben',
  },
  'executions/get': { executionId },
  'executions/list': { definitionId: 'contract-sign-off', status: 'running', pageSize: 20 },
  'executions/getEvents': { executionId, sinceSeq: 0 },
  'executions/wait': { executionId, until: 'ended', waitMs: 20_000 },
  'executions/cancel': { executionId, reason: 'the contract is off' },
  'executions/withdraw': { executionId, actorId: 'ben', reason: 'sent too early' },
  'executions/reviseSubject': {
    executionId,
    subject: { digest: SHA },
    ifDigest: null,
    actorId: 'ben',
  },
  'executions/explain': { executionId },
  'steps/recordReviewerDecision': { ...step, reviewerId: 'maria', decision: 'approve', reason: 'as agreed' },
  'steps/recordAgentResolution': { ...step, resolutionId: 'finding-1', status: 'success' },
  'steps/cancel': { ...step, actorId: 'ops', reason: 'asked twice' },
  'steps/resolve': { ...step, action: 'force-complete', actorId: 'ops', reason: 'agreed by phone' },
  'steps/listWaiting': { reviewerId: 'maria', sort: 'due', pageSize: 20 },
  'steps/delegate': { ...step, reviewerId: 'maria', toUserId: 'tom', reason: 'on leave' },
  'steps/claim': { ...step, reviewerId: 'maria', entry: 0 },
  'steps/release': { ...step, reviewerId: 'maria', entry: 0 },
  'steps/addReviewers': { ...step, reviewerId: 'maria', userIds: ['tom'], reason: 'needs finance' },
  'steps/retractDecision': { ...step, reviewerId: 'maria', round: 1 },
  'steps/requestInformation': { ...step, reviewerId: 'maria', question: 'Which year is this for?' },
  'steps/provideInformation': { ...step, actorId: 'ben', questionId: 'q-1', answer: 'For 2027.' },
  'steps/remind': { ...step, actorId: 'maria', userId: 'ben' },
  'steps/decideMany': { decisions: [{ ...step, reviewerId: 'maria', decision: 'approve' }] },
  'people/setAbsence': {
    userId: 'maria',
    from: 1_798_761_600_000,
    until: 1_799_366_400_000,
    substituteId: 'tom',
  },
  'people/clearAbsence': { absenceId: 'absence-1' },
  'people/listAbsences': { userId: 'maria' },
  'events/list': { from: 'start', types: ['execution.completed'], pageSize: 100 },
  'links/create': { ...step, reviewerId: 'maria', decision: 'approve' },
  'links/revoke': { linkId: 'link-1' },
  'webhooks/listDeliveries': { status: 'dead', pageSize: 20 },
  'webhooks/redeliver': { executionId, status: 'dead' },
  'permits/request': { call, ref: { framework: 'none', runId: 'run-1', callId: 'call-1' } },
  'permits/requestBatch': {
    items: [{ call, ref: { framework: 'none', runId: 'run-1', callId: 'call-1' } }],
  },
  'permits/get': { permitId: 'permit-1', waitMs: 20_000 },
  'permits/list': { state: 'pending', pageSize: 20 },
  'permits/redeem': { permitId: 'permit-1', call },
  'permits/outcome': { permitId: 'permit-1', ok: true },
  'permits/amend': { permitId: 'permit-1', ifDigest: SHA, args: { to: 'acme', amount: 1000 } },
  'permits/revoke': { permitId: 'permit-1', reason: 'not needed any more' },
  'grants/create': {
    requester: { principal: 'research-bot' },
    tool: 'files.read',
    target: null,
    match: {},
    maxUses: 10,
    expiresAt: 1_798_761_600_000,
  },
  'grants/list': { principal: 'research-bot' },
  'grants/revoke': { grantId: 'grant-1' },
};
