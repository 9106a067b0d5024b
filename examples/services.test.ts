/** Each service starts as its own process, runs a workflow over HTTP, and stops on a signal. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'approval-examples-'));
const running: ChildProcess[] = [];
afterAll(() => {
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** Starts `main.ts` of an example, and reads what it prints about itself. */
async function start(example: string) {
  const child = spawn(
    process.execPath,
    ['--conditions=@org/source', '--import', 'tsx', `examples/${example}/main.ts`],
    {
      cwd: root,
      env: { ...process.env, PORT: '0', STORE: `sqlite:${join(folder, `${example}.db`)}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  running.push(child);
  const exit = once(child, 'exit');
  const printed: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(line.split(/(?<=listening on|: )\s*/).at(-1) ?? '');
    if (line.includes('maria')) break;
  }
  const [base = '', apiKey = '', admin = '', maria = ''] = printed;
  const call = async (path: string, token: string, data: object) => {
    const response = await fetch(`${base}/v2/workflow/${path}`, {
      method: 'POST',
      headers: { 'x-svc-api-key': apiKey, 'x-svc-auth-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    });
    return { status: response.status, ...((await response.json()) as { result?: object }) };
  };
  return { child, exit, base, admin, maria, call };
}

test.each(['express', 'fastify', 'hono'])('%s', async (example) => {
  const { child, exit, base, admin, maria, call } = await start(example);
  expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/approvals$/);
  const reviewers = [{ userId: 'maria', mandatory: true }];
  const created = await call('definitions/create', admin, {
    definitionId: 'sign-off',
    name: 'Sign-off',
    nodes: [
      { nodeId: 'legal', type: 'human', config: { reviewers, onReject: { routeToNodeId: 'rework' } } },
      { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    ],
    edges: [],
  });
  expect(created.status).toBe(200);
  const dispatched = await call('executions/dispatch', admin, { definitionId: 'sign-off' });
  const { executionId } = dispatched.result as { executionId: string };
  const decision = { executionId, stepId: 'step_legal', reviewerId: 'maria', decision: 'approve' };
  const decided = await call('steps/recordReviewerDecision', maria, decision);
  expect(decided).toEqual({
    status: 200,
    result: { recorded: true, aggregatorStatus: 'resolved', resumeScheduled: true },
  });
  expect(await call('executions/get', maria, { executionId })).toMatchObject({
    result: { status: 'completed' },
  });
  expect((await call('executions/get', 'no token', { executionId })).status).toBe(401);
  // Routes of the service's own stand beside it.
  expect(await (await fetch(new URL('/health', base))).json()).toEqual({ ok: true });
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
