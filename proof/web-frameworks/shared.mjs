/** What every proof here has: an engine on a store, its handler for whoever the cookie names, and one run from dispatch to end. */
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

/** A cookie `user=…` is who calls; your session takes its place. */
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

/** Over HTTP, as a browser would: `send` is `fetch`, or what answers a `Request`. */
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

/** It runs for Maria, is unknown to Zoe, and is completed by Maria's answer. */
export const EXPECTED = ['running', 404, 'completed'];
