/** Key and token together, over HTTP: which pairs are good, and that bad ones tell nothing. */
import { describe, expect, test } from 'vitest';
import { NOW, createKit, post } from '../test-support/kit.js';
import { generateApiKey, keyIdOf } from './api-keys.js';
import { type KnownApiKey, apiKeyList, createAuthenticator, issueAuthToken } from './index.js';

const LIST = 'definitions/list';

describe('API keys', () => {
  test('are long, random, and kept as a hash', async () => {
    const { apiKey, record } = await generateApiKey();
    expect(apiKey).toMatch(/^ak_[0-9a-z]{12}_[0-9a-z]{52}$/);
    expect(record).toEqual({
      keyId: keyIdOf(apiKey),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(JSON.stringify(record)).not.toContain(apiKey.split('_')[2]);
    const others = await Promise.all(Array.from({ length: 100 }, () => generateApiKey()));
    expect(new Set(others.map((it) => it.apiKey)).size).toBe(100);
  });

  test('two of a workspace live at once; the one that is taken away is dead', async () => {
    const kit = await createKit();
    const [old, next] = [await generateApiKey(), await generateApiKey()];
    const keys = new Map<string, KnownApiKey>();
    const add = (it: typeof old) => keys.set(it.record.keyId, { ...it.record, workspaceId: 'main' });
    add(old);
    add(next);
    const findApiKey = (keyId: string) => Promise.resolve(keys.get(keyId) ?? null);
    const authenticate = createAuthenticator({ ...kit.tokens, findApiKey, rememberMs: 0 });
    const { handler } = await createKit({ authenticate });
    const credentials = await kit.credentials();
    const statusWith = async ({ apiKey }: typeof old) =>
      (await post(handler, LIST, {}, { ...credentials, 'x-svc-api-key': apiKey })).status;
    expect([await statusWith(old), await statusWith(next)]).toEqual(['OK', 'OK']);
    keys.delete(old.record.keyId);
    expect([await statusWith(old), await statusWith(next)]).toEqual(['UNAUTHENTICATED', 'OK']);
  });
});

describe('a failed attempt', () => {
  test('has one body for every cause', async () => {
    const kit = await createKit();
    const good = await kit.credentials();
    const key = good['x-svc-api-key'];
    const token = good['x-svc-auth-token'];
    const of = (request: object, now = NOW) =>
      issueAuthToken({ ...kit.tokens, now: () => now }, { workspaceId: 'main', role: 'admin', ...request });
    const attempts = {
      nothing: {},
      'no token': { 'x-svc-api-key': key },
      'no key': { 'x-svc-auth-token': token },
      'a key that is none': { ...good, 'x-svc-api-key': 'hello' },
      'an unknown key': { ...good, 'x-svc-api-key': (await generateApiKey()).apiKey },
      'a key with a wrong end': {
        ...good,
        'x-svc-api-key': key.slice(0, -1) + (key.endsWith('0') ? '1' : '0'),
      },
      'a key cut off': { ...good, 'x-svc-api-key': key.slice(0, -1) },
      'a key with more behind it': { ...good, 'x-svc-api-key': `${key}0` },
      'the key of another workspace': { ...good, 'x-svc-api-key': kit.apiKeys.other.apiKey },
      'a token of another workspace': { ...good, 'x-svc-auth-token': await of({ workspaceId: 'other' }) },
      'an expired token': { ...good, 'x-svc-auth-token': await of({}, NOW - 3_600_000) },
      'no token at all': { ...good, 'x-svc-auth-token': 'hello' },
      'key and token exchanged': { 'x-svc-api-key': token, 'x-svc-auth-token': key },
    };
    const answers = await Promise.all(
      Object.values(attempts).map((headers) =>
        post(kit.handler, LIST, {}, headers as Record<string, string>),
      ),
    );
    expect(new Set(answers.map((it) => `${it.code} ${it.text}`))).toEqual(
      new Set([
        '401 {"error":{"message":"missing or invalid x-svc-api-key or x-svc-auth-token",' +
          '"status":"UNAUTHENTICATED","details":{}}}',
      ]),
    );
    // A malformed request does not change how bad credentials are answered.
    const odd = await post(kit.handler, LIST, 'no object', {});
    expect(odd.text).toBe(answers[0]?.text);
    expect((await post(kit.handler, LIST, {}, good)).status).toBe('OK');
  });

  test('an unknown key is looked up as a known one is, and its token is looked at as well', async () => {
    const asked: string[] = [];
    const kit = await createKit();
    const authenticate = createAuthenticator({
      ...kit.tokens,
      findApiKey: (keyId) => {
        asked.push(keyId);
        return null;
      },
    });
    const { handler } = await createKit({ authenticate });
    expect((await post(handler, LIST, {}, await kit.credentials())).status).toBe('UNAUTHENTICATED');
    expect(asked).toEqual([kit.apiKeys.main.record.keyId]);
  });

  test("a look-up of keys that fails is the host's fault, not the caller's", async () => {
    const kit = await createKit();
    const findApiKey = () => Promise.reject(new Error('password hunter2 refused'));
    const { handler, logged } = await createKit({
      authenticate: createAuthenticator({ ...kit.tokens, findApiKey }),
    });
    expect(await post(handler, LIST, {}, await kit.credentials())).toMatchObject({
      code: 500,
      status: 'INTERNAL',
    });
    expect(logged).toHaveLength(1);
  });
});

describe('what was found good is remembered', () => {
  const remembering = async (rememberMs?: number) => {
    const kit = await createKit();
    let now = NOW;
    let asked = 0;
    const list = apiKeyList([{ ...kit.apiKeys.main.record, workspaceId: 'main' }]);
    const { handler } = await createKit({
      authenticate: createAuthenticator({
        ...kit.tokens,
        now: () => now,
        ...(rememberMs !== undefined && { rememberMs }),
        findApiKey: (keyId) => {
          asked += 1;
          return list(keyId);
        },
      }),
    });
    const credentials = await kit.credentials();
    const call = async (headers = credentials) => (await post(handler, LIST, {}, headers)).status;
    return { call, credentials, asked: () => asked, goTo: (time: number) => (now = time) };
  };

  test('for 30 seconds', async () => {
    const { call, asked, goTo } = await remembering();
    expect([await call(), await call(), asked()]).toEqual(['OK', 'OK', 1]);
    goTo(NOW + 29_999);
    expect([await call(), asked()]).toEqual(['OK', 1]);
    goTo(NOW + 30_000);
    expect([await call(), asked()]).toEqual(['OK', 2]);
  });

  test('but never past the end of the token', async () => {
    const { call, goTo } = await remembering(86_400_000);
    expect(await call()).toBe('OK');
    goTo(NOW + 899_999);
    expect(await call()).toBe('OK');
    goTo(NOW + 906_000);
    expect(await call()).toBe('UNAUTHENTICATED');
  });

  test('never, if the host says so', async () => {
    const { call, asked } = await remembering(0);
    expect([await call(), await call(), asked()]).toEqual(['OK', 'OK', 2]);
  });

  test('and helps no other pair', async () => {
    const { call, credentials } = await remembering();
    expect(await call()).toBe('OK');
    expect(await call({ ...credentials, 'x-svc-api-key': `${credentials['x-svc-api-key']} ` })).toBe(
      'UNAUTHENTICATED',
    );
    expect(await call({ ...credentials, 'x-svc-auth-token': '' })).toBe('UNAUTHENTICATED');
  });
});

test('keys that could never work are refused when the authenticator is made', async () => {
  const { tokens } = await createKit();
  const make = () =>
    createAuthenticator({
      ...tokens,
      keys: [{ kid: 'k1', algorithm: 'HS256', secret: new Uint8Array(8) }],
      findApiKey: () => null,
    });
  expect(make).toThrow(TypeError);
});
