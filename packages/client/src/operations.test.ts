/** Every operation through the client, against the real server. */
import { PERMIT_PATHS, createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
import type { ApprovalError } from '@org/approval-core';
import { OPERATIONS, type OperationPath } from '@org/approval-core/views';
import { ROLES, createHandler } from '@org/approval-http';
import { toFetch } from '@org/approval-http/fetch';
import { describe, expect, test } from 'vitest';
import { type ApprovalClient, ApprovalClientError, createApprovalClient } from './index.js';
import { REVIEW, SCAN, SIGN_OFF, TRIGGER_CONTEXT } from './test-support/definitions.js';
import { type World, createWorld } from './test-support/world.js';

const { definitionId } = SIGN_OFF;

/** A run that waits for Maria. */
async function started({ on }: World): Promise<string> {
  await on.definitions.create(SIGN_OFF);
  return (await on.executions.dispatch({ definitionId, triggerContext: TRIGGER_CONTEXT })).executionId;
}

/** A run whose receiver was down for longer than the engine tries. */
async function undelivered({ on, test, receiver }: World): Promise<string> {
  receiver.respondWith(() => 503);
  await on.definitions.create(SIGN_OFF);
  const { executionId } = await on.executions.dispatch({
    definitionId,
    webhookUrl: 'https://hooks.example.com/',
    webhookSecret: 'a-secret-of-16-or-more',
  });
  await test.advance(3_600_000);
  return executionId;
}

const ABSENCE = { userId: 'maria', substituteId: 'zoe', from: 1_000, until: 2_000 };
const digestOf = (digit: string) => `sha256:${digit.repeat(64)}`;

/** A run that waits for Maria and one of a pool, who may do everything with it. */
async function reviewed({ on }: World): Promise<string> {
  await on.definitions.create(REVIEW);
  const subject = { digest: digestOf('a') };
  return (await on.executions.dispatch({ definitionId: 'review', initiatorId: 'ina', subject })).executionId;
}

const atReview = async (world: World) => ({
  executionId: await reviewed(world),
  stepId: 'step_review',
  reviewerId: 'maria',
});

const statusOf = async ({ on }: World, executionId: string) =>
  (await on.executions.get({ executionId })).status;

/**
 * Effects of operations for a client, against the real server; paths and bodies are checked below.
 */
const CASES: {
  readonly [P in OperationPath]?: (client: ApprovalClient, world: World) => Promise<void>;
} = {
  async 'definitions/create'(client, { on }) {
    const created = await client.definitions.create(SIGN_OFF);
    expect(created).toEqual(await on.definitions.get({ definitionId }));
  },
  async 'definitions/update'(client, { on }) {
    await on.definitions.create(SIGN_OFF);
    const updated = await client.definitions.update({ definitionId, ifVersion: 1, name: 'Other' });
    expect(updated).toMatchObject({ version: 2, name: 'Other' });
    expect(updated).toEqual(await on.definitions.get({ definitionId }));
  },
  async 'definitions/get'(client, { on }) {
    await on.definitions.create(SIGN_OFF);
    const found = await client.definitions.get({ definitionId, version: 1 });
    expect(found).toEqual(await on.definitions.get({ definitionId }));
  },
  async 'definitions/list'(client, { on }) {
    await on.definitions.create(SIGN_OFF);
    const page = await client.definitions.list();
    expect(page.items).toHaveLength(1);
    expect(page).toEqual(await on.definitions.list());
  },
  async 'definitions/delete'(client, { on }) {
    await on.definitions.create(SIGN_OFF);
    expect(await client.definitions.delete({ definitionId })).toEqual({ deleted: true, definitionId });
    expect((await on.definitions.list()).items).toEqual([]);
  },
  async 'definitions/validate'(client, { on }) {
    const wrong = { ...SIGN_OFF, edges: [{ from: 'review', to: 'nowhere' }] };
    const validation = await client.definitions.validate(wrong);
    expect(validation.valid).toBe(false);
    expect(validation).toEqual(await on.definitions.validate(wrong));
  },
  async 'definitions/ensure'(client, { on }) {
    expect(await client.definitions.ensure(SIGN_OFF)).toMatchObject({ created: true, version: 1 });
    expect(await client.definitions.ensure(SIGN_OFF)).toEqual({
      created: false,
      updated: false,
      version: 1,
      definition: await on.definitions.get({ definitionId }),
    });
  },
  async 'executions/wait'(client, world) {
    const executionId = await started(world);
    const answer = await client.executions.wait({ executionId, until: 'waiting' });
    expect(answer).toEqual({ reached: true, execution: await world.on.executions.get({ executionId }) });
  },
  async 'links/create'(client, world) {
    const executionId = await started(world);
    const request = { executionId, stepId: 'step_review', reviewerId: 'maria' };
    // The server of these tests serves no decision page.
    await expect(client.links.create(request)).rejects.toMatchObject({
      details: { code: 'links-not-configured' },
    });
  },
  async 'links/revoke'(client, world) {
    const executionId = await started(world);
    const { linkId } = await world.on.links.create({
      executionId,
      stepId: 'step_review',
      reviewerId: 'maria',
      baseUrl: 'https://approvals.example.com',
    });
    expect(await client.links.revoke({ linkId })).toEqual({ revoked: true, linkId });
  },
  async 'events/list'(client, world) {
    await started(world);
    const page = await client.feed.list({ pageSize: 1 });
    expect(page.items.map((it) => it.type)).toEqual(['execution.dispatched']);
    expect(page).toEqual(await world.on.feed.list({ pageSize: 1 }));
  },
  async 'executions/dispatch'(client, { on }) {
    await on.definitions.create(SIGN_OFF);
    const request = { definitionId, idempotencyKey: 'contract:7', triggerContext: TRIGGER_CONTEXT };
    const { executionId } = await client.executions.dispatch(request);
    expect(await client.executions.dispatch(request)).toMatchObject({ executionId, deduplicated: true });
    expect(await on.executions.get({ executionId })).toMatchObject(request);
  },
  async 'executions/get'(client, world) {
    const executionId = await started(world);
    const view = await client.executions.get({ executionId });
    expect(view.steps).toHaveLength(1);
    expect(view).toEqual(await world.on.executions.get({ executionId }));
  },
  async 'executions/list'(client, world) {
    await started(world);
    const page = await client.executions.list({ status: 'running' });
    expect(page.items).toHaveLength(1);
    expect(page).toEqual(await world.on.executions.list());
  },
  async 'executions/getEvents'(client, world) {
    const executionId = await started(world);
    const page = await client.executions.getEvents({ executionId, sinceSeq: 1, pageSize: 1 });
    expect(page.events).toHaveLength(1);
    expect(page).toEqual(await world.on.executions.getEvents({ executionId, sinceSeq: 1, pageSize: 1 }));
  },
  async 'executions/cancel'(client, world) {
    const executionId = await started(world);
    expect(await client.executions.cancel({ executionId })).toEqual({ cancelled: true, executionId });
    expect(await statusOf(world, executionId)).toBe('cancelled');
  },
  async 'steps/recordReviewerDecision'(client, world) {
    const executionId = await started(world);
    const request = { executionId, stepId: 'step_review', reviewerId: 'maria', decision: 'approve' } as const;
    const answer = await client.steps.recordReviewerDecision(request);
    expect(answer).toEqual({ recorded: true, aggregatorStatus: 'resolved', resumeScheduled: true });
    expect(await statusOf(world, executionId)).toBe('completed');
  },
  async 'steps/recordAgentResolution'(client, world) {
    await world.on.definitions.create(SCAN);
    const dispatched = await world.on.executions.dispatch({
      definitionId: 'scan',
      triggerContext: TRIGGER_CONTEXT,
    });
    const { executionId } = dispatched;
    await world.test.advance(0);
    const answer = await client.steps.recordAgentResolution({
      executionId,
      stepId: 'step_scan',
      resolutionId: 'clause-7',
      status: 'success',
    });
    expect(answer).toMatchObject({ recorded: true, aggregatorStatus: 'resolved' });
    expect(await statusOf(world, executionId)).toBe('completed');
  },
  async 'steps/cancel'(client, world) {
    const step = { executionId: await started(world), stepId: 'step_review' };
    expect(await client.steps.cancel({ ...step, actorId: 'root' })).toEqual({ cancelled: true, ...step });
    expect(await statusOf(world, step.executionId)).toBe('cancelled');
  },
  async 'steps/resolve'(client, world) {
    const step = { executionId: await started(world), stepId: 'step_review' };
    const request = { ...step, action: 'force-approve', actorId: 'root' } as const;
    expect(await client.steps.resolve(request)).toEqual({
      ...step,
      resolved: true,
      action: 'force-approve',
      status: 'completed',
    });
    expect(await statusOf(world, step.executionId)).toBe('completed');
  },
  async 'steps/listWaiting'(client, world) {
    await started(world);
    const inbox = await client.steps.listWaiting({ reviewerId: 'maria' });
    expect(inbox.items).toHaveLength(1);
    expect(inbox).toEqual(await world.on.steps.listWaiting({ reviewerId: 'maria' }));
  },
  async 'executions/withdraw'(client, world) {
    const executionId = await reviewed(world);
    expect(await client.executions.withdraw({ executionId, actorId: 'ina' })).toEqual({
      cancelled: true,
      executionId,
    });
  },
  async 'executions/reviseSubject'(client, world) {
    const executionId = await reviewed(world);
    const [digest, next] = [digestOf('a'), digestOf('b')];
    const request = { executionId, subject: { digest: next }, ifDigest: digest, actorId: 'ina' };
    expect(await client.executions.reviseSubject(request)).toEqual({
      revised: true,
      digest: next,
      resetStepIds: ['step_review'],
    });
  },
  async 'executions/explain'(client, world) {
    const executionId = await reviewed(world);
    const explained = await client.executions.explain({ executionId });
    expect(explained.steps[0]?.waitsFor).toBe('people');
    expect(explained).toEqual(JSON.parse(JSON.stringify(await world.on.executions.explain({ executionId }))));
  },
  async 'steps/delegate'(client, world) {
    const step = await atReview(world);
    expect(await client.steps.delegate({ ...step, toUserId: 'zoe' })).toEqual({
      delegated: true,
      toUserId: 'zoe',
    });
  },
  async 'steps/claim'(client, world) {
    const step = { ...(await atReview(world)), reviewerId: 'pia', entry: 1 };
    expect(await client.steps.claim(step)).toMatchObject({ claimed: true });
  },
  async 'steps/release'(client, world) {
    const step = { ...(await atReview(world)), reviewerId: 'pia', entry: 1 };
    await world.on.steps.claim(step);
    expect(await client.steps.release(step)).toEqual({ released: true });
  },
  async 'steps/addReviewers'(client, world) {
    const step = await atReview(world);
    expect(await client.steps.addReviewers({ ...step, userIds: ['zoe'] })).toEqual({ added: ['zoe'] });
  },
  async 'steps/retractDecision'(client, world) {
    const step = await atReview(world);
    await world.on.steps.recordReviewerDecision({ ...step, decision: 'approve' });
    expect(await client.steps.retractDecision({ ...step, round: 1 })).toEqual({ retracted: true, round: 2 });
  },
  async 'steps/requestInformation'(client, world) {
    const asked = await client.steps.requestInformation({ ...(await atReview(world)), question: 'Why?' });
    expect(asked).toEqual({ asked: true, questionId: 'question_1', dueAt: null });
  },
  async 'steps/provideInformation'(client, world) {
    const { reviewerId, ...step } = await atReview(world);
    const { questionId } = await world.on.steps.requestInformation({ ...step, reviewerId, question: 'Why?' });
    const answer = { ...step, actorId: 'ina', questionId, answer: 'So.' };
    expect(await client.steps.provideInformation(answer)).toEqual({ provided: true, dueAt: null });
  },
  async 'steps/remind'(client, world) {
    const { reviewerId: userId, ...step } = await atReview(world);
    const reminded = await client.steps.remind({ ...step, actorId: 'ops', userId });
    expect(reminded).toEqual({ reminded: true, userIds: [userId] });
  },
  async 'steps/decideMany'(client, world) {
    const decision = { ...(await atReview(world)), decision: 'approve' } as const;
    const { items } = await client.steps.decideMany({
      decisions: [decision, { ...decision, stepId: 'none' }],
    });
    expect(items.map((it) => it.result?.recorded ?? it.error?.status)).toEqual([true, 'NOT_FOUND']);
  },
  async 'people/setAbsence'(client, world) {
    const { absenceId, created } = await client.people.setAbsence(ABSENCE);
    expect(created).toBe(true);
    expect((await world.on.people.listAbsences()).items).toEqual([{ absenceId, ...ABSENCE }]);
  },
  async 'people/clearAbsence'(client, world) {
    const { absenceId } = await world.on.people.setAbsence(ABSENCE);
    expect(await client.people.clearAbsence({ absenceId })).toEqual({ cleared: true });
  },
  async 'people/listAbsences'(client, world) {
    await world.on.people.setAbsence(ABSENCE);
    const page = await client.people.listAbsences({ userId: 'maria' });
    expect(page.items).toHaveLength(1);
    expect(page).toEqual(await world.on.people.listAbsences({ userId: 'maria' }));
  },
  async 'webhooks/listDeliveries'(client, world) {
    const executionId = await undelivered(world);
    const page = await client.webhooks.listDeliveries({ executionId, status: 'dead' });
    expect(page.items).not.toHaveLength(0);
    expect(page).toEqual(await world.on.webhooks.listDeliveries({ executionId, status: 'dead' }));
  },
  async 'webhooks/redeliver'(client, world) {
    const executionId = await undelivered(world);
    world.receiver.respondWith(() => 200);
    const { items: dead } = await world.on.webhooks.listDeliveries({ executionId, status: 'dead' });
    expect(await client.webhooks.redeliver({ executionId })).toEqual({ scheduled: dead.length });
    await world.test.drain();
    const { items } = await world.on.webhooks.listDeliveries({ executionId, status: 'delivered' });
    expect(items.length).toBeGreaterThanOrEqual(dead.length);
  },
};

test.each(Object.entries(CASES))('%s', async (path, check) => {
  const world = await createWorld();
  await check(world.client(), world);
  const asked = world.proxy.requests.map((it) => it.path);
  expect(new Set(asked)).toEqual(new Set([`/approvals/v2/workflow/${path}`]));
});

test('a client has a method for each operation of the engine and of the gate, and one for all', async () => {
  const world = await createWorld();
  const client = world.client();
  const areas = [
    ...(['definitions', 'executions', 'steps', 'people', 'webhooks', 'feed', 'links', 'triggers'] as const),
    ...(['permits', 'grants'] as const),
  ];
  const methods = areas.flatMap((area) =>
    Object.keys(client[area]).map((name) => `${area === 'feed' ? 'events' : area}/${name}`),
  );
  expect(methods.toSorted()).toEqual([...Object.keys(OPERATIONS), ...PERMIT_PATHS].toSorted());
  await client.call('definitions/create', SIGN_OFF);
  expect((await client.call('definitions/list', {})).items).toHaveLength(1);
});

test('a permit is asked for, spent and reported through the client', async () => {
  const world = await createWorld();
  const { engine } = world.test;
  const policies = { rules: [{ tool: 'files.read', do: 'allow' as const }] };
  const gate = createApprovalGate({ engine, store: createMemoryPermitStore(), policies });
  const principal = { workspaceId: 'acme', subject: 'bot', permissions: new Set(ROLES.agent) };
  const answer = toFetch(createHandler({ engine, gate, authenticate: async () => principal }));
  const client = createApprovalClient({
    baseUrl: 'http://in-process',
    apiKey: 'key',
    authToken: 'token',
    fetch: (url, init) => answer(new Request(url, init)),
  });
  const call = { tool: 'files.read', args: { path: '/tmp/a' } };
  const ref = { framework: 'none', runId: 'run', callId: 'call' };
  const { permitId, state } = await client.permits.request({ call, ref });
  expect(state).toBe('granted');
  expect(await client.permits.redeem({ permitId, call })).toMatchObject({ ok: true, changed: false });
  expect(await client.permits.redeem({ permitId, call })).toMatchObject({ ok: false, why: 'spent' });
  expect(await client.permits.outcome({ permitId, ok: true })).toEqual({ recorded: true });
  await expect(client.grants.list()).rejects.toMatchObject({ status: 'PERMISSION_DENIED' });
  await gate.stop();
});

test('an engine of the same process is called through fetch, without a socket', async () => {
  const world = await createWorld();
  const principal = { workspaceId: 'acme', subject: null, permissions: new Set(ROLES.admin) };
  const handler = createHandler({ engine: world.test.engine, authenticate: async () => principal });
  const answer = toFetch(handler);
  const client = createApprovalClient({
    baseUrl: 'http://in-process',
    apiKey: 'key',
    authToken: 'token',
    fetch: (url, init) => answer(new Request(url, init)),
  });
  expect(await client.definitions.create(SIGN_OFF)).toEqual(await world.on.definitions.get({ definitionId }));
});

describe('what the engine refuses', () => {
  test('has status, message, issues, HTTP status and the id of the request', async () => {
    const world = await createWorld();
    const wrong = { ...SIGN_OFF, edges: [{ from: 'review', to: 'nowhere' }] };
    const direct = (await world.on.definitions.create(wrong).catch((it: unknown) => it)) as ApprovalError;
    const error: unknown = await world
      .client()
      .definitions.create(wrong)
      .catch((it: unknown) => it);
    expect(error).toBeInstanceOf(ApprovalClientError);
    expect(direct.details.issues).not.toHaveLength(0);
    expect(error).toMatchObject({
      name: 'ApprovalClientError',
      status: 'INVALID_ARGUMENT',
      message: direct.message,
      httpStatus: 400,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      retryAfterMs: null,
      outcomeUnknown: false,
      details: direct.details,
      issues: direct.details.issues,
    });
  });

  test('has the details of the engine, and no issues if it gave none', async () => {
    const world = await createWorld();
    const client = world.client();
    const executionId = await started(world);
    await client.executions.cancel({ executionId });
    const step = { executionId, stepId: 'step_review', actorId: 'root' };
    await expect(client.steps.cancel(step)).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
      httpStatus: 400,
      details: { stepStatus: 'cancelled' },
      issues: [],
    });
  });

  test('what may not be called is PERMISSION_DENIED, at the first attempt', async () => {
    const world = await createWorld();
    const client = world.client({ authToken: await world.token({ role: 'reviewer', subject: 'maria' }) });
    await expect(client.definitions.create(SIGN_OFF)).rejects.toMatchObject({
      status: 'PERMISSION_DENIED',
      httpStatus: 403,
    });
    expect(world.proxy.requests).toHaveLength(1);
  });
});
