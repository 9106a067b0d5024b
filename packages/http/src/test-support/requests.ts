/** A workspace with one of each kind of row, and for every operation a request that succeeds. */
import type { ApprovalEngine, Definition, WorkspaceOperations } from '@org/approval-core';
import type { OperationPath, OperationRequest } from '@org/approval-core/views';

/** Marker in every text of the seed except ids, so that a leak is visible. */
export const MARK = 'for-our-eyes-only';

const DEFINITION: Definition = {
  definitionId: 'flow',
  triggers: [{ triggerId: 'yearly', schedule: { cron: '@yearly' } }],
  name: `Flow ${MARK}`,
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: {
        reviewers: [
          { userId: 'ann', mandatory: true },
          { userId: 'bob', mandatory: true },
        ],
        commentBody: `Please look at it (${MARK}).`,
        onReject: { routeToNodeId: 'rework' },
      },
    },
    {
      nodeId: 'scan',
      type: 'agent',
      config: {
        agentId: '__mock__',
        urlPath: 'url',
        blocking: true,
        resolutionPolicy: { kind: 'allResolved' },
      },
    },
    {
      nodeId: 'people',
      type: 'human',
      config: {
        reviewers: [
          { userId: 'ann', mandatory: true },
          { userId: 'bob', mandatory: true },
        ],
        allow: ['delegate', 'add', 'retract', 'ask'],
        onReject: { routeToNodeId: 'rework' },
      },
    },
    {
      nodeId: 'pool',
      type: 'human',
      config: {
        reviewers: [{ pool: { users: ['ann', 'bob'] }, mandatory: true }],
        allow: ['claim'],
        onReject: { routeToNodeId: 'rework' },
      },
    },
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    { nodeId: 'pause', type: 'wait', config: { signal: 'go' } },
  ],
  edges: [],
};

/** Ids of a seeded workspace that requests name. */
export interface Seeded {
  readonly executionId: string;
  readonly linkId: string;
}

/** Puts the definition `flow` and a run of it, with both steps waiting, into a workspace. */
export async function seed(
  engine: ApprovalEngine,
  workspaceId: string,
  drain: () => Promise<void>,
): Promise<Seeded> {
  const on = engine.forWorkspace(workspaceId);
  await on.definitions.create(DEFINITION);
  const { executionId } = await on.executions.dispatch({
    definitionId: 'flow',
    idempotencyKey: 'order-7',
    initiatorId: 'ann',
    triggerContext: { url: `https://example.com/${MARK}` },
    webhookUrl: `https://hooks.example.com/${MARK}`,
    webhookSecret: `secret ${MARK}`,
  });
  await drain();
  const { linkId } = await on.links.create({
    executionId,
    stepId: 'step_review',
    reviewerId: 'bob',
    baseUrl: 'https://approvals.example.com',
  });
  return { executionId, linkId };
}

type Requests = { readonly [P in OperationPath]: (seeded: Seeded) => OperationRequest<P> };

const people = (executionId: string) => ({ executionId, stepId: 'step_people', reviewerId: 'ann' });

/** Requests by operation; an operation without one does not compile. */
export const REQUESTS: Requests = {
  'definitions/create': () => ({ ...DEFINITION, definitionId: 'flow-two' }),
  'definitions/update': () => ({ definitionId: 'flow', ifVersion: 1, name: 'Renamed' }),
  'definitions/get': () => ({ definitionId: 'flow' }),
  'definitions/list': () => ({}),
  // Allowed once no run is in flight; see `prepare`.
  'definitions/delete': () => ({ definitionId: 'flow' }),
  'definitions/ensure': () => ({ ...DEFINITION, definitionId: 'flow-three' }),
  'definitions/validate': () => DEFINITION,
  'executions/dispatch': () => ({ definitionId: 'flow', triggerContext: { url: 'https://example.com' } }),
  'executions/get': ({ executionId }) => ({ executionId }),
  'executions/list': () => ({}),
  'executions/getEvents': ({ executionId }) => ({ executionId }),
  'executions/wait': ({ executionId }) => ({ executionId, until: 'waiting', waitMs: 0 }),
  'executions/signal': ({ executionId }) => ({ executionId, name: 'paid' }),
  'executions/cancel': ({ executionId }) => ({ executionId, reason: 'no more need' }),
  'steps/recordReviewerDecision': ({ executionId }) => ({
    executionId,
    stepId: 'step_review',
    reviewerId: 'ann',
    decision: 'approve',
  }),
  'steps/recordAgentResolution': ({ executionId }) => ({
    executionId,
    stepId: 'step_scan',
    resolutionId: 'r1',
    status: 'success',
  }),
  'steps/cancel': ({ executionId }) => ({ executionId, stepId: 'step_review', actorId: 'ops' }),
  'steps/finish': ({ executionId }) => ({
    ...{ executionId, stepId: 'step_pause' },
    ...{ action: 'complete', actorId: 'root' },
  }),
  'steps/resolve': ({ executionId }) => ({
    executionId,
    stepId: 'step_review',
    action: 'force-approve',
    actorId: 'ops',
  }),
  'steps/listWaiting': () => ({}),
  'executions/withdraw': ({ executionId }) => ({ executionId, actorId: 'ann' }),
  'executions/reviseSubject': ({ executionId }) => ({
    executionId,
    subject: { digest: `sha256:${'a'.repeat(64)}` },
    ifDigest: null,
    actorId: 'ann',
  }),
  'executions/explain': ({ executionId }) => ({ executionId }),
  'steps/delegate': ({ executionId }) => ({ ...people(executionId), toUserId: 'cay' }),
  'steps/claim': ({ executionId }) => ({ ...people(executionId), stepId: 'step_pool', entry: 0 }),
  'steps/release': ({ executionId }) => ({ ...people(executionId), stepId: 'step_pool', entry: 0 }),
  'steps/addReviewers': ({ executionId }) => ({ ...people(executionId), userIds: ['cay'] }),
  'steps/retractDecision': ({ executionId }) => ({ ...people(executionId), round: 1 }),
  'steps/requestInformation': ({ executionId }) => ({ ...people(executionId), question: 'Why?' }),
  'steps/provideInformation': ({ executionId }) => ({
    ...{ executionId, stepId: 'step_people', actorId: 'ann' },
    questionId: 'question_1',
    answer: 'Because.',
  }),
  'steps/remind': ({ executionId }) => ({ executionId, stepId: 'step_people', actorId: 'ann' }),
  'steps/decideMany': ({ executionId }) => ({
    decisions: [{ ...people(executionId), decision: 'approve' }],
  }),
  'people/setAbsence': () => ({ userId: 'ann', substituteId: 'bob', from: 1_000, until: 2_000 }),
  'people/clearAbsence': () => ({ absenceId: 'abs_1' }),
  'people/listAbsences': () => ({}),
  'events/list': () => ({}),
  'links/create': ({ executionId }) => ({ executionId, stepId: 'step_review', reviewerId: 'ann' }),
  'links/revoke': ({ linkId }) => ({ linkId }),
  'webhooks/listDeliveries': () => ({}),
  'webhooks/redeliver': ({ executionId }) => ({ executionId }),
  'triggers/list': () => ({ definitionId: 'flow' }),
  'triggers/fire': () => ({ definitionId: 'flow', triggerId: 'yearly' }),
  'triggers/emit': () => ({ type: 'order.paid', payload: { total: 7 }, id: 'order-7' }),
};

/** Does what the request of some operations needs to succeed. */
export async function prepare(path: OperationPath, on: WorkspaceOperations, seeded: Seeded): Promise<void> {
  const { executionId } = seeded;
  if (path === 'definitions/delete') await on.executions.cancel({ executionId });
  if (path === 'steps/retractDecision') {
    await on.steps.recordReviewerDecision({ ...people(executionId), decision: 'approve' });
  }
  if (path === 'steps/provideInformation') {
    await on.steps.requestInformation({ ...people(executionId), question: 'Why?', ofUserId: 'ann' });
  }
}

/** All that callers can read of a workspace, as text. */
export async function everythingIn(on: WorkspaceOperations): Promise<string> {
  const executions = (await on.executions.list()).items;
  return JSON.stringify([
    await on.definitions.list(),
    await on.steps.listWaiting(),
    await on.webhooks.listDeliveries(),
    await Promise.all(executions.map(({ executionId }) => on.executions.get({ executionId }))),
    await Promise.all(executions.map(({ executionId }) => on.executions.getEvents({ executionId }))),
  ]);
}
