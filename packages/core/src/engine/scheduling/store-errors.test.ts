/** Errors of the store are UNAVAILABLE; those of the host and of the engine are INTERNAL. */
import { createTestEngine, createTestReceiver, overriding } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import { type EngineOptions, createMemoryStore } from '../../index.js';
import { human, rejectTo, agent } from '../../test-support/run.js';

const definition = {
  definitionId: 'flow',
  name: 'Flow',
  nodes: [human('first', 'ann', rejectTo('rework')), agent('rework')],
  edges: [],
};
const webhookConfig = { url: 'https://example.com/hook', secret: 'a-secret-of-sixteen' };
const fails = (): never => {
  throw new Error('out of order');
};
const receiver = createTestReceiver();

async function attempts(options: Partial<EngineOptions>) {
  const { engine } = createTestEngine(options);
  const statusOf = (run: () => Promise<unknown>): Promise<string> =>
    run().then(
      () => 'OK',
      (error: unknown) => (error as { status: string }).status,
    );
  const more = options.webhooks === undefined ? {} : { webhookConfig };
  const created = await statusOf(() => engine.definitions.create({ ...definition, ...more }));
  const dispatched = await statusOf(() => engine.executions.dispatch({ definitionId: 'flow' }));
  await engine.stop();
  return [created, dispatched];
}

test.each<[string, Partial<EngineOptions>, string]>([
  ['ids', { ids: { next: fails } }, 'INTERNAL'],
  ['normalizeUserId', { normalizeUserId: fails }, 'INTERNAL'],
  [
    'the check of a webhook transport',
    { webhooks: { transport: { ...receiver, checkUrl: fails } } },
    'INTERNAL',
  ],
  [
    'a store that rejects',
    {
      store: overriding(createMemoryStore(), {
        createDefinition: () => Promise.reject(new Error('ECONNREFUSED')),
        findDefinitions: () => Promise.reject(new TypeError('fetch failed')),
      }),
    },
    'UNAVAILABLE',
  ],
  [
    'a store that throws at once',
    { store: overriding(createMemoryStore(), { createDefinition: fails, findDefinitions: fails }) },
    'UNAVAILABLE',
  ],
  [
    'a store that rejects with a text',
    {
      store: overriding(createMemoryStore(), {
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- careless
        createDefinition: () => Promise.reject('gone'),
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- careless
        findDefinitions: () => Promise.reject('gone'),
      }),
    },
    'UNAVAILABLE',
  ],
])('a fault of %s is told as its own', async (_, options, status) => {
  const statuses = await attempts(options);
  expect(statuses).toContain(status);
  expect(statuses).not.toContain(status === 'INTERNAL' ? 'UNAVAILABLE' : 'INTERNAL');
});
