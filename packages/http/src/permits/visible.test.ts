/**
 * Permits of runs that the host hides are hidden too: `permits/*` shows no more than
 * `executions/get`.
 */
import { createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
import type { Definition, Visible } from '@org/approval-core';
import { afterEach, expect, test } from 'vitest';
import type { Role } from '../index.js';
import { createHandler } from '../handler.js';
import { createKit, post } from '../test-support/kit.js';

const guarded = (definitionId: string): Definition => ({
  definitionId,
  name: definitionId,
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: {
        reviewers: [{ userId: 'legal', mandatory: true }],
        requireSubjectDigest: true,
        onReject: { routeToNodeId: 'refuse' },
      },
    },
    { nodeId: 'act', type: 'agent', config: { agentId: '__mock__', urlPath: 'permit.permitId' } },
    { nodeId: 'refuse', type: 'agent', config: { agentId: '__mock__', urlPath: 'permit.permitId' } },
  ],
  edges: [{ from: 'review', to: 'act', when: '{"op":"eq","args":[{"var":"output.decision"},"approve"]}' }],
});

let close: (() => Promise<void>) | null = null;
afterEach(async () => {
  await close?.();
  close = null;
});

/**
 * One permit about each of two definitions, and one without reviewers; or grants in place of the
 * steps.
 */
async function kitOf(visible: () => Visible) {
  const outer = await createKit();
  const asks = (name: string) => ({
    ...{ tool: `${name}.send`, do: 'ask' as const, definitionId: name, grantNodeId: 'act' },
    grantable: { maxUses: 3, maxMs: 60_000 },
  });
  const gate = createApprovalGate({
    engine: outer.engine,
    store: createMemoryPermitStore(),
    clock: outer.clock,
    policies: { rules: [asks('mail'), asks('chat'), { tool: 'read', do: 'allow' }] },
  });
  const handler = createHandler({
    ...outer.handlerOptions,
    gate,
    visible: ({ principal }) => (principal.subject === 'narrow' ? visible() : {}),
  });
  close = async () => {
    await gate.stop();
    await outer.engine.stop();
  };
  const on = gate.forWorkspace('main');
  const { definitions } = outer.engine.forWorkspace('main');
  for (const name of ['mail', 'chat']) await definitions.create(guarded(name));
  const as = async (subject: string, role: Role, path: string, data: object) =>
    post(handler, path, data, await outer.credentials({ role, subject }));
  const permits: Record<string, { permitId: string; digest: string }> = {};
  const grants: Record<string, string> = {};
  for (const tool of ['mail.send', 'chat.send', 'read']) {
    const call = { tool, args: { secret: `of ${tool}` } };
    const ref = { framework: 'test', runId: 'run', callId: tool };
    permits[tool] = await on.request({ call, ref, requester: { principal: 'bot' } });
    if (tool === 'read') continue;
    const granted = { requester: { principal: 'bot' }, tool, target: null, match: {}, maxUses: 1 };
    const expiresAt = outer.clock.now() + 1_000;
    grants[tool] = (await on.grants.create({ ...granted, expiresAt, createdBy: 'boss' })).grantId;
  }
  return { as, on, permits, grants, clock: outer.clock };
}

const ALL: readonly [string, Visible, string[]][] = [
  ['one of the definitions', { definitionIds: ['mail'] }, ['mail.send']],
  ['no definition', { definitionIds: [] }, []],
  ['an organization, of which no run is', { organizationIds: ['o_1'] }, []],
  ['anything', {}, ['mail.send', 'chat.send', 'read']],
];

test.each(ALL)('%s: nothing else is listed, got, amended or taken back', async (_, visible, tools) => {
  const { as, on, permits, grants } = await kitOf(() => visible);
  const list = await as('narrow', 'admin', 'permits/list', {});
  const listed = (list.result as { items: { call: { tool: string } }[] }).items.map((it) => it.call.tool);
  expect(listed.toSorted()).toEqual(tools.toSorted());
  const granted = await as('narrow', 'admin', 'grants/list', {});
  const ids = (granted.result as { items: { grantId: string }[] }).items.map((it) => it.grantId);
  expect(ids.toSorted()).toEqual(tools.flatMap((it) => grants[it] ?? []).toSorted());

  for (const [tool, { permitId, digest }] of Object.entries(permits)) {
    const isSeen = tools.includes(tool);
    const amended = { permitId, ifDigest: digest, args: {} };
    for (const [path, data] of [
      ['permits/get', { permitId }],
      ['permits/amend', amended],
      ['permits/revoke', { permitId }],
    ] as const) {
      const { status, message, text } = await as('narrow', 'admin', path, data);
      if (isSeen) expect([path, status]).not.toEqual([path, 'NOT_FOUND']);
      else {
        const unknown = await as('narrow', 'admin', path, { ...data, permitId: 'permit_none' });
        expect([status, message]).toEqual(['NOT_FOUND', unknown.message.replace('permit_none', permitId)]);
        expect(text).not.toContain('secret');
        expect((await on.get({ permitId })).state).not.toBe('revoked');
      }
    }
  }
  for (const [tool, grantId] of Object.entries(grants)) {
    const { status } = await as('narrow', 'admin', 'grants/revoke', { grantId });
    expect([tool, status]).toEqual([tool, tools.includes(tool) ? 'OK' : 'NOT_FOUND']);
  }
});

test('a program still sees what it asked for, and the creator of a grant still sees the grant', async () => {
  const { as, clock } = await kitOf(() => ({ definitionIds: [] }));
  const call = { tool: 'mail.send', args: { to: 'a' } };
  const ref = { framework: 'test', runId: 'own', callId: '1' };
  const asked = await as('narrow', 'agent', 'permits/request', { call, ref });
  const { permitId } = asked.result as { permitId: string };
  expect((await as('narrow', 'agent', 'permits/get', { permitId })).status).toBe('OK');
  expect((await as('narrow', 'agent', 'permits/revoke', { permitId })).status).toBe('OK');
  const granted = { requester: { principal: 'bot' }, tool: 'mail.send', target: null, match: {}, maxUses: 1 };
  const expiresAt = clock.now() + 1_000;
  const made = await as('narrow', 'admin', 'grants/create', {
    ...granted,
    expiresAt,
  });
  const { grantId } = made.result as { grantId: string };
  expect((await as('narrow', 'admin', 'grants/revoke', { grantId })).status).toBe('OK');
});

test('a host that cannot say what is seen shows nothing', async () => {
  const { as, permits } = await kitOf(() => ({ definitionIds: undefined }) as never);
  expect((await as('narrow', 'admin', 'permits/list', {})).status).toBe('UNAVAILABLE');
  const permitId = permits['read']?.permitId;
  expect((await as('narrow', 'admin', 'permits/get', { permitId })).status).toBe('UNAVAILABLE');
});
