/** Hosts of `approval init` start on a real PostgreSQL and MySQL, and keep their state. */
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from './test-support/databases.js';
import { approved, made, started } from './test-support/host.js';

test.each(['postgres', 'mysql'] as const)('a host on %s', { timeout: 120_000 }, async (kind) => {
  const fresh = await freshDatabase(kind);
  if (fresh === null) return;
  onTestFinished(fresh.drop);
  const env = { APPROVAL_STORE: fresh.url ?? '' };
  const { folder } = await made('node', kind);
  const first = await started(folder, env);
  await approved(first.url);
  first.child.kill('SIGTERM');
  expect(await first.exit).toEqual([0, null]);

  // A second process finds the run and the registered definition.
  const second = await started(folder, env);
  const runs = await (await fetch(`${second.url}/inspect/runs?status=completed`)).text();
  expect(runs).toContain('sign-off');
  expect(await (await fetch(`${second.url}/inspect/definition?id=sign-off`)).text()).toContain(
    'version 1 of 1',
  );
  second.child.kill('SIGTERM');
  expect(await second.exit).toEqual([0, null]);
});
