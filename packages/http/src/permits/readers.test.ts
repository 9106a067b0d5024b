/** Permits are as readable as their runs (hosting H1), and change through the gate alone. */
import { createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
import type { Definition } from '@org/approval-core';
import { afterEach, describe, expect, test } from 'vitest';
import { createHandler } from '../handler.js';
import { type Permission, ROLES, type Role } from '../index.js';
import { createKit, post } from '../test-support/kit.js';

const D2 = `sha256:${'2'.repeat(64)}`;

const guarded: Definition = {
  definitionId: 'guarded',
  name: 'Guarded',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: {
        reviewers: [
          { userId: 'legal', mandatory: true },
          { userId: 'ciso', mandatory: false, veto: true },
        ],
        requireSubjectDigest: true,
        separation: { excludeContributors: true },
        onReject: { routeToNodeId: 'refuse' },
      },
    },
    { nodeId: 'act', type: 'agent', config: { agentId: '__mock__', urlPath: 'permit.permitId' } },
    { nodeId: 'refuse', type: 'agent', config: { agentId: '__mock__', urlPath: 'permit.permitId' } },
  ],
  edges: [{ from: 'review', to: 'act', when: '{"op":"eq","args":[{"var":"output.decision"},"approve"]}' }],
};

let close: (() => Promise<void>) | null = null;
afterEach(async () => {
  await close?.();
  close = null;
});

async function kitOf() {
  const outer = await createKit();
  const gate = createApprovalGate({
    engine: outer.engine,
    store: createMemoryPermitStore(),
    clock: outer.clock,
    policies: {
      rules: [
        { tool: 'mail.send', do: 'ask', definitionId: 'guarded', grantNodeId: 'act' },
        { tool: 'read', do: 'allow' },
      ],
    },
  });
  close = async () => {
    await gate.stop();
    await outer.engine.stop();
  };
  /** Callers by name: what they may do is a role, or a list of permissions. */
  const handler = createHandler({
    ...outer.handlerOptions,
    gate,
    authenticate: ({ headers }) => {
      const [subject = '', may = ''] = String(headers['x-caller']).split(' ');
      const permissions = Object.hasOwn(ROLES, may) ? ROLES[may as Role] : (may.split(',') as Permission[]);
      return Promise.resolve({
        workspaceId: 'main',
        subject: subject === '-' ? null : subject,
        permissions: new Set<Permission>(permissions),
      });
    },
  });
  const { definitions, executions } = outer.engine.forWorkspace('main');
  await definitions.create(guarded);
  const as = (caller: string, path: string, data: object) =>
    post(handler, path, data, { 'x-caller': caller });
  const on = gate.forWorkspace('main');
  const ask = (tool: string, principal = 'bot') =>
    on.request({
      call: { tool, args: { secret: 'hunter2' } },
      ref: { framework: 'test', runId: 'run', callId: `${tool} of ${principal}` },
      requester: { principal },
    });
  return { as, on, executions, asked: await ask('mail.send'), allowed: await ask('read') };
}

describe('who reads a permit', () => {
  test.each<[string, string, boolean]>([
    ['who is asked', 'legal reviewer', true],
    ['who may reject', 'ciso reviewer', true],
    ['a reviewer of other runs', 'eve reviewer', false],
    ['a token without a user', '- permits:read,permits:amend', false],
    ['a holder of executions:read-any', 'eve permits:read,executions:read-any', true],
    ['an administrator', 'root admin', true],
    ['the program that asked', 'bot agent', true],
    ['the program, as a reviewer', 'bot reviewer', true],
    ['another program', 'eve agent', false],
  ])('%s', async (_, caller, isReader) => {
    const { as, asked } = await kitOf();
    const { permitId } = asked;
    const got = await as(caller, 'permits/get', { permitId });
    expect(got.status).toBe(isReader ? 'OK' : 'NOT_FOUND');
    if (!isReader) {
      expect(got.text).not.toContain('hunter2');
      const unknown = await as(caller, 'permits/get', { permitId: 'permit_none' });
      expect(got.message).toBe(unknown.message.replace('permit_none', permitId));
    }
    const list = await as(caller, 'permits/list', {});
    if (caller.endsWith(' agent')) expect(list.status).toBe('PERMISSION_DENIED');
    else {
      const ids = (list.result as { items: { permitId: string }[] }).items.map((it) => it.permitId);
      expect(ids.includes(permitId)).toBe(isReader);
    }
  });

  test('a permit without a run is visible to the program and read-any only', async () => {
    const { as, allowed } = await kitOf();
    const { permitId } = allowed;
    const statusOf = async (caller: string) => (await as(caller, 'permits/get', { permitId })).status;
    expect(await statusOf('legal reviewer')).toBe('NOT_FOUND');
    expect(await statusOf('root admin')).toBe('OK');
    expect(await statusOf('bot agent')).toBe('OK');
  });

  test('a reader stays one when the run has ended', async () => {
    const { as, on, asked } = await kitOf();
    const { permitId } = asked;
    await on.revoke({ permitId, actorId: 'ops' });
    expect((await as('legal reviewer', 'permits/get', { permitId })).result).toMatchObject({
      state: 'revoked',
    });
    expect((await as('eve reviewer', 'permits/get', { permitId })).status).toBe('NOT_FOUND');
  });

  test.each([
    ['eve reviewer', 'NOT_FOUND'],
    ['legal reviewer', 'OK'],
    ['root admin', 'OK'],
    ['ops permits:amend,steps:admin', 'OK'],
  ])('amends by %s: %s', async (caller, status) => {
    const { as, asked } = await kitOf();
    const { permitId, digest: ifDigest } = asked;
    expect((await as(caller, 'permits/amend', { permitId, ifDigest, args: {} })).status).toBe(status);
  });

  test('permits:revoke alone takes back what it may not read', async () => {
    const { as, asked } = await kitOf();
    const { permitId } = asked;
    expect((await as('ops permits:revoke', 'permits/revoke', { permitId })).status).toBe('OK');
  });
});

describe('who changes what people are asked about', () => {
  const revision = (executionId: string, ifDigest: string, more: object = {}) => ({
    ...{ executionId, subject: { digest: D2 }, ifDigest, actorId: 'eve' },
    ...more,
  });

  test.each(['eve author', 'root admin', 'eve service', 'bot author'])(
    'of the run of a permit not %s: amend does',
    async (caller) => {
      const { as, asked, executions } = await kitOf();
      const executionId = asked.executionId ?? '';
      const data = { ...revision(executionId, asked.digest), actorId: caller.split(' ')[0] };
      const answer = await as(caller, 'executions/reviseSubject', data);
      expect([answer.status, answer.details['code']]).toEqual(['PERMISSION_DENIED', 'separation-of-duties']);
      const { subject, contributorIds } = await executions.get({ executionId });
      expect([subject?.digest, contributorIds]).toEqual([asked.digest, ['bot']]);
    },
  );

  test('any caller who may dispatch revises other runs as a contributor', async () => {
    const { as, executions } = await kitOf();
    const { executionId } = await executions.dispatch({
      definitionId: 'guarded',
      subject: { digest: `sha256:${'1'.repeat(64)}` },
      triggerContext: { permit: { permitId: 'x' } },
    });
    const data = revision(executionId, `sha256:${'1'.repeat(64)}`);
    const ofCiso = { ...data, contributorId: 'ciso' };
    expect((await as('eve author', 'executions/reviseSubject', ofCiso)).status).toBe('PERMISSION_DENIED');
    const ofEve = { ...data, contributorId: 'eve' };
    expect((await as('eve author', 'executions/reviseSubject', ofEve)).status).toBe('OK');
  });

  test.each<[string, string, object, string]>([
    [
      'somebody else as a contributor',
      'eve author',
      { contributorIds: ['eve', 'ciso'] },
      'PERMISSION_DENIED',
    ],
    ['themselves', 'eve author', { contributorIds: ['eve'] }, 'OK'],
    ['nobody', 'eve author', {}, 'OK'],
    ['somebody else, with dispatch-any', 'eve service', { contributorIds: ['ciso'] }, 'OK'],
  ])('a dispatch names %s', async (_, caller, more, status) => {
    const { as } = await kitOf();
    const dispatched = await as(caller, 'executions/dispatch', {
      definitionId: 'guarded',
      subject: { digest: D2 },
      triggerContext: { permit: { permitId: 'x' } },
      ...more,
    });
    expect(dispatched.status).toBe(status);
  });
});
