/**
 * A program in another language: the four requests with plain fetch, and the page's Python, run as
 * it stands there.
 */
import {
  type Permit,
  type Redeemed,
  createApprovalGate,
  createMemoryPermitStore,
} from '@org/approval-agents';
import {
  type Definition,
  createApprovalEngine,
  createMemoryStore,
  op,
  variable,
  when,
} from '@org/approval-core';
import { createHandler } from '@org/approval-http';
import {
  type TokenOptions,
  apiKeyList,
  createAuthenticator,
  generateApiKey,
  issueAuthToken,
} from '@org/approval-http/auth';
import { toNodeListener } from '@org/approval-http/node';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const review: Definition = {
  definitionId: 'mail',
  name: 'May the assistant send this?',
  nodes: [
    {
      nodeId: 'ann',
      type: 'human',
      config: {
        reviewers: [{ userId: 'ann', mandatory: true }],
        commentBody: 'May the assistant send this?',
        requireSubjectDigest: true,
        onSubjectChange: 'reset',
        onReject: { routeToNodeId: 'refused' },
      },
    },
    { nodeId: 'approved', type: 'agent', config: { agentId: '__mock__', urlPath: 'permit.permitId' } },
    { nodeId: 'refused', type: 'agent', config: { agentId: '__mock__', urlPath: 'permit.permitId' } },
  ],
  edges: [{ from: 'ann', to: 'approved', when: when(op('eq', variable('output.decision'), 'approve')) }],
};

const tokens: TokenOptions = {
  issuer: 'https://acme.example',
  audience: 'approvals',
  keys: [{ kid: '1', algorithm: 'HS256', secret: crypto.getRandomValues(new Uint8Array(32)) }],
};
const engine = createApprovalEngine({ store: createMemoryStore() });
const gate = createApprovalGate({
  engine,
  store: createMemoryPermitStore(),
  policies: { rules: [{ tool: 'send_mail', do: 'ask', definitionId: 'mail', grantNodeId: 'approved' }] },
});
const { apiKey, record } = await generateApiKey();
const findApiKey = apiKeyList([{ ...record, workspaceId: 'acme' }]);
const handler = createHandler({ engine, gate, authenticate: createAuthenticator({ ...tokens, findApiKey }) });
const server = createServer(toNodeListener(handler));
/** Another program has to start first, on a machine that may be busy. */
const PATIENCE = { timeout: 30_000, interval: 100 };
let url: string;
let assistant: string;
let ann: string;

beforeAll(async () => {
  await engine.forWorkspace('acme').definitions.create(review);
  assistant = await issueAuthToken(tokens, { workspaceId: 'acme', role: 'agent', subject: 'assistant' });
  ann = await issueAuthToken(tokens, { workspaceId: 'acme', role: 'reviewer', subject: 'ann' });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((closed) => server.close(closed));
  await gate.stop();
  await engine.stop();
});

async function call<T>(token: string, path: string, data: object): Promise<T> {
  const response = await fetch(`${url}/v2/workflow/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-api-key': apiKey, 'x-svc-auth-token': token },
    body: JSON.stringify({ data }),
  });
  const body = (await response.json()) as { result?: T };
  if (body.result === undefined) throw new Error(JSON.stringify(body));
  return body.result;
}

/** Ann answers the only permit that is pending, once there is one. */
async function answer(decision: 'approve' | 'reject', to?: string) {
  let permit = await vi.waitFor(async () => {
    const { items } = await call<{ items: Permit[] }>(ann, 'permits/list', { state: 'pending' });
    if (!items[0]?.executionId) throw new Error('nobody asks');
    return items[0];
  }, PATIENCE);
  const { permitId, digest } = permit;
  if (to !== undefined)
    permit = await call<Permit>(ann, 'permits/amend', { permitId, ifDigest: digest, args: { to } });
  await call(ann, 'steps/recordReviewerDecision', {
    executionId: permit.executionId,
    stepId: 'step_ann',
    reviewerId: 'ann',
    decision,
    subjectDigest: permit.digest,
    ...(permit.revision > 1 && { round: permit.revision }),
  });
  return permitId;
}

test('four requests: ask, wait, redeem, report', async () => {
  const asked = {
    call: { tool: 'send_mail', args: { to: 'ann@example.com' } },
    ref: { framework: 'fetch', runId: 'chat-1', callId: 'call-1' },
  };
  const { permitId, state } = await call<Permit>(assistant, 'permits/request', asked);
  expect(state).toBe('pending');
  const redemption = { permitId, call: asked.call };
  expect(await call(assistant, 'permits/redeem', redemption)).toMatchObject({ ok: false, why: 'pending' });

  const waiting = call<Permit>(assistant, 'permits/get', { permitId, waitMs: 20_000 });
  expect(await answer('approve')).toBe(permitId);
  expect(await waiting).toMatchObject({ state: 'granted' });

  const redeemed = await call<Redeemed>(assistant, 'permits/redeem', redemption);
  expect(redeemed).toMatchObject({ ok: true, call: asked.call, idempotencyKey: `permit:${permitId}` });
  expect(await call(assistant, 'permits/redeem', redemption)).toMatchObject({ ok: false, why: 'spent' });
  expect(await call(assistant, 'permits/outcome', { permitId, ok: true })).toEqual({ recorded: true });
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython)
  console.warn('SKIPPED: the Python of docs/guide/agent-frameworks.md: there is no python3 here');

test.skipIf(!hasPython).each([
  ['approve', undefined, 'sent to ann@example.com'],
  [
    'approve',
    'boss@example.com',
    'sent to boss@example.com A person changed the arguments; executed: {"to": "boss@example.com"}',
  ],
  ['reject', undefined, 'Not executed: denied rejected'],
] as const)('the Python of the page: %s, %s', { timeout: 120_000 }, async (decision, to, told) => {
  const page = readFileSync(new URL('agent-frameworks.md', import.meta.url), 'utf8');
  const [, block = ''] = /^```python\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const runId = `${decision}-${to ?? 'as asked'}`;
  const main = `print(guarded("send_mail", {"to": "ann@example.com"}, ${JSON.stringify(runId)}, "call-1",
    lambda args, key: f"sent to {args['to']}"))`;
  const child = spawn('python3', ['-c', `${block}\n${main}`], {
    env: { ...process.env, APPROVAL_URL: url, APPROVAL_KEY: apiKey, APPROVAL_TOKEN: assistant },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  const ended = once(child, 'close');
  const permitId = await answer(decision, to);
  await ended;
  expect(Buffer.concat(printed).toString().trim()).toBe(told);
  const { outcome } = await gate.forWorkspace('acme').get({ permitId });
  expect(outcome).toEqual(decision === 'reject' ? null : (expect.objectContaining({ ok: true }) as unknown));
});
