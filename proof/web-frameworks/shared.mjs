/** Common parts of proofs: an engine, a handler that trusts a cookie, and one complete run. */
import { createApprovalEngine } from '@org/approval-core';
import { ROLES, createHandler } from '@org/approval-http';

export const SIGN_OFF = {
  definitionId: 'sign-off',
  name: 'Sign-off',
  nodes: [
    {
      nodeId: 'legal',
      type: 'human',
      config: { reviewers: [{ userId: 'maria', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
    },
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
};

/** The cookie `user=…` names the caller; use your session instead. */
export async function hostOn(store) {
  const engine = createApprovalEngine({ store });
  await engine.definitions.ensure(SIGN_OFF);
  const handler = createHandler({
    engine,
    basePath: '/approvals',
    authenticate: async ({ headers }) => {
      const subject = /user=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? null;
      const role = subject === 'root' ? 'admin' : 'reviewer';
      return { workspaceId: 'default', subject, permissions: new Set(ROLES[role]) };
    },
  });
  return { engine, handler };
}

/** Runs over HTTP: `send` is `fetch`, or a function that answers a `Request`. */
export async function oneRun(base, send = fetch) {
  const call = async (user, path, data) => {
    const response = await send(
      new Request(`${base}/approvals/v2/workflow/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `user=${user}` },
        body: JSON.stringify({ data }),
      }),
    );
    const { result, error } = await response.json();
    if (!response.ok) throw Object.assign(new Error(error.message), { status: response.status });
    return result;
  };
  const { executionId } = await call('root', 'executions/dispatch', { definitionId: 'sign-off' });
  const decision = { executionId, stepId: 'step_legal', reviewerId: 'maria', decision: 'approve' };
  const status = async (user) =>
    (await call(user, 'executions/get', { executionId }).catch((error) => error)).status;
  const before = [await status('maria'), await status('zoe')];
  await call('maria', 'steps/recordReviewerDecision', decision);
  return [...before, await status('maria')];
}

/** Running for Maria, unknown to Zoe, and completed by Maria's decision. */
export const EXPECTED = ['running', 404, 'completed'];
