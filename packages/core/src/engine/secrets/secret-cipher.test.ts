import { createTestEngine, createTestReceiver, overriding } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { type SecretKey, createMemoryStore } from '../../index.js';
import { CONTEXT, agent, human, rejectTo } from '../../test-support/run.js';
import { ROTATION_OVERLAP_MS } from './definition-secrets.js';
import { SecretCipher } from './secret-cipher.js';

const key = (keyId: string, fill: number): SecretKey => ({ keyId, key: new Uint8Array(32).fill(fill) });
const K1 = key('k1', 1);
const K2 = key('k2', 2);
const cipher = (...keys: SecretKey[]) => new SecretCipher({ keys, plaintext: false });

describe('the cipher', () => {
  test('opens any string that it sealed', async () => {
    for (const text of ['', 'secret', 'ä€😀', 'x'.repeat(100_000)]) {
      expect(await cipher(K1).open('owner', await cipher(K1).seal('owner', text))).toBe(text);
    }
  });

  test('never seals twice alike, and shows nothing of the text', async () => {
    const sealed = [await cipher(K1).seal('o', 'a-secret'), await cipher(K1).seal('o', 'a-secret')];
    expect(sealed[0]).not.toBe(sealed[1]);
    expect(sealed.join()).not.toContain('a-secret');
    expect(sealed[0]).toMatch(/^v1\.k1\./);
  });

  test('opens with any key of the ring, seals with the first', async () => {
    const sealed = await cipher(K1).seal('o', 'text');
    const ring = cipher(K2, K1);
    expect(await ring.open('o', sealed)).toBe('text');
    expect([ring.isOutdated(sealed), cipher(K1).isOutdated(sealed)]).toEqual([true, false]);
    expect(await ring.seal('o', 'text')).toMatch(/^v1\.k2\./);
  });

  test('takes a text that is not sealed only where the host allows it, key or no key', async () => {
    const [open, closed] = [true, false].map((plaintext) => new SecretCipher({ keys: [K1], plaintext }));
    expect(await open?.open('owner', 'plain.text')).toBe('text');
    await expect(closed?.open('owner', 'plain.text')).rejects.toMatchObject({ status: 'UNAVAILABLE' });
    await expect(cipher().open('owner', 'plain.text')).rejects.toMatchObject({ status: 'UNAVAILABLE' });
  });

  test('opens nothing that was changed, moved, or sealed with an unknown key', async () => {
    const sealed = await cipher(K1).seal('owner', 'text');
    const unavailable = { status: 'UNAVAILABLE' };
    const [version, keyId, nonce, body] = sealed.split('.') as [string, string, string, string];
    const flipped = body.startsWith('A') ? `B${body.slice(1)}` : `A${body.slice(1)}`;
    const changed = [
      `${version}.${keyId}.${nonce}.${flipped}`,
      `${version}.${keyId}.${nonce}.`,
      'v1.k1',
      '',
      '!.!.!.!',
    ];
    for (const text of changed)
      await expect(cipher(K1).open('owner', text)).rejects.toMatchObject(unavailable);
    await expect(cipher(K1).open('another owner', sealed)).rejects.toMatchObject(unavailable);
    await expect(cipher(K2).open('owner', sealed)).rejects.toMatchObject(unavailable);
    await expect(cipher(key('k1', 9)).open('owner', sealed)).rejects.toMatchObject(unavailable);
  });

  test.each<[string, unknown]>([
    ['a key of 16 bytes', { keyId: 'k', key: new Uint8Array(16) }],
    ['a key that is a text', { keyId: 'k', key: 'x'.repeat(32) }],
    ['an id with a full stop', { keyId: 'a.b', key: new Uint8Array(32) }],
    ['no id', { key: new Uint8Array(32) }],
  ])('refuses %s', (_, given) => {
    expect(() => cipher(given as SecretKey)).toThrow(TypeError);
  });

  test('refuses two keys with one id', () => {
    expect(() => cipher(K1, K1)).toThrow(/same keyId/);
  });
});

const WEBHOOK = { url: 'https://d.example.com', secret: 'definition-secret-1' };
const FLOW = {
  definitionId: 'flow',
  name: 'Flow',
  nodes: [human('review', 'ann', rejectTo('rework')), agent('rework')],
  edges: [],
  webhookConfig: WEBHOOK,
};
const OF_RUN = { webhookUrl: 'https://r.example.com', webhookSecret: 'run-secret-0123456' };
const durable = () => overriding(createMemoryStore(), { durable: true });

describe('secrets at rest', () => {
  test('reach the store sealed', async () => {
    const store = durable();
    const { engine } = createTestEngine({
      store,
      secretKeys: [K1],
      webhooks: { transport: createTestReceiver() },
    });
    await engine.definitions.create(FLOW);
    await engine.executions.dispatch({ definitionId: 'flow', triggerContext: CONTEXT, ...OF_RUN });
    const page = await store.listSecrets({ limit: 10, cursor: null });
    if (page === 'bad-cursor') throw new Error(page);
    expect(page.items).toHaveLength(2);
    for (const { sealed } of page.items) expect(sealed).toMatch(/^v1\.k1\.[\w-]+\.[\w-]+$/);
  });

  test('a durable store gets none without a key, unless the host says so', async () => {
    const webhooks = { transport: createTestReceiver() };
    const { engine } = createTestEngine({ store: durable(), webhooks });
    await expect(engine.definitions.create(FLOW)).rejects.toMatchObject({ status: 'FAILED_PRECONDITION' });
    const { webhookConfig: _, ...without } = FLOW;
    await engine.definitions.create(without);
    const dispatch = engine.executions.dispatch({ definitionId: 'flow', triggerContext: CONTEXT, ...OF_RUN });
    await expect(dispatch).rejects.toThrow(/secretKeys/);
    const allowed = createTestEngine({ store: durable(), webhooks, allowPlaintextSecrets: true });
    await allowed.engine.definitions.create(FLOW);
  });

  test('are sealed again with the newest key, and still sign', async () => {
    const store = durable();
    const receiver = createTestReceiver();
    const with1 = createTestEngine({
      store,
      secretKeys: [K1],
      webhooks: { transport: receiver },
      jobs: { run: false },
    });
    await with1.engine.definitions.create(FLOW);
    await with1.engine.executions.dispatch({ definitionId: 'flow', triggerContext: CONTEXT, ...OF_RUN });
    const with2 = createTestEngine({
      store,
      secretKeys: [K2, K1],
      webhooks: { transport: receiver },
      jobs: { run: false },
    });
    expect([await with2.engine.resealSecrets(), await with2.engine.resealSecrets()]).toEqual([2, 0]);
    const only2 = createTestEngine({ store, secretKeys: [K2], webhooks: { transport: receiver } });
    await only2.drain();
    expect(receiver.received.map((it) => it.secrets)).toEqual([
      [OF_RUN.webhookSecret],
      [OF_RUN.webhookSecret],
    ]);
  });
});

test('a secret that cannot be opened keeps no other from being sealed again', async () => {
  const store = durable();
  const made = async (workspaceId: string, secretKeys: SecretKey[]) => {
    const webhooks = { transport: createTestReceiver() };
    const ids = { next: (kind: string) => `${kind}_${workspaceId}` };
    const { engine } = createTestEngine({ store, secretKeys, webhooks, ids });
    await engine.forWorkspace(workspaceId).definitions.create(FLOW);
  };
  const sealedWith = async () => {
    const page = await store.listSecrets({ limit: 10, cursor: null });
    if (page === 'bad-cursor') throw new Error(page);
    return page.items.map((it) => it.sealed.split('.')[1]).toSorted();
  };
  await made('first', [K1]);
  await made('lost', [key('gone', 9)]);
  await made('third', [K1]);
  const { engine } = createTestEngine({ store, secretKeys: [K2, K1] });
  const refused: unknown = await engine.resealSecrets().catch((error: unknown) => error);
  expect(String(refused)).toMatch(/2 secrets were sealed again, and 1 could not be opened .*"gone"/);
  expect(await sealedWith()).toEqual(['gone', 'k2', 'k2']);
  expect(refused).toMatchObject({
    status: 'UNAVAILABLE',
    details: {
      resealed: 2,
      unreadable: 1,
      owners: [{ kind: 'definition', workspaceId: 'lost', version: 1 }],
    },
  });
});

describe('changing a secret (contract section 12)', () => {
  async function rotated(change: object) {
    const receiver = createTestReceiver();
    const kit = createTestEngine({ webhooks: { transport: receiver } });
    await kit.engine.definitions.create(FLOW);
    const decide = async (executionId: string) => {
      const before = receiver.received.length;
      await kit.engine.steps.recordReviewerDecision({
        executionId,
        stepId: 'step_review',
        reviewerId: 'ann',
        decision: 'approve',
      });
      await kit.drain();
      return receiver.received.slice(before).map((it) => it.secrets);
    };
    const dispatch = async () => {
      const { executionId } = await kit.engine.executions.dispatch({
        definitionId: 'flow',
        triggerContext: CONTEXT,
      });
      await kit.drain();
      return executionId;
    };
    const underWay = [await dispatch(), await dispatch()] as const;
    await kit.engine.definitions.update({ definitionId: 'flow', ifVersion: 1, ...change });
    return { ...kit, receiver, decide, dispatch, underWay };
  }
  const both = ['definition-secret-2', 'definition-secret-1'];
  const webhookConfig = { ...WEBHOOK, secret: 'definition-secret-2' };

  test('both sign for a day, the new one first, also for runs under way; then only the new one', async () => {
    const { decide, dispatch, advance, underWay } = await rotated({ webhookConfig });
    for (const secrets of await decide(underWay[0])) expect(secrets).toEqual(both);
    for (const secrets of await decide(await dispatch())) expect(secrets).toEqual(both);
    await advance(ROTATION_OVERLAP_MS);
    for (const secrets of await decide(underWay[1])) expect(secrets).toEqual(['definition-secret-2']);
  });

  test('a change within the overlap keeps all secrets', async () => {
    const { engine, decide, underWay } = await rotated({ webhookConfig });
    const third = { ...WEBHOOK, secret: 'definition-secret-3' };
    await engine.definitions.update({ definitionId: 'flow', ifVersion: 2, webhookConfig: third });
    for (const secrets of await decide(underWay[0]))
      expect(secrets).toEqual(['definition-secret-3', ...both]);
  });

  test('the secret of another receiver does not sign for this one', async () => {
    const moved = { url: 'https://other.example.com', secret: 'definition-secret-2' };
    const { decide, underWay } = await rotated({ webhookConfig: moved });
    for (const secrets of await decide(underWay[0])) expect(secrets).toEqual(['definition-secret-1']);
  });

  const elsewhere = 'https://other.example.com';
  test.each<[string, readonly { url: string; secret?: string }[], string[]]>([
    ['with its own', [{ url: elsewhere, secret: 'definition-secret-2' }], ['definition-secret-2']],
    ['with the same', [{ url: elsewhere }], ['definition-secret-1']],
    ['within an overlap, with the newest', [webhookConfig, { url: elsewhere }], ['definition-secret-2']],
    [
      'there and back again',
      [
        { url: elsewhere, secret: 'definition-secret-2' },
        { ...WEBHOOK, secret: 'definition-secret-3' },
      ],
      ['definition-secret-3'],
    ],
    [
      'and is changed there',
      [
        { url: elsewhere, secret: 'definition-secret-2' },
        { url: elsewhere, secret: 'definition-secret-3' },
      ],
      ['definition-secret-3', 'definition-secret-2'],
    ],
  ])(
    'a receiver that moves signs %s: nothing that another one knows signs for it',
    async (_, changes, signing) => {
      const [first, ...more] = changes;
      const { engine, decide, dispatch } = await rotated({ webhookConfig: first });
      for (const [index, next] of more.entries())
        await engine.definitions.update({ definitionId: 'flow', ifVersion: 2 + index, webhookConfig: next });
      for (const secrets of await decide(await dispatch())) expect(secrets).toEqual(signing);
    },
  );

  test('also when the definition is ensured', async () => {
    const { engine, decide, dispatch } = await rotated({ webhookConfig });
    const moved = { url: elsewhere, secret: 'definition-secret-3' };
    await engine.definitions.ensure({ ...FLOW, webhookConfig: moved });
    for (const secrets of await decide(await dispatch())) expect(secrets).toEqual(['definition-secret-3']);
  });
});
