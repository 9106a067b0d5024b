/** `npm start`: it ends at once without a terminal, and with --open when the inspector is idle. */
import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { isSomebodyThere, serveInspector } from './inspect.js';

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

function start(...args: string[]) {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const main = ['--conditions=@org/source', '--import', 'tsx', 'examples/quickstart/main.ts'];
  // Without a PATH no browser can be opened.
  const child = spawn(process.execPath, [...main, '--store', 'memory', ...args], {
    cwd,
    env: { ...process.env, PATH: '/nowhere' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  return { child, exit: once(child, 'exit'), lines: createInterface({ input: child.stdout }) };
}

test('in a pipe it ends by itself, without an address', { timeout: 120_000 }, async () => {
  const { exit, lines } = start();
  const said: string[] = [];
  lines.on('line', (line) => said.push(line));
  expect(await exit).toEqual([0, null]);
  expect(said.join('\n')).toContain('✓ done or approved');
  expect(said.join('\n')).not.toContain('http://127.0.0.1');
});

test('with --open its runs are in the inspector, until it is ended', { timeout: 120_000 }, async () => {
  const { child, exit, lines } = start('--open');
  const said: string[] = [];
  for await (const line of lines) {
    said.push(line);
    if (line.includes('It ends after')) break;
  }
  const text = said.join('\n');
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '';
  expect(text).toContain('No browser could be opened');
  const runs = await (await fetch(`${url}/runs`)).text();
  for (const id of ['document-sign-off', 'parallel-review', 'expense-approval']) expect(runs).toContain(id);
  child.kill('SIGINT');
  expect(await exit).toEqual([0, null]);
});

test('it ends when the inspector is idle for a while', async () => {
  const store = createMemoryStore();
  const engine = createApprovalEngine({ store });
  onTestFinished(() => engine.stop());
  const { url, ended } = await serveInspector({ engine, store }, 50);
  await ended;
  await expect(fetch(url)).rejects.toThrow();
});

test('a pipe and CI count as non-interactive', () => {
  expect(isSomebodyThere({ stdout: { isTTY: true }, env: {} })).toBe(true);
  expect(isSomebodyThere({ stdout: { isTTY: true }, env: { CI: '1' } })).toBe(false);
  expect(isSomebodyThere({ stdout: {}, env: {} })).toBe(false);
});
