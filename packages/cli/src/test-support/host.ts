/** A host written by `approval init`, run as a process, and an approval that completes in it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect } from 'vitest';
import { cli } from './cli.js';

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** Writes a host and links the packages of this repository into it. */
export async function made(framework: string, database: string) {
  const { folder, run } = cli();
  const { code, out } = await run('init', 'host', '--framework', framework, '--database', database);
  expect([code, out]).toEqual([0, expect.stringContaining('cd host && npm install && npm start')]);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'host/node_modules'));
  return { folder: join(folder, 'host'), run };
}

const FROM_SOURCES = ['--conditions=@org/source', '--import', 'tsx'];

export async function started(folder: string, env: Record<string, string> = {}, flags = FROM_SOURCES) {
  const child = spawn(process.execPath, [...flags, 'src/main.ts'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const exit = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  let printed = '';
  lines.on('line', (line) => (printed += `${line}\n`));
  const over = exit.then(([code]) => Promise.reject(new Error(`the host ended with ${String(code)}`)));
  const [line] = (await Promise.race([once(lines, 'line'), over])) as [string];
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
  return { child, exit, url, printed: () => printed };
}

export async function approved(url: string): Promise<void> {
  const call = async (path: string, user: string, data: object) => {
    const response = await fetch(`${url}/approvals/v2/workflow/${path}`, {
      method: 'POST',
      headers: { 'x-user': user, 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    });
    expect([path, response.status]).toEqual([path, 200]);
    return ((await response.json()) as { result: Record<string, unknown> }).result;
  };
  const triggerContext = { documentUrl: 'https://example.com/7' };
  const run = await call('executions/dispatch', 'ida', { definitionId: 'sign-off', triggerContext });
  const executionId = String(run['executionId']);
  const waited = await call('executions/wait', 'ida', { executionId, until: 'waiting', waitMs: 10_000 });
  expect(waited['reached']).toBe(true);
  for (const [nodeId, reviewerId] of [
    ['legal', 'maria'],
    ['brand', 'ben'],
  ] as const) {
    const { steps } = (await call('executions/get', 'ida', { executionId })) as {
      steps: { nodeId: string; stepId: string }[];
    };
    const stepId = steps.find((it) => it.nodeId === nodeId)?.stepId;
    await call('steps/recordReviewerDecision', reviewerId, {
      executionId,
      stepId,
      reviewerId,
      decision: 'approve',
    });
  }
  const over = await call('executions/wait', 'ida', { executionId, until: 'ended', waitMs: 10_000 });
  expect(over).toMatchObject({ reached: true, execution: { status: 'completed', outcome: 'approved' } });
  expect(await (await fetch(`${url}/inspect/run?id=${executionId}`)).text()).toContain('approved');
  expect((await fetch(`${url}/`)).url).toBe(`${url}/inspect/runs`);
}
