/** Permissions on permits, and who decides what a program asks for: every operation and role. */
import { PERMIT_PATHS, createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
import { type ApprovalStore, type Definition, createMemoryStore } from '@org/approval-core';
import { overriding } from '@org/approval-testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { type HandlerOptions, ROLES, type Role } from '../index.js';
import { PERMIT_ALLOWED } from '../test-support/access.js';
import { createKit, post } from '../test-support/kit.js';

const guarded: Definition = {
  definitionId: 'guarded',
  name: 'Guarded',
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
};
const call = { tool: 'mail.send', args: { to: 'a' } };
const ref = (callId: string) => ({ framework: 'test', runId: 'run', callId });

let close: (() => Promise<void>) | null = null;
afterEach(async () => {
  await close?.();
  close = null;
});

async function kitOf(options: Partial<HandlerOptions> = {}, store?: ApprovalStore) {
  const outer = await createKit({}, store && { store });
  const grantable = { maxUses: 3, maxMs: 60_000 };
  const gate = createApprovalGate({
    engine: outer.engine,
    store: createMemoryPermitStore(),
    clock: outer.clock,
    policies: {
      rules: [{ tool: 'mail.*', do: 'ask', definitionId: 'guarded', grantNodeId: 'act', grantable }],
    },
  });
  const { createHandler } = await import('../handler.js');
  const handler = createHandler({ ...outer.handlerOptions, gate, ...options });
  close = async () => {
    await gate.stop();
    await outer.engine.stop();
  };
  const on = outer.engine.forWorkspace('main');
  await on.definitions.create(guarded);
  const as = async (role: Role, subject: string | null, path: string, data: unknown) =>
    post(handler, path, data, await outer.credentials({ role, subject }));
  return { ...outer, gate: gate.forWorkspace('main'), handler, on, as };
}

test.each(PERMIT_PATHS)('%s: the roles that may', async (path) => {
  const { as } = await kitOf();
  for (const role of Object.keys(ROLES) as Role[]) {
    const { status } = await as(role, 'somebody', path, {});
    if (PERMIT_ALLOWED[path].includes(role)) expect([role, status]).not.toEqual([role, 'PERMISSION_DENIED']);
    else expect([role, status]).toEqual([role, 'PERMISSION_DENIED']);
  }
});

test.each(PERMIT_PATHS)('%s: without a gate the path does not exist', async (path) => {
  const kit = await createKit();
  expect((await post(kit.handler, path, {}, await kit.credentials())).status).toBe('NOT_FOUND');
  await kit.engine.stop();
});

describe('whose permit it is', () => {
  test('another program finds nothing, by no operation', async () => {
    const { as } = await kitOf();
    const { result } = await as('agent', 'bot', 'permits/request', { call, ref: ref('1') });
    const { permitId } = result as { permitId: string };
    expect((await as('agent', 'eve', 'permits/get', { permitId })).status).toBe('NOT_FOUND');
    expect((await as('agent', 'eve', 'permits/revoke', { permitId })).status).toBe('NOT_FOUND');
    expect((await as('agent', 'eve', 'permits/outcome', { permitId, ok: true })).status).toBe('NOT_FOUND');
    const redeemed = await as('agent', 'eve', 'permits/redeem', { permitId, call });
    expect(redeemed.result).toEqual({ ok: false, why: 'unknown', code: null, difference: [] });
    expect((await as('agent', 'bot', 'permits/get', { permitId })).status).toBe('OK');
  });

  test('a token without a sub cannot ask, and onBehalfOf needs its permission', async () => {
    const { as } = await kitOf();
    const asked = { call, ref: ref('1') };
    expect((await as('admin', null, 'permits/request', asked)).status).toBe('PERMISSION_DENIED');
    const behalf = { ...asked, onBehalfOf: 'ann' };
    expect((await as('agent', 'bot', 'permits/request', behalf)).status).toBe('PERMISSION_DENIED');
    expect((await as('agent', 'bot', 'permits/requestBatch', { items: [behalf] })).status).toBe(
      'PERMISSION_DENIED',
    );
    expect((await as('admin', 'root', 'permits/request', behalf)).status).toBe('OK');
  });
});

/**
 * Every operation that names something, on another workspace, by a caller with every permission
 * there.
 */
const NAMED: Readonly<Record<string, (permitId: string, grantId: string) => object>> = {
  'permits/get': (permitId) => ({ permitId }),
  'permits/outcome': (permitId) => ({ permitId, ok: true }),
  'permits/amend': (permitId) => ({ permitId, ifDigest: `sha256:${'a'.repeat(64)}`, args: {} }),
  'permits/revoke': (permitId) => ({ permitId }),
  'grants/revoke': (_, grantId) => ({ grantId }),
};

describe('from another workspace', () => {
  async function seeded() {
    const kit = await kitOf();
    const permit = await kit.as('agent', 'bot', 'permits/request', { call, ref: ref('1') });
    const { permitId } = permit.result as { permitId: string };
    const grant = await kit.as('admin', 'root', 'grants/create', {
      ...{ requester: { principal: 'bot' }, tool: 'mail.send', target: null, match: {}, maxUses: 1 },
      expiresAt: kit.clock.now() + 1_000,
    });
    const { grantId } = grant.result as { grantId: string };
    const other = await kit.credentials({ workspaceId: 'other', role: 'admin', subject: 'bot' });
    const from = (path: string, data: object) => post(kit.handler, path, data, other);
    return { ...kit, permitId, grantId, from };
  }

  test.each(Object.keys(NAMED))('%s finds nothing', async (path) => {
    const { from, permitId, grantId, gate } = await seeded();
    const answer = await from(path, NAMED[path]!(permitId, grantId));
    expect(answer.status).toBe('NOT_FOUND');
    expect(answer.text).not.toContain('mail.send');
    expect(await gate.get({ permitId })).toMatchObject({ state: 'pending', refusals: 0 });
  });

  test('redeem is unknown, and lists are empty', async () => {
    const { from, permitId } = await seeded();
    expect((await from('permits/redeem', { permitId, call })).result).toMatchObject({
      ok: false,
      why: 'unknown',
    });
    const nothing = { items: [], nextCursor: null, hasMore: false };
    expect((await from('permits/list', {})).result).toEqual(nothing);
    expect((await from('grants/list', {})).result).toEqual(nothing);
  });
});

describe('separation of duties', () => {
  async function asked(options: Partial<HandlerOptions> = {}, store?: ApprovalStore) {
    const kit = await kitOf(options, store);
    const { result } = await kit.as('agent', 'bot', 'permits/request', { call, ref: ref('1') });
    const { executionId, digest: subjectDigest } = result as { executionId: string; digest: string };
    const step = { executionId, stepId: 'step_review' };
    return { ...kit, step, vote: { ...step, reviewerId: 'legal', decision: 'approve', subjectDigest } };
  }

  test.each([
    ['the program itself', 'reviewer', 'bot', { reviewerId: 'bot' }],
    ['the program with another role', 'admin', 'bot', {}],
    ['for the program', 'service', 'u_service', { reviewerId: 'bot' }],
    ['a service for a person', 'service', 'u_service', {}],
    ['an administrator for a person', 'admin', 'root', {}],
    ['in the name of the program', 'reviewer', 'legal', { onBehalfOf: 'bot' }],
  ] as const)('%s does not answer', async (_, role, subject, more) => {
    const { as, vote } = await asked();
    const answer = await as(role, subject, 'steps/recordReviewerDecision', { ...vote, ...more });
    expect([answer.status, answer.details['code']]).toEqual(['PERMISSION_DENIED', 'separation-of-duties']);
    const many = await as(role, subject, 'steps/decideMany', { decisions: [{ ...vote, ...more }] });
    expect(many.result).toMatchObject({ items: [{ ok: false, error: { status: 'PERMISSION_DENIED' } }] });
  });

  test('a run that cannot be looked up is not decided, and other runs are', async () => {
    let isDown = false;
    const kept = createMemoryStore();
    const store = overriding(kept, {
      loadExecutions: async (keys) => {
        // The first look after it is down; what follows finds the store again.
        const fails = isDown;
        isDown = false;
        return fails ? Promise.reject(new Error('connection reset')) : kept.loadExecutions(keys);
      },
    });
    const { as, vote, gate } = await asked({}, store);
    const [permit] = (await gate.list({})).items;
    const second = await as('agent', 'bot', 'permits/request', { call, ref: ref('2') });
    const { executionId } = second.result as { executionId: string };
    const ask = (path: string, data: object) => {
      isDown = true;
      return as('service', 'u_service', path, data);
    };
    expect((await ask('steps/recordReviewerDecision', vote)).status).toBe('UNAVAILABLE');
    const link = { executionId: vote.executionId, stepId: vote.stepId, reviewerId: 'legal' };
    expect((await ask('links/create', link)).status).toBe('UNAVAILABLE');
    const decisions = [vote, { ...vote, executionId }, { ...vote, executionId: 'none' }];
    expect((await ask('steps/decideMany', { decisions })).result).toMatchObject({
      items: ['UNAVAILABLE', 'PERMISSION_DENIED', 'NOT_FOUND'].map((status) => ({
        ok: false,
        error: { status },
      })),
    });
    expect((await gate.get({ permitId: permit!.permitId })).state).toBe('pending');
  });

  test('who is asked answers, and a relay for them', async () => {
    const first = await asked();
    expect((await first.as('reviewer', 'legal', 'steps/recordReviewerDecision', first.vote)).status).toBe(
      'OK',
    );
    await close?.();
    const second = await asked({ relays: ['u_service'] });
    const { as, vote, step } = second;
    const forBot = { ...vote, reviewerId: 'bot' };
    expect((await as('service', 'u_service', 'steps/recordReviewerDecision', forBot)).status).toBe(
      'PERMISSION_DENIED',
    );
    const link = { ...step, reviewerId: 'legal' };
    expect((await as('admin', 'root', 'links/create', link)).status).toBe('PERMISSION_DENIED');
    expect((await as('service', 'u_service', 'links/create', link)).status).toBe('OK');
    expect((await as('service', 'u_service', 'steps/recordReviewerDecision', vote)).status).toBe('OK');
  });

  test('steps/resolve: by force for an administrator, as a reviewer for a relay alone', async () => {
    const { as, step } = await asked();
    const resolve = (action: string, actorId: string) =>
      as('admin', 'root', 'steps/resolve', { ...step, action, actorId });
    expect((await resolve('reviewer-approve', 'legal')).status).toBe('PERMISSION_DENIED');
    expect((await resolve('force-approve', 'bot')).status).toBe('PERMISSION_DENIED');
    expect((await resolve('force-approve', 'root')).status).toBe('OK');
  });

  test('runs of no permit are as they were', async () => {
    const { as, on } = await kitOf();
    const subject = { digest: `sha256:${'a'.repeat(64)}` };
    const { executionId } = await on.executions.dispatch({
      definitionId: 'guarded',
      subject,
      triggerContext: { permit: { permitId: 'x' } },
    });
    const vote = { executionId, stepId: 'step_review', reviewerId: 'legal', decision: 'approve' };
    const answer = await as('service', 'u_service', 'steps/recordReviewerDecision', {
      ...vote,
      subjectDigest: subject.digest,
    });
    expect(answer.status).toBe('OK');
  });

  test('no caller dispatches under a key of the gate', async () => {
    const { as } = await kitOf();
    const answer = await as('admin', 'root', 'executions/dispatch', {
      definitionId: 'guarded',
      idempotencyKey: 'permit:x',
    });
    expect([answer.status, answer.details['code']]).toEqual(['INVALID_ARGUMENT', 'reserved-key']);
  });
});
