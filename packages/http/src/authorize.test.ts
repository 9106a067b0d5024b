import { inspect } from 'node:util';
/** `authorize` and `visible`: called for each request, and for each item of batches. */
import type { Visible } from '@org/approval-core';
import { expect, test } from 'vitest';
import type { AuthorizeRequest } from './index.js';
import { createKit, post } from './test-support/kit.js';

async function kitOf(answer: (request: AuthorizeRequest) => 'allow' | 'deny', visible?: () => Visible) {
  const asked: AuthorizeRequest[] = [];
  const kit = await createKit({
    ...(visible && { visible }),
    authorize: (request) => {
      asked.push(request);
      return answer(request);
    },
  });
  const { definitions, executions, links } = kit.engine.forWorkspace('main');
  await definitions.create({
    definitionId: 'sign-off',
    name: 'Sign-off',
    nodes: [
      {
        nodeId: 'review',
        type: 'human',
        config: {
          reviewers: [{ userId: 'ann', mandatory: true }],
          onReject: { routeToNodeId: 'rework' },
        },
      },
      { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    ],
    edges: [],
  });
  const [{ executionId }, second] = [
    await executions.dispatch({ definitionId: 'sign-off' }),
    await executions.dispatch({ definitionId: 'sign-off' }),
  ];
  const headers = await kit.credentials();
  const ask = (path: string, data: object) => post(kit.handler, path, data, headers);
  return { asked, ask, links, executionId, other: second.executionId };
}

const approval = (executionId: string) => ({
  ...{ executionId, stepId: 'step_review', reviewerId: 'ann', decision: 'approve' },
});

test('decisions of a batch are authorized one by one, and refused one by one', async () => {
  const kit = await kitOf(({ execution }) => (execution?.executionId === 'exec_1' ? 'deny' : 'allow'));
  const unknown = approval('exec_nobody-knows-it');
  const decisions = [approval(kit.executionId), unknown, approval(kit.other)];
  const { code, result } = await kit.ask('steps/decideMany', { decisions });
  expect(code).toBe(200);
  const { items } = result as { items: { ok: boolean; error?: { status: string } }[] };
  expect(items.map((it) => it.error?.status ?? it.ok)).toEqual(['PERMISSION_DENIED', 'NOT_FOUND', true]);
  expect(kit.asked.map((it) => [it.operation, it.execution?.executionId])).toEqual([
    ['steps/decideMany', kit.executionId],
    ['steps/decideMany', kit.other],
  ]);
  const waiting = await kit.ask('steps/listWaiting', { reviewerId: 'ann' });
  expect(waiting.text).toContain(kit.executionId);
  expect(waiting.text).not.toContain(kit.other);
});

test('a malformed request is refused as a whole, without asking the host', async () => {
  const kit = await kitOf(() => 'allow');
  for (const decisions of [[], 'all', Array.from({ length: 101 }, () => approval(kit.executionId))]) {
    expect((await kit.ask('steps/decideMany', { decisions })).status).toBe('INVALID_ARGUMENT');
  }
  expect(kit.asked).toEqual([]);
});

test('a denied read is as of what is not there, and a denied change is refused', async () => {
  const kit = await kitOf(() => 'deny');
  const { executionId } = kit;
  expect((await kit.ask('executions/get', { executionId })).status).toBe('NOT_FOUND');
  expect((await kit.ask('executions/cancel', { executionId })).status).toBe('PERMISSION_DENIED');
  expect((await kit.ask('steps/recordReviewerDecision', approval(executionId))).status).toBe(
    'PERMISSION_DENIED',
  );
});

test('what is read of one run alone is denied as if the run were not there', async () => {
  const kit = await kitOf(() => 'deny');
  const said = async (path: string, executionId: string) => {
    const { code, status, message } = await kit.ask(path, { executionId });
    return { code, status, message: message.replace(executionId, 'it') };
  };
  for (const path of ['executions/getEvents', 'events/list', 'webhooks/listDeliveries']) {
    const denied = await said(path, kit.executionId);
    expect(denied, path).toMatchObject({ status: 'NOT_FOUND' });
    expect(denied, path).toEqual(await said(path, 'exec_nobody-knows-it'));
  }
  for (const path of ['events/list', 'webhooks/listDeliveries', 'executions/list']) {
    expect((await kit.ask(path, {})).status, path).toBe('PERMISSION_DENIED');
  }
});

test('a definition that would get another version is asked about, one that is not there yet is as of none', async () => {
  const kit = await kitOf(({ definition }) => (definition?.definitionId === 'sign-off' ? 'deny' : 'allow'));
  const check = { nodeId: 'check', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } };
  const of = (definitionId: string, more: object = {}) => ({
    ...{ definitionId, name: 'Open to all', nodes: [check], edges: [] },
    ...more,
  });
  expect((await kit.ask('definitions/ensure', of('sign-off'))).status).toBe('PERMISSION_DENIED');
  const { version } = (await kit.ask('definitions/ensure', of('other'))).result as { version: number };
  expect(version).toBe(1);
  const scope = { level: 'organization', organizationId: 'o_1' };
  expect((await kit.ask('definitions/ensure', of('sign-off', { scope }))).status).toBe('OK');
  expect((await kit.ask('definitions/ensure', of('sign-off', { scope }))).status).toBe('PERMISSION_DENIED');
  for (const wrong of [{ definitionId: 7 }, { definitionId: 'X' }, { definitionId: 'other', scope: 'o_1' }])
    expect((await kit.ask('definitions/ensure', { ...of(''), ...wrong })).status).toBe('INVALID_ARGUMENT');
});

test('to change a definition is asked about the one of the level that is named, and of no other', async () => {
  const kit = await kitOf(() => 'deny');
  const definitionId = 'sign-off';
  for (const [path, change] of [
    ['definitions/update', { definitionId, name: 'Theirs' }],
    ['definitions/delete', { definitionId }],
  ] as const) {
    expect((await kit.ask(path, change)).status).toBe('PERMISSION_DENIED');
    kit.asked.length = 0;
    expect((await kit.ask(path, { ...change, organizationId: 'o_1' })).status).toBe('NOT_FOUND');
    expect(kit.asked).toEqual([]);
  }
});

test('a missing link and a link of a hidden run are refused alike, without asking the host', async () => {
  let visible: Visible = {};
  const kit = await kitOf(
    () => 'deny',
    () => visible,
  );
  const of = { executionId: kit.executionId, stepId: 'step_review', reviewerId: 'ann' };
  const { linkId } = await kit.links.create({ ...of, baseUrl: 'https://approvals.example.com' });
  expect(await kit.ask('links/revoke', { linkId })).toMatchObject({ status: 'PERMISSION_DENIED' });
  kit.asked.length = 0;
  visible = { definitionIds: [] };
  for (const id of [linkId, 'link_nobody-made-it']) {
    const { status, message, text } = await kit.ask('links/revoke', { linkId: id });
    expect([status, message]).toEqual(['NOT_FOUND', `link "${id}" does not exist`]);
    expect(text).not.toContain(kit.executionId);
  }
  expect(kit.asked).toEqual([]);
});

test('deliveries of runs that the host does not show are in no list', async () => {
  let definitionIds: string[] | undefined;
  const kit = await createKit({ visible: () => ({ ...(definitionIds !== undefined && { definitionIds }) }) });
  const { definitions, executions } = kit.engine.forWorkspace('main');
  const check = { nodeId: 'check', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } };
  const webhook = { url: 'https://example.com/hook', secret: 's'.repeat(32) };
  const made: Record<string, string> = {};
  for (const definitionId of ['seen', 'hidden']) {
    await definitions.create({ definitionId, name: definitionId, nodes: [check], edges: [] });
    const triggerContext = { url: 'https://example.com' };
    const dispatched = {
      definitionId,
      triggerContext,
      webhookUrl: webhook.url,
      webhookSecret: webhook.secret,
    };
    made[definitionId] = (await executions.dispatch(dispatched)).executionId;
  }
  const headers = await kit.credentials();
  const listed = async (data: object = {}) => {
    const { result } = await post(kit.handler, 'webhooks/listDeliveries', data, headers);
    return new Set((result as { items: { executionId: string }[] }).items.map((it) => it.executionId));
  };
  expect(await listed()).toEqual(new Set(Object.values(made)));
  definitionIds = ['seen'];
  expect(await listed()).toEqual(new Set([made['seen']]));
  expect(await listed({ executionId: made['hidden'] })).toEqual(new Set());
  definitionIds = [];
  expect(await listed()).toEqual(new Set());
});

test('a list that a host did not load is refused, and not one that it left out', async () => {
  const kit = await createKit({ visible: () => ({ organizationIds: undefined }) as unknown as Visible });
  const answer = await post(kit.handler, 'executions/list', {}, await kit.credentials());
  expect(answer).toMatchObject({ status: 'UNAVAILABLE' });
  expect(inspect(kit.logged, { depth: 5 })).toContain('undefined as organizationIds');
});
