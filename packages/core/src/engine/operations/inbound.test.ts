import { createTestEngine, createTestReceiver, overriding } from '@org/approval-testkit';
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ApprovalStore, type Definition, createMemoryStore } from '../../index.js';
import type { JsonArray } from '../../definition.js';
import { agent, human, rejectTo } from '../../test-support/run.js';

const SECRET = 'trigger-secret-0123456';
type Inbound = NonNullable<Definition['triggers']>[number]['inboundWebhook'];

const sign = (body: string, algorithm = 'sha256', secret = SECRET) =>
  createHmac(algorithm, secret).update(body).digest('hex');
/** Start time of a test engine, in the seconds of `webhook-timestamp`. */
const NOW_S = createTestEngine().clock.now() / 1_000;

/** The Standard Webhooks trio, as our own events carry it. */
function signed(body: string, more: Record<string, string> = {}, id = 'e-1', timestamp = NOW_S) {
  const signature = createHmac('sha256', SECRET).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    ...{ 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` },
    ...more,
  };
}
/** A signature of the body alone, for a custom sender. */
const custom = (body: string, more: Record<string, string> = {}) => ({
  'x-svc-signature': `sha256=${sign(body)}`,
  ...more,
});
const github = (body: string, more: Record<string, string> = {}) => ({
  'x-hub-signature-256': `sha256=${sign(body)}`,
  ...more,
});
const vercel = (body: string, more: Record<string, string> = {}) => ({
  'x-vercel-signature': sign(body, 'sha1'),
  ...more,
});
const OF_SENDER = { svc: signed, custom, github, vercel };

const FLOW = {
  definitionId: 'flow',
  name: 'Flow',
  nodes: [human('review', 'ann', rejectTo('rework')), agent('rework')],
  edges: [],
};

async function listening(inboundWebhook: Partial<Inbound> = {}, store: ApprovalStore = createMemoryStore()) {
  const kit = createTestEngine({ store, webhooks: { transport: createTestReceiver() } });
  await kit.engine.forWorkspace('main').definitions.create({
    ...FLOW,
    triggers: [
      { triggerId: 'push', inboundWebhook: { authMode: 'hmac', secret: SECRET, ...inboundWebhook } },
    ],
  });
  const target = { workspaceId: 'main', definitionId: 'flow', triggerId: 'push' };
  const send = (body: string, headers: Record<string, string> = signed(body), more: object = {}) =>
    kit.engine.inbound.trigger({ ...target, ...more }, { headers, body: new TextEncoder().encode(body) });
  const contextOf = async (result: object) =>
    (
      await kit.engine
        .forWorkspace('main')
        .executions.get({ executionId: (result as { executionId: string }).executionId })
    ).triggerContext;
  return { ...kit, send, contextOf };
}

/** Returns the stored form of a trigger. */
const withoutSecret = ({ triggerId, inboundWebhook }: NonNullable<Definition['triggers']>[number]) => ({
  triggerId,
  inboundWebhook: { authMode: inboundWebhook?.authMode ?? null },
});

const UNAUTHENTICATED = expect.objectContaining({
  status: 'UNAUTHENTICATED',
  message: 'the request could not be authenticated',
}) as unknown;

describe('triggers of one id', () => {
  const bearer = {
    triggerId: 'push',
    inboundWebhook: { authMode: 'bearer', secret: 'secret-of-the-first' },
  } as const;
  const hmac = { triggerId: 'push', inboundWebhook: { authMode: 'hmac', secret: SECRET } } as const;
  const REPEATED = {
    status: 'INVALID_ARGUMENT',
    details: { issues: [{ code: 'invalid-field', path: 'triggers[1].triggerId' }] },
  };

  test('are refused by create, ensure, update and validate', async () => {
    const { engine } = await listening();
    const { definitions } = engine.forWorkspace('main');
    const twice = { ...FLOW, triggers: [bearer, hmac] };
    await expect(definitions.create({ ...twice, definitionId: 'new' })).rejects.toMatchObject(REPEATED);
    await expect(definitions.ensure(twice)).rejects.toMatchObject(REPEATED);
    const update = { definitionId: 'flow', ifVersion: 1, triggers: [bearer, hmac] };
    await expect(definitions.update(update)).rejects.toMatchObject(REPEATED);
    expect(await definitions.validate(twice)).toMatchObject({ valid: false, ...REPEATED.details });
  });

  test('that were kept before start nothing, by whichever secret; the rest of their definition works', async () => {
    const store = createMemoryStore();
    const asBefore = overriding(store, {
      createDefinition: (first) =>
        store.createDefinition({
          ...first,
          authored: {
            ...first.authored,
            triggers: [withoutSecret(bearer), ...(first.authored['triggers'] as JsonArray)],
          },
        }),
    });
    const { engine, send } = await listening({}, asBefore);
    const { definitions, executions } = engine.forWorkspace('main');
    for (const headers of [
      signed('{}'),
      { authorization: `Bearer ${SECRET}` },
      { authorization: 'Bearer secret-of-the-first' },
    ])
      await expect(send('{}', headers)).rejects.toEqual(UNAUTHENTICATED);
    expect((await definitions.get({ definitionId: 'flow' })).triggers).toHaveLength(2);
    expect(await executions.dispatch({ definitionId: 'flow' })).toMatchObject({ deduplicated: false });
    await definitions.update({ definitionId: 'flow', ifVersion: 1, triggers: [hmac] });
    expect(await send('{}')).toMatchObject({ accepted: true });
  });
});

describe('a trigger (contract section 13)', () => {
  test('starts a run with the body as its context', async () => {
    const { send, contextOf } = await listening();
    const result = await send('{"url":"https://example.com","n":1}');
    expect(result).toEqual({
      accepted: true,
      code: 'accepted',
      executionId: expect.any(String) as unknown,
      deduplicated: false,
    });
    expect(await contextOf(result)).toEqual({ url: 'https://example.com', n: 1 });
  });

  test('wraps the body if it says so; otherwise the body must be an object', async () => {
    const wrapping = await listening({ payloadMapping: 'wrap' });
    expect(await wrapping.contextOf(await wrapping.send('[1,2]'))).toEqual({ source: [1, 2] });
    const plain = await listening();
    for (const body of ['[1]', '7', 'null', '"x"']) {
      await expect(plain.send(body)).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
    }
    await expect(plain.send('{')).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
    await expect(plain.send('{"__proto__":1}')).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
    for (const twice of ['{"n":1,"n":2}', '{"a":[{"n":1,"b":0,"\\u006e":2}]}'])
      await expect(plain.send(twice)).rejects.toThrow(/stands twice in one object/);
    expect(await plain.send('\ufeff{"n":1}')).toMatchObject({ accepted: true });
  });

  const body = '{"type":"a","id":"e1","nested":{"id":42}}';
  test.each<[string, Partial<Inbound>, Record<string, string>]>([
    ['a wrong signature', {}, signed('other')],
    ['a signature under another id', {}, { ...signed(body), 'webhook-id': 'e-2' }],
    ['a signature of another time', {}, { ...signed(body), 'webhook-timestamp': String(NOW_S + 1) }],
    ['a signature that is too old', {}, signed(body, {}, 'e-1', NOW_S - 301)],
    ['a signature of the future', {}, signed(body, {}, 'e-1', NOW_S + 301)],
    ['a signature without a time, of our own events', {}, custom(body)],
    ['a wrong signature of the body', { provider: 'custom' }, custom('other')],
    ['a wrong signature of Vercel', { provider: 'vercel' }, vercel('other')],
    ['no signature', {}, {}],
    ['the bearer secret, where a signature is asked for', {}, { authorization: `Bearer ${SECRET}` }],
    ['a signature, where a bearer is asked for', { authMode: 'bearer' }, signed(body)],
    ['a wrong bearer', { authMode: 'bearer' }, { authorization: `Bearer ${SECRET}x` }],
    ['an empty bearer', { authMode: 'bearer' }, { authorization: 'Bearer ' }],
    ['a bearer of another scheme', { authMode: 'bearer' }, { authorization: `Basic ${SECRET}` }],
  ])('refuses %s', async (_, inboundWebhook, headers) => {
    const { send } = await listening(inboundWebhook);
    await expect(send(body, headers)).rejects.toEqual(UNAUTHENTICATED);
  });

  test.each<[string, object]>([
    ['workspace', { workspaceId: 'ghost' }],
    ['workspace with a text that no store holds', { workspaceId: 'a\0b' }],
    ['definition', { definitionId: 'ghost' }],
    ['definition with an id that is none', { definitionId: '../x' }],
    ['trigger', { triggerId: 'ghost' }],
    ['trigger of the prototype', { triggerId: 'constructor' }],
    ['document without its organization', { documentId: 'd' }],
  ])('an unknown %s is answered like a bad signature', async (_, more) => {
    const { send } = await listening();
    await expect(send(body, signed(body), more)).rejects.toEqual(UNAUTHENTICATED);
  });

  test.each<[string, Partial<Inbound>, Record<string, string>]>([
    ['a bearer', { authMode: 'bearer' }, { authorization: `bearer ${SECRET}` }],
    [
      'its own header, algorithm and prefix',
      { provider: 'custom', signatureHeader: 'X-Sig', signatureAlgorithm: 'sha512', signaturePrefix: '' },
      { 'x-sig': sign(body, 'sha512') },
    ],
    [
      'SHA-1 in base64',
      {
        provider: 'custom',
        signatureHeader: 'X-Sig',
        signatureAlgorithm: 'sha1',
        signatureEncoding: 'base64',
      },
      { 'x-sig': createHmac('sha1', SECRET).update(body).digest('base64') },
    ],
  ])('takes %s', async (_, inboundWebhook, headers) => {
    const { send } = await listening(inboundWebhook);
    expect(await send(body, headers)).toMatchObject({ accepted: true });
  });

  test.each<[string, Partial<Inbound>, Record<string, string>, boolean]>([
    ['the type in the body of our own events', { allowedEvents: ['a'] }, {}, true],
    ['another type', { allowedEvents: ['b'] }, {}, false],
    ['a header', { allowedEvents: ['b'], eventNameHeader: 'X-Event' }, { 'x-event': 'b' }, true],
    ['a header that is missing', { allowedEvents: ['a'], eventNameHeader: 'X-Event' }, {}, false],
    [
      'the header of GitHub',
      { provider: 'github', allowedEvents: ['push'] },
      { 'x-github-event': 'push' },
      true,
    ],
    [
      'the header of Vercel',
      { provider: 'vercel', allowedEvents: ['deployment.ready'] },
      { 'x-vercel-deployment-event': 'deployment.ready' },
      true,
    ],
    ['the type in the body of Vercel', { provider: 'vercel', allowedEvents: ['a'] }, {}, true],
    ['nothing, for a custom sender', { provider: 'custom', allowedEvents: ['a'] }, {}, false],
  ])('filters by %s', async (_, inboundWebhook, more, accepted) => {
    const { engine, send } = await listening(inboundWebhook);
    const sender = OF_SENDER[inboundWebhook?.provider ?? 'svc'];
    const result = await send(body, sender(body, more));
    if (accepted) expect(result).toMatchObject({ accepted: true });
    else expect(result).toEqual({ accepted: false, code: 'event-ignored' });
    expect((await engine.forWorkspace('main').executions.list()).items).toHaveLength(accepted ? 1 : 0);
  });

  test.each<[string, Partial<Inbound>, Record<string, string>, string | null]>([
    ['the id under our own signature', {}, {}, 'trig:flow:push:e-1'],
    ['that id, despite other headers', {}, { 'x-svc-event-id': 'e-2' }, 'trig:flow:push:e-1'],
    ['the header of GitHub', { provider: 'github' }, { 'x-github-delivery': 'd-1' }, 'trig:flow:push:d-1'],
    ['its own header', { idempotencyHeader: 'X-Id' }, { 'x-id': 'i' }, 'trig:flow:push:i'],
    ['a path in the body', { idempotencyBodyPath: 'nested.id' }, {}, 'trig:flow:push:42'],
    [
      'a path in the body, before an unsigned header',
      { provider: 'github', idempotencyBodyPath: 'nested.id', idempotencyHeader: 'x-id' },
      { 'x-id': 'another' },
      'trig:flow:push:42',
    ],
    [
      'an id that is not a key, by its hash',
      { provider: 'custom', idempotencyHeader: 'x-id' },
      { 'x-id': 'e 1' },
      'trig:flow:push:f6a0bd8b05dfc6bbb24b5ab9ec4b34ba5e3bc9ffaecb2c3d54fb3e4e5ba9f5a5',
    ],
    ['nothing', { provider: 'custom' }, {}, null],
  ])('is idempotent by %s', async (name, inboundWebhook, more, key) => {
    const { engine, send } = await listening(inboundWebhook);
    const headers = OF_SENDER[inboundWebhook?.provider ?? 'svc'](body, more);
    const [first, second] = [await send(body, headers), await send(body, headers)];
    expect(first).toMatchObject({ deduplicated: false });
    expect(second).toMatchObject({ deduplicated: key !== null });
    const { items } = await engine.forWorkspace('main').executions.list();
    expect(items).toHaveLength(key === null ? 2 : 1);
    if (name.includes('hash')) expect(items[0]?.idempotencyKey).toMatch(/^trig:flow:push:[0-9a-f]{64}$/);
    else expect(items[0]?.idempotencyKey).toBe(key);
  });

  test('an id that is a longer number than JSON keeps starts one run, and one like it another', async () => {
    const { engine, send } = await listening({ idempotencyBodyPath: 'id' });
    const sent = async (id: string) => send(`{"id":${id}}`, signed(`{"id":${id}}`));
    expect(await sent('12345678901234567890')).toMatchObject({ deduplicated: false });
    expect(await sent('12345678901234567890')).toMatchObject({ deduplicated: true });
    expect(await sent('12345678901234567891')).toMatchObject({ deduplicated: false });
    expect((await engine.forWorkspace('main').executions.list()).items).toHaveLength(2);
  });

  test('an event of one organization does not use up the id of another one, nor of the workspace', async () => {
    const { engine, send } = await listening({ idempotencyBodyPath: 'nested.id' });
    const on = engine.forWorkspace('main');
    const scopes = [
      { organizationId: 'acme' },
      { organizationId: 'bolt' },
      { organizationId: 'bolt', documentId: 'd-1' },
    ];
    for (const scope of scopes) {
      const level = 'documentId' in scope ? 'document' : 'organization';
      const inboundWebhook = { authMode: 'hmac', secret: SECRET, idempotencyBodyPath: 'nested.id' } as const;
      const triggers = [{ triggerId: 'push', inboundWebhook }];
      await on.definitions.create({ ...FLOW, scope: { level, ...scope } as Definition['scope'], triggers });
    }
    const all = [{}, ...scopes];
    const sent = async () => {
      const results = [];
      for (const scope of all) results.push(await send(body, signed(body), scope));
      return results as { executionId: string; deduplicated: boolean }[];
    };
    const [first, again] = [await sent(), await sent()];
    expect(first.map((it) => it.deduplicated)).toEqual([false, false, false, false]);
    expect(new Set(first.map((it) => it.executionId)).size).toBe(all.length);
    expect(again).toEqual(first.map((it) => ({ ...it, deduplicated: true })));
    // An organization without a definition starts that of the workspace, once.
    const other = await send(body, signed(body), { organizationId: 'cole' });
    expect(other).toMatchObject({ executionId: first[0]?.executionId, deduplicated: true });
  });

  test('asks for admission once it knows who asks, and before it does anything', async () => {
    const { engine } = await listening();
    const admitted: string[] = [];
    const admit = (workspaceId: string) => {
      admitted.push(workspaceId);
      return Promise.reject(new Error('no'));
    };
    const target = { workspaceId: 'main', definitionId: 'flow', triggerId: 'push' };
    const bytes = new TextEncoder().encode(body);
    await expect(engine.inbound.trigger(target, { headers: {}, body: bytes }, admit)).rejects.toEqual(
      UNAUTHENTICATED,
    );
    expect(admitted).toEqual([]);
    await expect(
      engine.inbound.trigger(target, { headers: signed(body), body: bytes }, admit),
    ).rejects.toThrow();
    expect(admitted).toEqual(['main']);
    expect((await engine.forWorkspace('main').executions.list()).items).toEqual([]);
  });
});

test('what was overheard is sent again under another id: refused, or the same run', async () => {
  const body = '{"n":1}';
  const { engine, send, clock } = await listening();
  const first = signed(body);
  expect(await send(body, first)).toMatchObject({ deduplicated: false });
  await expect(send(body, { ...first, 'webhook-id': 'e-2', 'x-svc-event-id': 'e-2' })).rejects.toEqual(UNAUTHENTICATED); // prettier-ignore
  expect(await send(body, first)).toMatchObject({ deduplicated: true });
  await clock.advance(300_001);
  await expect(send(body, first)).rejects.toEqual(UNAUTHENTICATED);
  expect((await engine.forWorkspace('main').executions.list()).items).toHaveLength(1);
});
