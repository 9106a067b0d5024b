/** Channels of notification nodes that fail, hang, refuse, or are lost with their worker. */
import { checkedStore, createTestEngine } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import type { DefinitionNode } from '../../definition.js';
import {
  type JsonObject,
  type NotificationChannel,
  type NotificationMessage,
  createMemoryStore,
} from '../../index.js';
import { notice, notifying } from '../../test-support/notifying.js';
import { agent, edge, onStatus } from '../../test-support/run.js';

const final = (message: string, more: object = { retryable: false }) =>
  Object.assign(new Error(message), more);
const throwing = (error: unknown) => () => {
  throw error;
};

describe('a channel that fails', () => {
  test('is called again by the policy, with one key and the same message', async () => {
    const it = notifying((attempt) => {
      if (attempt < 3) throw new Error('down');
    });
    await it.start([notice({ data: { n: 1 } })]);
    expect(it.messages).toHaveLength(1);
    await it.advance(999);
    expect(it.messages).toHaveLength(1);
    await it.advance(1);
    expect(it.messages).toHaveLength(2);
    await it.advance(2_000);
    expect(await it.stepOf()).toMatchObject({
      status: 'completed',
      output: { attempts: 3, delivered: true },
    });
    expect(it.messages.map((one) => one.attempt)).toEqual([1, 2, 3]);
    const same = it.messages.map(({ attempt: _, ...one }) => one);
    expect(same).toEqual([same[0], same[0], same[0]]);
  });

  test.each<[string, (attempt: number) => unknown, number, RegExp]>([
    ['a throw', throwing(new Error('down')), 3, /^down$/],
    ['a throw that is final', throwing(final('no')), 1, /^no$/],
    ['a throw of no error', throwing('odd'), 3, /^odd$/],
    ['all recipients refused', () => ({ refused: [1, 0, 1] }), 1, /refused all 2 recipients/],
    ['an unknown recipient refused', () => ({ refused: [2] }), 1, /recipient 2, and the message has 2/],
    ['a refusal that is not a list', () => ({ refused: 'all' }), 1, /`refused` that is not a list/],
    ['a reference that is not a string', () => ({ reference: 7 }), 1, /reference that is a number/],
    ['a result that is not an object', () => 'sent', 1, /returned a string/],
    [
      'an error with an address',
      throwing(final('550 <a@example.com> unknown')),
      1,
      /^550 <\[address\]> unknown$/,
    ],
  ])('fails the step after its last attempt: %s', async (_, answer, attempts, message) => {
    const it = notifying(answer);
    await it.start([notice({ to: [{ userId: 'ann' }, { address: 'a@example.com' }] })]);
    await it.advance(60_000);
    expect(it.messages).toHaveLength(attempts);
    const step = await it.stepOf();
    expect(step).toMatchObject({ status: 'failed', error: { code: 'notification-failed' } });
    expect(step?.error?.message).toMatch(message);
    expect(step?.output).toMatchObject({ delivered: false, recipients: 2, attempts });
    expect(await it.get()).toMatchObject({ status: 'failed', failureReason: { code: 'step-failed' } });
  });

  test('does not deliver: with onFailure "continue" the step completes', async () => {
    const it = notifying(throwing(final('no')));
    await it.start(
      [notice({ onFailure: 'continue', to: [{ userId: 'ann' }] }), agent('next')],
      [edge('tell', 'next')],
    );
    expect(await it.stepOf()).toMatchObject({
      status: 'completed',
      error: null,
      output: { channel: 'mail', recipients: 1, refused: 0, reference: null, delivered: false, attempts: 1 },
    });
    expect((await it.stepOf('next'))?.input).toMatchObject({ output: { delivered: false } });
    expect((await it.get()).status).toBe('completed');
  });

  test.each<[string, object, object]>([
    ['a message that cannot be sent', { subject: '{{execution.input.v}}b' }, { v: 'a\n' }],
    [
      'too much text',
      { body: { text: '{{execution.input.v}}{{execution.input.v}}' } },
      { v: 'x'.repeat(150_000) },
    ],
    ['a channel that is not there', { channel: 'pager' }, {}],
  ])('no run fails for a mail, nor for %s', async (_, config, triggerContext) => {
    const it = notifying();
    await it.start([notice({ ...config, onFailure: 'continue' })], [], { triggerContext });
    expect(await it.stepOf()).toMatchObject({ status: 'completed', output: { delivered: false } });
  });

  test('takes a recovery edge', async () => {
    const it = notifying(throwing(final('no')));
    await it.start([notice(), agent('fix')], [edge('tell', 'fix', onStatus('failed'))]);
    expect((await it.get()).status).toBe('completed');
    expect((await it.stepOf('fix'))?.status).toBe('completed');
  });

  test.each([
    ['longer', 30_000, 30_000],
    ['never shorter', 0, 1_000],
    ['up to maximumIntervalMs', 600_000, 60_000],
    ['and a wait that is none is ignored', -5, 1_000],
  ])('is called again after the wait of its error, %s', async (_, retryAfterMs, waitMs) => {
    const it = notifying((attempt) => {
      if (attempt === 1) throw final('busy', { retryAfterMs });
    });
    await it.start([notice()]);
    await it.advance(waitMs - 1);
    expect(it.messages).toHaveLength(1);
    await it.advance(1);
    expect(it.messages).toHaveLength(2);
  });

  test('has 30 s for an attempt, and its signal is aborted then', async () => {
    const signals: AbortSignal[] = [];
    const it = notifying((_, __, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    await it.start([notice({}, { retry: { maximumAttempts: 2 } })]);
    await it.advance(29_999);
    expect(signals.map((one) => one.aborted)).toEqual([false]);
    await it.advance(1);
    expect(signals[0]?.aborted).toBe(true);
    await it.advance(1_000);
    expect(it.messages).toHaveLength(2);
    await it.advance(30_000);
    const step = await it.stepOf();
    expect(step).toMatchObject({ status: 'failed', error: { code: 'notification-failed' } });
    expect(step?.error?.message).toMatch(/did not return within 30000 ms/);
  });

  test('is not called if it is not registered; the step says so', async () => {
    const it = notifying();
    await it.start([notice({ channel: 'pager', to: [{ userId: 'ann' }] })]);
    expect(await it.stepOf()).toMatchObject({
      status: 'failed',
      attempt: 1,
      error: { code: 'channel-not-registered' },
    });
  });
});

test('recipients that were not taken are counted', async () => {
  const it = notifying(() => ({ refused: [1, 1], reference: 'r'.repeat(300), decision: 'approve' }));
  await it.start([notice({ to: [{ userId: 'a' }, { userId: 'b' }, { userId: 'c' }] })]);
  const { output } = (await it.stepOf()) ?? {};
  expect(output).toEqual({
    ...{
      channel: 'mail',
      recipients: 3,
      refused: 1,
      reference: 'r'.repeat(200),
      delivered: true,
      attempts: 1,
    },
  });
});

test('a step that ends otherwise aborts the call, whose result counts no more', async () => {
  let signal: AbortSignal | null = null;
  const it = notifying((_, __, given) => {
    signal = given;
    return new Promise(() => undefined);
  });
  await it.start([notice()]);
  await it.engine.steps.cancel({ executionId: it.id(), stepId: 'step_tell', actorId: 'ops' });
  await it.drain();
  expect((signal as AbortSignal | null)?.aborted).toBe(true);
  expect((await it.stepOf())?.status).toBe('cancelled');
});

test('an administrator finishes a step whose channel hangs', async () => {
  const it = notifying(() => new Promise(() => undefined));
  await it.start([notice()]);
  await it.engine.steps.finish({
    executionId: it.id(),
    stepId: 'step_tell',
    action: 'complete',
    actorId: 'root',
  });
  await it.drain();
  expect(await it.stepOf()).toMatchObject({ status: 'completed', overridden: true });
});

test('a worker that is lost calls the channel again with the same key and attempt', async () => {
  const store = checkedStore(createMemoryStore());
  const first = notifying(() => new Promise(() => undefined), { store, jobs: { leaseMs: 1_000 } });
  await first.start([notice({ data: { n: 1 } })]);
  expect(first.messages).toHaveLength(1);
  const second: NotificationMessage[] = [];
  const other = createTestEngine({
    store,
    notify: { mail: (message: NotificationMessage) => void second.push(message) },
    jobs: { leaseMs: 1_000 },
  });
  await first.engine.stop({ graceMs: 0 });
  await other.advance(2_000);
  expect(second).toEqual(first.messages);
  const { steps } = await other.engine.executions.get({ executionId: first.id() });
  expect(steps[0]).toMatchObject({ status: 'completed', output: { attempts: 1 } });
});

test('explain says that the step waits for its call, or for the next attempt', async () => {
  const waits = async (it: ReturnType<typeof notifying>) => {
    const { steps } = await it.engine.executions.explain({ executionId: it.id() });
    return steps.map((one) => one.waitsFor);
  };
  const hanging = notifying(() => new Promise(() => undefined));
  await hanging.start([notice()]);
  expect(await waits(hanging)).toEqual(['call']);
  const failing = notifying(throwing(new Error('down')));
  await failing.start([notice()]);
  expect(await waits(failing)).toEqual(['retry']);
});

test('a channel that hangs keeps no other one waiting', async () => {
  const told: string[] = [];
  const hangs: NotificationChannel = () => new Promise<undefined>(() => undefined);
  const it = notifying(undefined, {
    notify: { slow: hangs, quick: (message) => void told.push(message.nodeId) },
    jobs: { callConcurrency: 16 },
  });
  const many = Array.from({ length: 40 }, (_, index) => ({
    ...notice({ channel: 'slow' }),
    nodeId: `s${index}`,
  }));
  const quick = { ...notice({ channel: 'quick' }), nodeId: 'quick' };
  await it.start([...many, quick] as DefinitionNode[]);
  expect(told).toEqual(['quick']);
  await it.engine.stop({ graceMs: 0 });
});

test('the output of a channel is not a decision', async () => {
  const it = notifying(() => ({ decision: 'approve', approved: true, reference: 'r' }));
  await it.start([notice()]);
  const run = (await it.get()) as unknown as JsonObject & { outcome: unknown };
  expect(run.outcome).toBeNull();
  expect((await it.stepOf())?.output).not.toHaveProperty('decision');
});
