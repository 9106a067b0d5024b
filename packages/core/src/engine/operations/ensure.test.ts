/** Definitions that `definitions.ensure` treats as the same (contract section 18). */
import { createTestEngine, createTestReceiver } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import type { Definition } from '../../index.js';

const ann = [{ userId: 'ann', mandatory: true }];
const secret = 'a-secret-of-16-chars';

const DEFINITION = {
  definitionId: 'kept',
  name: 'Kept',
  nodes: [
    {
      nodeId: 'draft',
      type: 'human',
      config: { reviewers: ann, onReject: { loopBack: { toNodeId: 'draft' } } },
    },
    { nodeId: 'check', type: 'human', config: { reviewers: ann } },
    { nodeId: 'tell', type: 'webhook', config: { url: 'https://example.com/a' } },
  ],
  edges: [
    { from: 'draft', to: 'check' },
    { from: 'check', to: 'tell' },
  ],
  loops: [{ loopId: 'again', entryNodeId: 'check', bodyNodeIds: ['check'] }],
  triggers: [
    { triggerId: 'ours', inboundWebhook: { authMode: 'hmac', secret } },
    { triggerId: 'theirs', inboundWebhook: { authMode: 'hmac', provider: 'custom', secret } },
  ],
} as const;

type Place = readonly (string | number)[];

/** The definition with another value at one place. */
function withValue(path: Place, value: unknown): Definition {
  const changed = structuredClone(DEFINITION) as unknown as Record<string | number, unknown>;
  let at = changed;
  for (const key of path.slice(0, -1)) at = at[key] as typeof at;
  at[path.at(-1) as string] = value;
  return changed as unknown as Definition;
}

/** Resolves to true if ensuring the stored definition with this change adds a version. */
async function isUpdated(path: Place, value: unknown): Promise<boolean> {
  const { engine } = createTestEngine({ webhooks: { transport: createTestReceiver() } });
  await engine.definitions.ensure(DEFINITION as unknown as Definition);
  const { created, updated, version } = await engine.definitions.ensure(withValue(path, value));
  expect([created, version]).toEqual([false, updated ? 2 : 1]);
  return updated;
}

const REJECTED = '{"args":[{"var":"output.decision"},"reject"],"op":"eq"}';
const TRIGGERS = (index: number, field: string) => ['triggers', index, 'inboundWebhook', field];

test.each<[Place, unknown]>([
  [['scope'], { level: 'apiKey' }],
  [['tags'], []],
  [['loops', 0, 'maxIterations'], 5],
  [['loops', 0, 'onIterationReject'], { when: REJECTED }],
  [['nodes', 0, 'config', 'onReject', 'loopBack', 'when'], REJECTED],
  [TRIGGERS(0, 'provider'), 'svc'],
  [TRIGGERS(0, 'payloadMapping'), 'pass-through'],
  [TRIGGERS(1, 'signatureAlgorithm'), 'sha256'],
])('a default that is written out changes nothing: %j %j', async (path, value) => {
  expect(await isUpdated(path, value)).toBe(false);
});

test.each<[Place, unknown]>([
  [['nodes', 2, 'config', 'url'], 'https://example.com/b'],
  [['nodes', 2, 'config', 'method'], 'PUT'],
  [['nodes', 2, 'config', 'headers'], { accept: '*/*' }],
  [['loops', 0, 'onIterationReject'], { when: REJECTED.replace('"eq"', '"ne"') }],
  [TRIGGERS(0, 'payloadMapping'), 'wrap'],
  [TRIGGERS(1, 'provider'), 'github'],
  [TRIGGERS(1, 'signatureAlgorithm'), 'sha512'],
  [TRIGGERS(1, 'secret'), 'another-secret-of-ours'],
])('what its author has changed is kept: %j %j', async (path, value) => {
  expect(await isUpdated(path, value)).toBe(true);
});
