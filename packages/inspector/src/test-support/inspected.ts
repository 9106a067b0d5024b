/** An engine with runs in it, and an inspector on it. */
import { type AgentFunction, type Definition, op, variable, when } from '@org/approval-core';
import { createTestEngine, createTestReceiver } from '@org/approval-testkit';
import { onTestFinished } from 'vitest';
import { PERMISSIONS, type Permission } from '../html/site.js';
import { type InspectorOptions, createInspector } from '../index.js';
import { toFetch } from '../fetch.js';

export const review: Definition = {
  definitionId: 'release-note',
  name: 'Release note',
  nodes: [
    { nodeId: 'draft', type: 'agent', config: { agentId: 'writer', urlPath: 'url' } },
    ...['legal', 'brand', 'finance'].map((nodeId) => ({
      nodeId,
      type: 'human' as const,
      config: {
        reviewers: [{ userId: nodeId, mandatory: true }],
        commentBody: `Please read it for ${nodeId}.`,
      },
    })),
    {
      nodeId: 'chief',
      type: 'human',
      slaMs: 86_400_000,
      config: { reviewers: [{ userId: 'chief', mandatory: true }], onReject: { routeToNodeId: 'archive' } },
    },
    { nodeId: 'publish', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    { nodeId: 'archive', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [
    ...['legal', 'brand', 'finance'].flatMap((it) => [
      { from: 'draft', to: it },
      { from: it, to: 'chief' },
    ]),
    { from: 'chief', to: 'publish' },
    { from: 'chief', to: 'archive', when: when(op('eq', variable('step.status'), 'breached')) },
  ],
  groups: [
    {
      groupId: 'reviewers',
      memberNodeIds: ['legal', 'brand', 'finance'],
      expectedSteps: 3,
      quorum: 3,
      onQuorumMet: 'joinOnQuorum',
    },
  ],
  loops: [
    {
      loopId: 'revision',
      entryNodeId: 'draft',
      bodyNodeIds: ['draft', 'legal', 'brand', 'finance'],
      maxIterations: 3,
    },
  ],
};

export interface Setting {
  readonly permissions?: readonly Permission[];
  readonly subject?: string;
  readonly pages?: InspectorOptions['pages'];
  readonly live?: boolean;
  readonly hosts?: readonly string[];
  /** The agent of the definition; by default it returns a draft at once. */
  readonly writer?: AgentFunction;
}

const draft: AgentFunction = async () => ({ passed: true, summary: 'A draft.' });

/** Has one run that was rejected once and waits for finance, and two versions of its definition. */
export async function inspected({
  permissions = PERMISSIONS,
  subject = 'finance',
  pages,
  live,
  hosts = ['host.example'],
  writer = draft,
}: Setting = {}) {
  const receiver = createTestReceiver();
  const { engine, store, drain, advance, clock } = createTestEngine({
    webhooks: { transport: receiver },
    agents: { writer },
  });
  onTestFinished(() => engine.stop());
  await engine.definitions.create(review);
  const triggerContext = { url: 'https://example.com/notes/7', note: '<script>alert(1)</script>' };
  const { executionId } = await engine.executions.dispatch({ definitionId: 'release-note', triggerContext });
  await drain();
  const answer = async (nodeId: string, decision: 'approve' | 'reject', reason = '') => {
    const { items } = await engine.steps.listWaiting();
    const stepId = items.find((it) => it.nodeId === nodeId)?.stepId ?? '';
    await engine.steps.recordReviewerDecision({ executionId, stepId, reviewerId: nodeId, decision, reason });
    await drain();
  };
  await answer('brand', 'reject', '<b>too long</b>');
  await answer('legal', 'approve');
  await answer('brand', 'approve');
  await engine.definitions.update({ definitionId: 'release-note', ifVersion: 1, name: 'Release note, anew' });
  const faults: unknown[] = [];
  const inspector = createInspector({
    engine,
    store,
    basePath: '/inspect',
    hosts,
    pages,
    live,
    now: () => clock.now(),
    authorize: ({ headers }) =>
      headers['x-stranger'] ? null : { workspaceId: 'default', subject, permissions },
    onError: (error) => faults.push(error),
  });
  const send = toFetch(inspector);
  const get = (path: string, headers: Record<string, string> = {}) =>
    send(new Request(`http://host.example/inspect/${path}`, { headers }));
  const post = (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ) =>
    send(
      new Request(`http://host.example/inspect/${path}`, {
        method: 'POST',
        headers: { host: 'host.example', 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    );
  return { engine, store, drain, advance, receiver, executionId, inspector, get, post, faults, answer };
}
