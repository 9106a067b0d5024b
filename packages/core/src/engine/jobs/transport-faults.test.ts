/** An invalid result of a transport is a failed attempt: no delivery is repeated for ever. */
import { createTestEngine, createTestReceiver } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { type WebhookTransport, createMemoryStore } from '../../index.js';
import { RETRY_DELAYS_MS } from '../../internal.js';
import { CONTEXT, agent } from '../../test-support/run.js';

/** A transport that uses the given function and counts; its other methods are valid. */
async function delivering(deliver: () => unknown) {
  const faults: unknown[][] = [];
  let calls = 0;
  const transport = {
    ...createTestReceiver(),
    deliver: () => {
      calls += 1;
      return deliver();
    },
  } as unknown as WebhookTransport;
  const kit = createTestEngine({
    store: createMemoryStore(),
    webhooks: { transport, random: () => 0 },
    logger: { warn: () => undefined, error: (...fault) => faults.push(fault) },
  });
  const webhookConfig = {
    url: 'https://a.example.com/hooks?token=x',
    secret: 'definition-secret-0',
    eventTypes: ['execution.dispatched', 'execution.completed'],
  };
  const flow = { definitionId: 'flow', name: 'Flow', nodes: [agent('publish')], edges: [], webhookConfig };
  await kit.engine.definitions.create(flow);
  await kit.engine.executions.dispatch({ definitionId: 'flow', triggerContext: CONTEXT });
  await kit.drain();
  const deliveries = async () => (await kit.engine.webhooks.listDeliveries()).items.toReversed();
  return { ...kit, deliveries, faults, calls: () => calls };
}

const QUOTING = new TypeError('cannot sign with definition-secret-0');
const FAULTS: Record<string, { does: () => unknown; logs: unknown }> = {
  'throws at once': {
    does: () => {
      throw QUOTING;
    },
    logs: QUOTING,
  },
  rejects: { does: () => Promise.reject(QUOTING), logs: QUOTING },
  'returns nothing': { does: () => Promise.resolve(), logs: undefined },
  'returns a status that is none': {
    does: () => ({ ok: true, status: '200' }),
    logs: { ok: true, status: '200' },
  },
  'returns no error': { does: () => ({ ok: false, status: null }), logs: { ok: false, status: null } },
};

describe.each(Object.entries(FAULTS))('a transport that %s', (_, { does, logs }) => {
  test('has six attempts, then the delivery is dead and the next one goes out', async () => {
    let isAtFault = true;
    const it = await delivering(() => (isAtFault ? does() : { ok: true, status: 200 }));
    expect(await it.deliveries()).toMatchObject([{ status: 'pending', attempts: 1 }, { attempts: 0 }]);
    for (const delay of RETRY_DELAYS_MS.slice(0, -1)) await it.advance(delay);
    expect(it.calls()).toBe(5);
    await it.advance(RETRY_DELAYS_MS.at(-1)! - 1);
    expect(it.calls()).toBe(5);
    await it.advance(1);
    const [first, second] = await it.deliveries();
    expect(first).toMatchObject({ status: 'dead', attempts: 6, lastStatus: null });
    expect(first?.lastError).toMatch(/the transport .*log/);
    expect(first?.lastError).not.toContain('definition-secret-0');
    expect(it.faults[0]?.[1]).toEqual(logs);
    isAtFault = false;
    await it.advance(RETRY_DELAYS_MS.at(0)!);
    expect((await it.deliveries())[1]).toMatchObject({
      seq: second?.seq,
      status: 'delivered',
      lastStatus: 200,
    });
  });
});
