/** `approval doctor` on a store with deleted rows. */
import { createApprovalEngine } from '@org/approval-core';
import { openStore } from '@org/approval-store-sql/open';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { run } from './index.js';
import { cli, signOff } from './test-support/cli.js';

async function filled() {
  const command = cli();
  const file = `${command.folder}/approvals.db`;
  const { store, close } = await openStore(`sqlite:${file}`);
  const engine = createApprovalEngine({ store, agents: { printer: async () => ({ passed: true }) } });
  await engine.definitions.create(structuredClone(signOff) as never);
  const run = { definitionId: 'sign-off', triggerContext: { url: 'https://example.com' } };
  const { executionId } = await engine.executions.dispatch(run);
  await engine.stop();
  await close();
  const sql = (text: string) => {
    const database = new Database(file);
    database.exec(text);
    database.close();
  };
  const doctor = (...args: string[]) => command.run('doctor', '--store', `sqlite:${file}`, ...args);
  return { executionId, sql, doctor };
}

test('tells what is lost, makes it again when asked to, and says how many findings are left', async () => {
  const { executionId, sql, doctor } = await filled();
  expect(await doctor()).toEqual({ code: 0, out: '1 runs, 0 findings left\n', err: '' });

  sql('delete from approval_jobs');
  const lost = await doctor();
  expect([lost.code, lost.out]).toEqual([
    1,
    expect.stringMatching(
      new RegExp(
        `^${executionId} step_legal: job-lost: .*\\(--fix recreates it\\)\n1 runs, 1 findings left\n$`,
      ),
    ),
  ]);
  const json = await doctor('--json', '--run', executionId);
  expect(JSON.parse(json.out)).toMatchObject({ code: 'job-lost', stepId: 'step_legal', fixable: true });
  expect([json.code, json.err]).toEqual([1, '1 runs, 1 findings left\n']);

  const fixed = await doctor('--fix');
  expect([fixed.code, fixed.out]).toEqual([0, expect.stringContaining('(fixed)\n1 runs, 0 findings left')]);
  expect((await doctor()).code).toBe(0);

  sql('delete from approval_commits where seq > 1');
  const forged = await doctor('--fix');
  expect([forged.code, forged.out]).toEqual([1, expect.stringContaining('state-is-not-the-fold')]);
  expect(forged.out).toContain('(inspect it)');
});

test('takes a day or a moment, and nothing else', async () => {
  const { doctor } = await filled();
  expect((await doctor('--since', '2020-01-01')).out).toBe('1 runs, 0 findings left\n');
  expect((await doctor('--since', '2999-01-01T00:00:00Z')).out).toBe('0 runs, 0 findings left\n');
  for (const wrong of ['yesterday', '2026-13-01', '1']) {
    const { code, err } = await doctor('--since', wrong);
    expect([code, err]).toEqual([2, expect.stringContaining('2026-11-01')]);
  }
  expect((await doctor('--workspace', 'other')).out).toBe('0 runs, 0 findings left\n');
});

test('a doctor that is stopped early says so and does not exit with 0', async () => {
  const { folder } = cli();
  const url = `sqlite:${folder}/approvals.db`;
  const { store, close } = await openStore(url);
  const engine = createApprovalEngine({ store, jobs: { run: false } });
  await engine.definitions.create(structuredClone(signOff) as never);
  const request = { definitionId: 'sign-off', triggerContext: { url: 'https://example.com' } };
  // One more than the doctor reads at once.
  await Promise.all(Array.from({ length: 1_001 }, () => engine.executions.dispatch(request)));
  await engine.stop();
  await close();
  const printed: string[] = [];
  const code = await run(['doctor', '--store', url], {
    ...{ cwd: folder, env: {}, out: (text: string) => printed.push(text), err: () => undefined },
    ...{ isInteractive: false, color: false, columns: 100, signal: AbortSignal.abort() },
  });
  expect([code, printed.join('')]).toEqual([
    1,
    '1000 runs, 0 findings left; stopped before all runs were checked\n',
  ]);
});
