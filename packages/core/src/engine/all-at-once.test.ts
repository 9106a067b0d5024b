/** `details.issues` lists every fault of a definition or request at once (contract section 14). */
import { createTestEngine, createTestReceiver } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { agent, edge } from '../test-support/run.js';

const FLOW = { definitionId: 'flow', name: 'Flow', nodes: [agent('a')], edges: [] };
const DANGLING = { edges: [edge('a', 'ghost')] };
const SECRET = 'a-secret-of-16-chars';
const WEBHOOK = { url: 'https://hooks.example.com', secret: SECRET };
const trigger = (triggerId: string, more = {}) => ({
  triggerId,
  inboundWebhook: { authMode: 'hmac', ...more },
});

async function kit() {
  const { engine } = createTestEngine({ webhooks: { transport: createTestReceiver() } });
  await engine.definitions.create(FLOW);
  return engine;
}
const said = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (it: unknown) => it as { status: string; details: { issues?: { code: string; path: string }[] } },
  );
  return error?.details.issues?.map(({ code, path }) => `${code} ${path}`) ?? error?.status;
};

describe('of a definition', () => {
  const dangling = 'dangling-edge edges[0].to';
  test.each<[string, object, string[]]>([
    [
      'a URL',
      { webhookConfig: { ...WEBHOOK, url: 'ftp://example.com' } },
      ['invalid-field webhookConfig.url'],
    ],
    [
      'a secret of its receiver',
      { webhookConfig: { url: WEBHOOK.url } },
      ['invalid-field webhookConfig.secret'],
    ],
    [
      'secrets of triggers',
      { triggers: [trigger('t'), trigger('u', { secret: SECRET }), trigger('v')] },
      ['invalid-field triggers[0].inboundWebhook.secret', 'invalid-field triggers[2].inboundWebhook.secret'],
    ],
    [
      'all of them, beside what has no shape',
      {
        colour: 1,
        webhookConfig: { url: 'ftp://example.com', colour: 1 },
        triggers: ['none', trigger('t', { colour: 1 }), trigger('t')],
      },
      [
        'unknown-field colour',
        'unknown-field webhookConfig.colour',
        'invalid-field triggers[0]',
        'unknown-field triggers[1].inboundWebhook.colour',
        'invalid-field triggers[2].triggerId',
        'invalid-field webhookConfig.url',
        'invalid-field webhookConfig.secret',
        'invalid-field triggers[1].inboundWebhook.secret',
        'invalid-field triggers[2].inboundWebhook.secret',
      ],
    ],
  ])('%s, beside its graph: by create, validate and update', async (_, wrong, issues) => {
    const engine = await kit();
    const all = { ...FLOW, ...DANGLING, ...wrong };
    const expected = [dangling, ...issues].toSorted();
    const sorted = async (call: Promise<unknown>) => [await said(call)].flat().toSorted();
    expect(await sorted(engine.definitions.create({ ...all, definitionId: 'other' }))).toEqual(expected);
    expect(await sorted(engine.definitions.update({ ...all, ifVersion: 1 }))).toEqual(expected);
    const validated = await engine.definitions.validate(all);
    expect(validated.issues.map(({ code, path }) => `${code} ${path}`).toSorted()).toEqual(expected);
    expect(validated.compiled).toBeNull();
  });

  test.each<[string, object, unknown]>([
    ['the target that it has', { ifVersion: 1 }, ['unknown-field colour', 'unknown-field scope', dangling]],
    ['another version', { ifVersion: 2 }, ['unknown-field colour', 'unknown-field scope']],
    [
      'no version, and a document without an owner',
      { documentId: 'd' },
      ['unknown-field colour', 'unknown-field scope', 'invalid-field ifVersion'],
    ],
  ])('an update with unknown fields, on %s', async (_, target, issues) => {
    const engine = await kit();
    const update = { definitionId: 'flow', colour: 1, scope: { level: 'apiKey' }, ...DANGLING, ...target };
    expect(await said(engine.definitions.update(update as never))).toEqual(issues);
    expect((await engine.definitions.get({ definitionId: 'flow' })).version).toBe(1);
  });

  test('a secret that is known is not missed', async () => {
    const engine = await kit();
    const [webhookConfig, triggers] = [WEBHOOK, [trigger('t', { secret: SECRET })]];
    await engine.definitions.update({ ...FLOW, ifVersion: 1, webhookConfig, triggers } as never);
    const kept = { webhookConfig: { url: WEBHOOK.url }, triggers: [trigger('t')], ...DANGLING };
    expect(await said(engine.definitions.update({ ...FLOW, ifVersion: 2, ...kept } as never))).toEqual([
      dangling,
    ]);
  });

  test('never more than the limit', async () => {
    const engine = await kit();
    const edges = Array.from({ length: 100 }, (_, index) => edge('a', `ghost-${index}`));
    const webhookConfig = { url: 'ftp://example.com' };
    const issues = await said(engine.definitions.create({ ...FLOW, edges, webhookConfig }));
    expect(issues).toHaveLength(101);
    expect(issues?.at(-1)).toBe('too-many-issues ');
  });
});

describe('of a dispatch', () => {
  test.each<[string, object, string[]]>([
    [
      'the receiver and the context',
      { webhookUrl: 'ftp://example.com', webhookSecret: SECRET, triggerContext: 7 },
      ['invalid-field triggerContext', 'invalid-field webhookUrl'],
    ],
    [
      'the receiver and an unknown field',
      { webhookUrl: 'ftp://example.com', webhookSecret: 'short', colour: 1 },
      ['invalid-field webhookSecret', 'unknown-field colour', 'invalid-field webhookUrl'],
    ],
    [
      'a receiver that is not a string, once',
      { webhookUrl: 7, webhookSecret: SECRET },
      ['invalid-field webhookUrl'],
    ],
  ])('%s', async (_, request, issues) => {
    const engine = await kit();
    expect(await said(engine.executions.dispatch({ definitionId: 'flow', ...request }))).toEqual(issues);
  });
});
