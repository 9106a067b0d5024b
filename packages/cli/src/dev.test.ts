/** `approval dev` in an empty folder: its pages, its reloading, and its authentication. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApprovalEngine } from '@org/approval-core';
import { openStore } from '@org/approval-store-sql/open';
import { expect, test, vi } from 'vitest';
import { cli, signOff } from './test-support/cli.js';
import { startDev } from './test-support/dev.js';

const soon = { timeout: 40_000, interval: 50 };

test('in an empty folder it makes an example, serves it, and a run of it goes to its end', async () => {
  const { folder, url, call, page, messages, stop, ended } = await startDev();
  expect(existsSync(join(folder, 'definitions/sign-off.json'))).toBe(true);
  expect(messages[0]).toEqual({
    kind: 'read',
    definitions: [{ definitionId: 'sign-off', version: 1, isNew: true }],
    findings: [],
    fault: null,
  });
  expect(await page('definitions')).toContain('Sign-off');
  expect(await page('files')).toContain('nothing to fix');
  // The form of the page starts a run as it is, and nothing about it is wrong.
  const shown = await page('definition?id=sign-off');
  expect(shown).not.toContain('Warnings');
  const [, example = ''] = /<textarea[^>]*name="triggerContext"[^>]*>([^<]*)</.exec(shown) ?? [];
  const triggerContext = example.replaceAll('&quot;', '"');
  const body = new URLSearchParams({ definitionId: 'sign-off', triggerContext });
  const { url: started } = await fetch(`${url}/dispatch`, {
    ...{ method: 'POST', body, headers: { origin: url } },
  });
  const executionId = new URL(started).searchParams.get('id');

  // Both reviewers are asked; the link in the mail decides.
  await vi.waitFor(
    async () => expect(await page('mails')).toMatch(/maria[^]*brand-1|brand-1[^]*maria/),
    soon,
  );
  const mails = await page('mails');
  const link = /href="(http[^"]+)">Open its link, as maria/.exec(mails)?.[1] ?? '';
  expect(await (await fetch(link)).text()).toContain('liability clause');
  // The approver pages are beside it, as any of those who are asked.
  expect(await page('approvers')).toContain('/approvals-as?user=maria');
  const signedIn = await fetch(`${url}/approvals-as?user=maria`, { redirect: 'manual' });
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
  const inbox = await (await fetch(`${url}/approvals/`, { headers: { cookie } })).text();
  expect(inbox).toContain(`/approvals/runs/${executionId}`);
  const decision = { executionId, decision: 'approve' };
  const waiting = await call('steps/listWaiting', {});
  const items = waiting.result?.['items'] as { nodeId: string; stepId: string }[];
  const stepOf = (nodeId: string) => items.find((it) => it.nodeId === nodeId)?.stepId ?? '';
  for (const [nodeId, reviewerId] of [
    ['legal', 'maria'],
    ['brand', 'brand-2'],
  ] as const) {
    const answer = { ...decision, stepId: stepOf(nodeId), reviewerId };
    expect((await call('steps/recordReviewerDecision', answer, reviewerId)).status).toBe(200);
  }
  await vi.waitFor(async () => {
    const { result } = await call('executions/get', { executionId });
    expect(result).toMatchObject({ status: 'completed', outcome: 'approved' });
  }, soon);
  stop();
  expect(await ended).toBe(0);
});

test('definitions are read again as they change; what is broken is shown, and stays as it was', async () => {
  const { folder, page, messages } = await startDev();
  const file = join(folder, 'definitions/sign-off.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('"Sign-off"', '"Signed"'));
  await vi.waitFor(
    () =>
      expect(messages.at(-1)?.definitions).toEqual([{ definitionId: 'sign-off', version: 2, isNew: true }]),
    soon,
  );
  writeFileSync(file, text.replace('"to": "approved"', '"to": "nowhere"'));
  await vi.waitFor(() => expect(messages.at(-1)?.findings?.[0]?.code).toBe('dangling-edge'), soon);
  const shown = await page('files');
  expect(shown).toContain('dangling-edge');
  expect(shown).toMatch(/&gt; +\d+ \|.*nowhere/);
  expect(await page('definition?id=sign-off')).toContain('version 2 of 2');

  // A second file with the same definition, a module, and a deleted file.
  writeFileSync(file, text);
  writeFileSync(
    join(folder, 'definitions/other.json'),
    JSON.stringify([{ ...signOff, definitionId: 'sign-off' }]),
  );
  writeFileSync(
    join(folder, 'definitions/typed.ts'),
    `export const typed: object = ${JSON.stringify({ ...signOff, definitionId: 'typed' })};`,
  );
  await vi.waitFor(() => {
    expect(messages.at(-1)?.findings?.map((it) => [it.file, it.code])).toEqual([
      ['definitions/sign-off.json', 'defined-twice'],
    ]);
    expect(messages.at(-1)?.definitions?.map((it) => it.definitionId)).toContain('typed');
  }, soon);
  renameSync(join(folder, 'definitions'), join(folder, 'elsewhere'));
  writeFileSync(join(folder, 'elsewhere/typed.ts'), 'export const none = 1;');
  await vi.waitFor(() => expect(messages.at(-1)?.fault).toContain('definitions'), soon);
  rmSync(join(folder, 'elsewhere'), { recursive: true });
});

test('the surface authenticates callers, and a taken port is reported', async () => {
  const { url, call } = await startDev();
  const nobody = await fetch(`${url}/v2/workflow/definitions/list`, { method: 'POST', body: '{"data":{}}' });
  expect(nobody.status).toBe(401);
  expect((await call('definitions/list', {})).status).toBe(200);
  const { run } = cli();
  const second = await run('dev', '--port', new URL(url).port);
  expect([second.code, second.err]).toEqual([2, expect.stringContaining('is taken; pass another --port')]);
  expect((await run('dev', '--port', '70000')).code).toBe(2);
});

test('groups, roles and managers are those of people.json, else made up; calendars count all time', async () => {
  const reviewers = [
    { pool: { group: 'finance' }, mandatory: true },
    { pool: { role: 'boss' }, mandatory: true },
    { chain: { startAt: { var: 'execution.input.requester' }, maxLevels: 2 }, mandatory: true },
  ];
  const asking = {
    ...signOff,
    definitionId: 'asking',
    nodes: [
      {
        ...{ nodeId: 'sign', type: 'human', sla: { workingMs: 3_600_000, calendar: 'office' } },
        config: { reviewers, onReject: { routeToNodeId: 'rework' } },
      },
      signOff.nodes[2],
    ],
    edges: [{ from: 'sign', to: 'rework', when: '{"op":"eq","args":[{"var":"step.status"},"breached"]}' }],
  };
  const { folder, call, messages } = await startDev({ 'definitions/asking.json': asking });
  expect(messages[0]).toMatchObject({ findings: [], definitions: [{ definitionId: 'asking' }] });
  const asked = async () => {
    const triggerContext = { requester: 'ida', url: 'https://example.com/' };
    const { result } = await call('executions/dispatch', { definitionId: 'asking', triggerContext });
    const executionId = String(result?.['executionId']);
    await call('executions/wait', { executionId, until: 'waiting', waitMs: 10_000 });
    const { result: waiting } = await call('steps/listWaiting', {});
    const items = waiting?.['items'] as { executionId: string; waitingForReviewers: string[] }[];
    return items.find((it) => it.executionId === executionId)?.waitingForReviewers.toSorted();
  };
  expect(await asked()).toEqual([
    ...['boss-1', 'boss-2', 'boss-3', 'boss-4', 'boss-5'],
    ...['finance-1', 'finance-2', 'finance-3', 'finance-4', 'finance-5', 'manager-of-ida'],
  ]);
  const people = { groups: { finance: ['ann'] }, roles: { boss: ['bea'] }, managers: { ida: 'cay' } };
  writeFileSync(join(folder, 'people.json'), JSON.stringify(people));
  expect(await asked()).toEqual(['ann', 'bea', 'cay']);

  // The engine has the calendars of its start.
  writeFileSync(
    join(folder, 'definitions/asking.json'),
    JSON.stringify(asking).replace('"office"', '"night"'),
  );
  await vi.waitFor(
    () => expect(messages.at(-1)?.findings?.map((it) => it.code)).toEqual(['calendar-unknown']),
    soon,
  );
});

test('a store with work of another workspace keeps it: no agent of it passes, and dev ends', async () => {
  const { folder, run } = cli();
  const url = `sqlite:${join(folder, 'production.db')}`;
  const { store, close } = await openStore(url);
  const production = createApprovalEngine({
    store,
    jobs: { run: false },
    agents: { printer: () => ({ passed: true }) },
  });
  const { definitions, executions } = production.forWorkspace('production');
  const check = { nodeId: 'check', type: 'agent' as const, config: { agentId: 'printer', urlPath: 'url' } };
  await definitions.create({ definitionId: 'check', name: 'Check', nodes: [check], edges: [] });
  const { executionId } = await executions.dispatch({
    definitionId: 'check',
    triggerContext: { url: 'https://example.com' },
  });
  const { code, err } = await run('dev', '--store', url, '--port', '0');
  expect([code, err]).toEqual([2, expect.stringContaining('has work of workspace "production"')]);
  const { steps } = await executions.get({ executionId });
  expect(steps.map((it) => it.status)).toEqual(['pending']);
  await production.stop();
  await close();
});
