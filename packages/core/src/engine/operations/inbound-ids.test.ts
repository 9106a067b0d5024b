/** The id of a trigger's event when its body has an odd one or none (contract section 13). */
import { createTestEngine, createTestReceiver } from '@org/approval-testkit';
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Definition } from '../../index.js';
import { agent } from '../../test-support/run.js';

const SECRET = 'trigger-secret-0123456';
type Inbound = NonNullable<Definition['triggers']>[number]['inboundWebhook'];
type Headers = Readonly<Record<string, string>>;

async function listening(inboundWebhook: Partial<Inbound>) {
  const { engine, clock } = createTestEngine({ webhooks: { transport: createTestReceiver() } });
  await engine.forWorkspace('main').definitions.create({
    ...{ definitionId: 'flow', name: 'Flow', nodes: [agent('check')], edges: [] },
    triggers: [
      { triggerId: 'push', inboundWebhook: { authMode: 'hmac', secret: SECRET, ...inboundWebhook } },
    ],
  });
  /** Headers as a provider signs them; only our own signature covers the id. */
  const headersOf = (body: string, id: string): Headers => {
    const seconds = String(clock.now() / 1_000);
    const head = inboundWebhook?.provider === 'github' ? '' : `${id}.${seconds}.`;
    const digest = createHmac('sha256', SECRET).update(head + body);
    if (head === '') return { 'x-hub-signature-256': `sha256=${digest.digest('hex')}` };
    const signature = `v1,${digest.digest('base64')}`;
    return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature };
  };
  /** Resolves to true for a repeated event. */
  return async (body: string, id = 'e-1', more: Headers = {}): Promise<boolean> => {
    const result = await engine.inbound.trigger(
      { workspaceId: 'main', definitionId: 'flow', triggerId: 'push' },
      { headers: { ...headersOf(body, id), ...more }, body: new TextEncoder().encode(body) },
    );
    if (!result.accepted) throw new Error(result.code);
    return result.deduplicated;
  };
}

test.each([
  ['12345678901234567890', '12345678901234567891'],
  ['0.12345678901234567890', '0.12345678901234567891'],
])('a number of more digits than JSON keeps is one event: %s', async (id, other) => {
  const isRepeat = await listening({ provider: 'github', idempotencyBodyPath: 'id' });
  expect(await isRepeat(`{"id":${id}}`)).toBe(false);
  expect(await isRepeat(`{"id":${id}}`)).toBe(true);
  expect(await isRepeat(`{"id":${other}}`)).toBe(false);
});

const WITHOUT = ['{}', '{"id":null}', '{"id":""}', '{"id":{}}'];
const declared = { idempotencyBodyPath: 'id', idempotencyHeader: 'x-id' };

test.each(WITHOUT)('without an id in the body it is the one that is signed: %s', async (body) => {
  const isRepeat = await listening(declared);
  expect(await isRepeat(body)).toBe(false);
  expect(await isRepeat(body, 'e-1', { 'x-id': 'another' })).toBe(true);
  expect(await isRepeat(body, 'e-2')).toBe(false);
});

test.each(WITHOUT)('an unsigned header does not replace it: %s', async (body) => {
  const isRepeat = await listening({ provider: 'github', ...declared });
  const unsigned = { 'x-id': 'i', 'x-github-delivery': 'd' };
  expect(await isRepeat(body, '', unsigned)).toBe(false);
  expect(await isRepeat(body, '', unsigned)).toBe(false);
});
