import { type TestReceiver, createTestEngine, createTestReceiver, overriding } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import {
  type ApprovalStore,
  type WebhookOptions,
  createApprovalEngine,
  createMemoryStore,
} from '../../index.js';
import { RETRY_DELAYS_MS } from '../../internal.js';
import { CONTEXT, agent, edge, human, rejectTo } from '../../test-support/run.js';

const URL_A = 'https://a.example.com/hooks?token=x';
const SECRET = 'run-secret-0123456789';
const FLOW = {
  definitionId: 'flow',
  name: 'Flow',
  nodes: [human('review', 'ann', rejectTo('rework')), agent('rework'), agent('publish')],
  edges: [edge('review', 'publish')],
};

async function started(
  definition: object = {},
  webhooks: Partial<WebhookOptions> = {},
  store: ApprovalStore = createMemoryStore(),
) {
  const receiver = createTestReceiver();
  const kit = createTestEngine({ store, webhooks: { transport: receiver, random: () => 0, ...webhooks } });
  await kit.engine.definitions.create({ ...FLOW, ...definition });
  const dispatch = async (more: object = { webhookUrl: URL_A, webhookSecret: SECRET }) => {
    const request = { definitionId: 'flow', triggerContext: CONTEXT, ...more };
    const { executionId } = await kit.engine.executions.dispatch(request);
    await kit.drain();
    return executionId;
  };
  const decide = async (executionId: string) => {
    const stepId = 'step_review';
    await kit.engine.steps.recordReviewerDecision({
      executionId,
      stepId,
      reviewerId: 'ann',
      decision: 'approve',
    });
    await kit.drain();
  };
  const deliveries = async (query: object = {}) => (await kit.engine.webhooks.listDeliveries(query)).items;
  return { ...kit, receiver, dispatch, decide, deliveries };
}

const typesOf = ({ received }: TestReceiver): string[] => received.map(({ event }) => event.type);

describe('pushing events (contract section 12)', () => {
  test('sends each external event once, in order, as polling returns it', async () => {
    const { engine, receiver, dispatch, decide, deliveries } = await started();
    const executionId = await dispatch();
    await decide(executionId);
    const { events } = await engine.executions.getEvents({ executionId });
    expect(receiver.received.map(({ event }) => event)).toEqual(events);
    expect(receiver.received.every((it) => it.url === URL_A && it.attempt === 0)).toBe(true);
    expect(receiver.received.every((it) => it.secrets.join() === SECRET)).toBe(true);
    expect(receiver.received.map((it) => it.eventId)).toEqual(events.map((it) => it.eventId));
    expect((await deliveries()).every((it) => it.status === 'delivered' && it.attempts === 1)).toBe(true);
  });

  test('a run without a receiver sends nothing', async () => {
    const { receiver, dispatch, decide, deliveries } = await started();
    await decide(await dispatch({}));
    expect([receiver.received, await deliveries()]).toEqual([[], []]);
  });

  test('the receiver of the definition gets what eventTypes names; that of the run gets all', async () => {
    const webhookConfig = {
      url: 'https://d.example.com',
      secret: 'definition-secret-0',
      eventTypes: ['execution.completed'],
    };
    const { receiver, dispatch, decide } = await started({ webhookConfig });
    await decide(await dispatch({}));
    expect(typesOf(receiver)).toEqual(['execution.completed']);
    await decide(await dispatch());
    expect(receiver.received.filter((it) => it.url === URL_A)).toHaveLength(5);
    expect(receiver.received.filter((it) => it.url !== URL_A)).toHaveLength(1);
  });
});

describe('several deliveries of one run', () => {
  const counted = async () => {
    const memory = createMemoryStore();
    const recorded: number[] = [];
    const store = overriding(memory, {
      recordDeliveryResults(results) {
        recorded.push(results.length);
        return memory.recordDeliveryResults(results);
      },
    });
    return { recorded, ...(await started({}, {}, store)) };
  };

  test('that are due together go out one after the other under one claim, and are written together', async () => {
    const { engine, receiver, dispatch, decide, recorded, advance } = await counted();
    receiver.respondWith(() => 503);
    const executionId = await dispatch();
    await decide(executionId);
    receiver.respondWith(() => 200);
    recorded.length = 0;
    await advance(2_000);
    expect(recorded).toEqual([5]);
    const { events } = await engine.executions.getEvents({ executionId });
    expect(receiver.received.slice(1).map(({ event }) => event)).toEqual(events);
  });

  test('one that fails holds back those behind it, and what went out before is not sent again', async () => {
    const { receiver, dispatch, decide, advance } = await counted();
    receiver.respondWith(() => 503);
    await decide(await dispatch());
    let isDown = true;
    receiver.respondWith(({ event }) => (isDown && event.type === 'step.completed' ? 503 : 200));
    await advance(2_000);
    const before = typesOf(receiver).slice(1);
    expect(before.at(-1)).toBe('step.completed');
    isDown = false;
    await advance(2_000);
    const after = typesOf(receiver).slice(1 + before.length);
    // That of the agent behind it too.
    expect(after).toEqual(['step.completed', 'step.completed', 'execution.completed']);
  });

  test('a receiver that is slow gets no more under the claim: what is not written yet would be sent twice after a crash', async () => {
    const { receiver, dispatch, decide, recorded, advance, clock } = await counted();
    receiver.respondWith(() => 503);
    await decide(await dispatch());
    receiver.respondWith(() => {
      void clock.advance(150);
      return 200;
    });
    recorded.length = 0;
    await advance(2_000);
    expect(recorded).toEqual([2, 2, 1]);
  });
});

describe('retries', () => {
  test('follow the schedule to the millisecond, hold back what follows, and end in a dead letter', async () => {
    const { receiver, dispatch, clock, advance, deliveries } = await started();
    const times: number[] = [];
    receiver.respondWith(() => {
      times.push(clock.now());
      return 503;
    });
    const began = clock.now();
    await dispatch();
    for (const delay of RETRY_DELAYS_MS) {
      const count = times.length;
      await advance(delay - 1);
      expect(times).toHaveLength(count);
      await advance(1);
      expect(times.length).toBeGreaterThan(count);
    }
    const schedule = [0, 2_000, 10_000, 42_000, 162_000, 642_000];
    expect(times.slice(0, 6).map((time) => time - began)).toEqual(schedule);
    const attempts = receiver.received.filter((it) => it.event.type === 'execution.dispatched');
    expect(attempts.map((it) => it.attempt)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(new Set(attempts.map((it) => it.eventId)).size).toBe(1);
    const [dead] = await deliveries({ status: 'dead' });
    expect(dead).toMatchObject({
      attempts: 6,
      lastStatus: 503,
      nextAttemptAt: null,
      type: 'execution.dispatched',
    });
    expect(dead?.lastError).toContain('503');
    // The next event of the execution goes out.
    expect(typesOf(receiver).slice(6)).toEqual(['step.awaiting-approval']);
  });

  test('come later by the jitter, up to a tenth, never earlier', async () => {
    const { receiver, dispatch, advance } = await started({}, { random: () => 0.999 });
    receiver.respondWith(() => 500);
    await dispatch();
    await advance(2_199);
    expect(receiver.received).toHaveLength(1);
    await advance(1);
    expect(receiver.received).toHaveLength(2);
  });

  test('a success ends them', async () => {
    const { receiver, dispatch, advance, deliveries } = await started();
    receiver.respondWith(({ attempt }) => (attempt < 2 ? 500 : 204));
    await dispatch();
    await advance(2_000);
    await advance(8_000);
    const delivered = await deliveries({ status: 'delivered' });
    expect(delivered[0]).toMatchObject({
      type: 'execution.dispatched',
      attempts: 3,
      lastStatus: 204,
      lastError: null,
    });
  });
});

describe('redelivery', () => {
  test('sends dead events again, from attempt 0, with the same eventId', async () => {
    const { engine, receiver, dispatch, advance, drain, deliveries } = await started();
    receiver.respondWith(() => 500);
    const executionId = await dispatch();
    for (let round = 0; round < 14; round++) await advance(480_000);
    const letters = await deliveries({ executionId, status: 'dead' });
    expect(letters.map((it) => it.type)).toEqual(['step.awaiting-approval', 'execution.dispatched']);
    receiver.respondWith(() => 200);
    const before = receiver.received.length;
    expect(await engine.webhooks.redeliver({ executionId })).toEqual({ scheduled: 2 });
    await drain();
    const again = receiver.received.slice(before);
    expect(again.map((it) => [it.event.type, it.attempt, it.eventId])).toEqual(
      letters.toReversed().map((it) => [it.type, 0, it.eventId]),
    );
    expect(await deliveries({ executionId, status: 'dead' })).toEqual([]);
    const [one] = letters;
    expect(await engine.webhooks.redeliver({ deliveryId: one!.deliveryId })).toEqual({ scheduled: 1 });
    await drain();
    expect(receiver.received.at(-1)?.eventId).toBe(one?.eventId);
  });

  test('an unknown one is NOT_FOUND, and so is one of another workspace', async () => {
    const { engine, dispatch } = await started();
    const executionId = await dispatch();
    const notFound = expect.objectContaining({ status: 'NOT_FOUND' }) as unknown;
    for (const request of [
      { executionId: 'ghost' },
      { deliveryId: 'ghost' },
      { deliveryId: `${executionId}:99` },
    ]) {
      await expect(engine.webhooks.redeliver(request)).rejects.toEqual(notFound);
    }
    const other = engine.forWorkspace('other').webhooks;
    await expect(other.redeliver({ executionId })).rejects.toEqual(notFound);
    expect((await other.listDeliveries()).items).toEqual([]);
    await expect(engine.webhooks.redeliver({})).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
  });
});

describe('a receiver that does not respond', () => {
  test('holds back its own executions only, and takes no more than its share', async () => {
    const { receiver, dispatch, drain } = await started({}, { perReceiver: 3, concurrency: 5 });
    const slow = 'https://slow.example.com/x';
    let release: () => void = () => undefined;
    const hung = new Promise<void>((resolve) => (release = resolve));
    receiver.respondWith(async ({ url }) => {
      if (url === slow) await hung;
      return 200;
    });
    for (let index = 0; index < 20; index++) void dispatch({ webhookUrl: slow, webhookSecret: SECRET });
    await new Promise((resolve) => setImmediate(resolve));
    void dispatch();
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(receiver.received.filter((it) => it.url === slow)).toHaveLength(3);
    expect(receiver.received.filter((it) => it.url === URL_A)).toHaveLength(2);
    release();
    await drain();
    expect(receiver.received.filter((it) => it.url === slow)).toHaveLength(40);
  });
});

describe('a receiver that answers at once', () => {
  const turns = async (done: () => boolean) => {
    for (let turn = 0; turn < 200 && !done(); turn++) await new Promise((resolve) => setImmediate(resolve));
  };

  test('gets the next run while the results of the one before are written, and never two at once', async () => {
    const memory = createMemoryStore();
    let written: Promise<void> = Promise.resolve();
    const store = overriding(memory, {
      async recordDeliveryResults(results) {
        await written;
        return memory.recordDeliveryResults(results);
      },
    });
    const { receiver, dispatch, drain } = await started({}, { perReceiver: 1 }, store);
    let [underWay, most] = [0, 0];
    receiver.respondWith(async () => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return 200;
    });
    await dispatch();
    let release: () => void = () => undefined;
    written = new Promise<void>((resolve) => (release = resolve));
    const before = receiver.received.length;
    for (let run = 0; run < 3; run++) void dispatch();
    await turns(() => receiver.received.length === before + 6);
    expect(receiver.received.slice(before)).toHaveLength(6);
    release();
    await drain();
    expect([most, receiver.received.length]).toEqual([1, before + 6]);
  });

  test('and then no more gives back what was claimed ahead, which is delivered when it answers again', async () => {
    const memory = createMemoryStore();
    const released: number[] = [];
    const store = overriding(memory, {
      releaseJobs(claims) {
        released.push(claims.length);
        return memory.releaseJobs(claims);
      },
    });
    const { receiver, dispatch, clock, drain } = await started({}, { perReceiver: 1 }, store);
    await dispatch();
    let release: () => void = () => undefined;
    const hung = new Promise<void>((resolve) => (release = resolve));
    receiver.respondWith(async () => {
      await hung;
      return 200;
    });
    const before = receiver.received.length;
    for (let run = 0; run < 3; run++) void dispatch();
    await turns(() => receiver.received.length > before);
    await turns(() => false);
    await clock.advance(1_500);
    release();
    await drain();
    expect(released.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(receiver.received).toHaveLength(before + 6);
    expect(new Set(receiver.received.map((it) => it.eventId)).size).toBe(before + 6);
  });
});

describe('what is refused', () => {
  test('a URL that the transport refuses, at dispatch and in a definition', async () => {
    const { engine, dispatch } = await started();
    const webhookSecret = SECRET;
    const refused = { status: 'INVALID_ARGUMENT', details: { issues: [{ path: 'webhookUrl' }] } };
    await expect(dispatch({ webhookUrl: 'http://a.example.com', webhookSecret })).rejects.toMatchObject(
      refused,
    );
    const webhookConfig = { url: 'ftp://a.example.com', secret: SECRET };
    const inDefinition = { details: { issues: [{ path: 'webhookConfig.url' }] } };
    await expect(
      engine.definitions.create({ ...FLOW, definitionId: 'other', webhookConfig }),
    ).rejects.toMatchObject(inDefinition);
    const checked = await engine.definitions.validate({ ...FLOW, definitionId: 'other', webhookConfig });
    expect(checked).toMatchObject({ valid: false, issues: [{ path: 'webhookConfig.url' }] });
  });

  test('a URL without a secret, and a secret without a URL', async () => {
    const { dispatch } = await started();
    const refused = { status: 'INVALID_ARGUMENT' };
    await expect(dispatch({ webhookUrl: URL_A })).rejects.toMatchObject(refused);
    await expect(dispatch({ webhookSecret: SECRET })).rejects.toMatchObject(refused);
  });

  test('webhooks of an engine that has none', async () => {
    const engine = createApprovalEngine({ store: createMemoryStore() });
    await engine.definitions.create(FLOW);
    const dispatch = engine.executions.dispatch({
      definitionId: 'flow',
      triggerContext: CONTEXT,
      webhookUrl: URL_A,
      webhookSecret: SECRET,
    });
    await expect(dispatch).rejects.toThrow(/createWebhookTransport/);
    await engine.stop();
  });
});

test('stopping gives up what is under way, and the attempt does not count', async () => {
  const { engine, receiver, dispatch, deliveries } = await started();
  receiver.respondWith(() => new Promise(() => undefined));
  void dispatch();
  while (receiver.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await engine.stop({ graceMs: 0 });
  expect((await deliveries({ status: 'pending' })).map((it) => it.attempts)).toEqual([0, 0]);
});

test('a secret that cannot be opened costs its deliveries their attempts, and they end dead with the reason', async () => {
  const store = createMemoryStore();
  const keyOf = (keyId: string) => ({ keyId, key: new Uint8Array(32).fill(keyId.length) });
  const receiver = createTestReceiver();
  const webhooks = { transport: receiver, random: () => 0, retryDelaysMs: [1_000] };
  const other = createTestEngine({ store, webhooks, secretKeys: [keyOf('old')], jobs: { run: false } });
  await other.engine.definitions.create({ ...FLOW });
  await other.engine.executions.dispatch({
    ...{ definitionId: 'flow', triggerContext: CONTEXT, webhookUrl: URL_A, webhookSecret: SECRET },
  });
  const { engine, drain, advance } = createTestEngine({ store, webhooks, secretKeys: [keyOf('new-one')] });
  await drain();
  const first = async () => (await engine.webhooks.listDeliveries({})).items.at(-1);
  const lastError = 'a secret was sealed with the key "old", which this engine lacks';
  expect(await first()).toMatchObject({ status: 'pending', attempts: 1, lastError });
  await advance(1_000);
  expect(await first()).toMatchObject({ status: 'dead', attempts: 2, lastError });
  expect(receiver.received).toEqual([]);
  await engine.stop();
});

test('a receiver that is gone (410) is asked once, and what waits behind is dead, too', async () => {
  const { engine, receiver, dispatch, deliveries, advance } = await started();
  receiver.respondWith(() => 410);
  await dispatch();
  await advance(3_600_000);
  expect(receiver.received).toHaveLength(1);
  const dead = await deliveries({ status: 'dead' });
  expect(dead.length).toBeGreaterThan(1);
  expect(await deliveries({ status: 'pending' })).toEqual([]);
  await engine.stop();
});
