/** The triggers of a definition in a real store. */
import { createApprovalEngine } from '@org/approval-core';
import { openStore } from '@org/approval-store-sql/open';
import { expect, test } from 'vitest';
import { cli, signOff } from './test-support/cli.js';

test('a schedule is listed, and fired once per key by a contributor', async () => {
  const command = cli();
  const url = `sqlite:${command.folder}/approvals.db`;
  const { store, close } = await openStore(url);
  const engine = createApprovalEngine({ store, jobs: { run: false } });
  const triggers = [{ triggerId: 'yearly', schedule: { cron: '@yearly', payload: 'https://example.com' } }];
  await engine.definitions.create({ ...structuredClone(signOff), triggers } as never);
  const run = (...args: string[]) => command.run(...args, '--store', url);

  expect((await run('triggers', 'sign-off')).out).toMatch(/yearly +schedule +\d{4}-01-01/);
  const fire = ['fire', 'sign-off', 'yearly', '--key', 'audit-2027'];
  expect((await run(...fire)).err).toContain('--actor');
  expect((await run(...fire, '--actor', 'maria')).out).toMatch(/^exec_\S+ started\n$/);
  expect((await run(...fire, '--actor', 'maria')).out).toMatch(/^exec_\S+ was started before\n$/);
  const { items } = await engine.executions.list();
  expect(items).toMatchObject([{ contributorIds: ['maria'], startedBy: { kind: 'schedule' } }]);
  expect((await run('triggers', 'sign-off')).out).toContain(items[0]?.executionId);
  expect((await run('triggers', 'unknown-one')).err).toContain('NOT_FOUND');
  await engine.stop();
  await close();
});

test('a signal completes the step that waits for it, once per key', async () => {
  const command = cli();
  const url = `sqlite:${command.folder}/approvals.db`;
  const { store, close } = await openStore(url);
  const engine = createApprovalEngine({ store, jobs: { run: false } });
  const nodes = [{ nodeId: 'payment', type: 'wait' as const, config: { signal: 'paid' } }];
  await engine.definitions.create({ definitionId: 'order', name: 'Order', nodes, edges: [] });
  const { executionId } = await engine.executions.dispatch({ definitionId: 'order' });
  const run = (...args: string[]) => command.run('signal', executionId, ...args, '--store', url);

  expect((await run('refunded')).out).toBe('kept for the next step that waits for it\n');
  const paid = ['paid', '--payload', '{"amount": 250}', '--key', 'payment-8812'];
  expect((await run(...paid)).out).toBe('step_payment\n');
  expect((await run(...paid)).out).toBe('was received before\n');
  const { status, steps } = await engine.executions.get({ executionId });
  expect([status, steps[0]?.output]).toMatchObject(['completed', { payload: { amount: 250 } }]);
  expect((await run('paid')).err).toContain('FAILED_PRECONDITION');
  await engine.stop();
  await close();
});
