/** Tokens: asked for before each attempt, refreshed once when the engine refuses them. */
import { describe, expect, test, vi } from 'vitest';
import type { GetAuthToken } from './index.js';
import { type World, createWorld } from './test-support/world.js';

const MINUTE_MS = 60_000;

/** A host that caches its token until the token is refused. */
async function keepingHost(world: World) {
  let kept = await world.token({ ttlSeconds: 60 });
  return vi.fn<GetAuthToken>(async ({ forceRefresh }) => {
    if (forceRefresh) kept = await world.token({ ttlSeconds: 60 });
    return kept;
  });
}

test('a token that has expired is refreshed once, and the call goes on', async () => {
  const world = await createWorld();
  const getAuthToken = await keepingHost(world);
  const client = world.client({ getAuthToken });
  await client.definitions.list();
  await world.test.advance(10 * MINUTE_MS);
  expect(await client.definitions.list()).toMatchObject({ items: [] });
  await client.definitions.list();
  expect(getAuthToken.mock.calls.map(([asked]) => asked.forceRefresh)).toEqual([false, false, true, false]);
  expect(world.proxy.requests).toHaveLength(4);
});

test('a new token that is refused as well ends the call without a third request', async () => {
  const world = await createWorld();
  const getAuthToken = vi.fn<GetAuthToken>(() => 'no-token-of-ours');
  await expect(world.client({ getAuthToken }).definitions.list()).rejects.toMatchObject({
    status: 'UNAUTHENTICATED',
    httpStatus: 401,
    outcomeUnknown: false,
  });
  expect(getAuthToken).toHaveBeenCalledTimes(2);
  expect(world.proxy.requests).toHaveLength(2);
});

test('a token that cannot be refreshed is tried once', async () => {
  const world = await createWorld();
  const client = world.client({ authToken: 'no-token-of-ours' });
  await expect(client.definitions.list()).rejects.toMatchObject({ status: 'UNAUTHENTICATED' });
  expect(world.proxy.requests).toHaveLength(1);
});

test('calls that are refused at the same time share one refresh', async () => {
  const world = await createWorld();
  const good = await world.token();
  let answer: (token: string) => void = () => undefined;
  let refreshes = 0;
  const getAuthToken: GetAuthToken = ({ forceRefresh }) => {
    if (!forceRefresh) return 'no-token-of-ours';
    refreshes += 1;
    return new Promise((resolve) => (answer = resolve));
  };
  let refused = 0;
  const client = world.client({
    getAuthToken,
    async fetch(url, init) {
      const response = await fetch(url, init);
      const text = await response.text();
      refused += 1;
      return { status: response.status, headers: response.headers, text: () => Promise.resolve(text) };
    },
  });
  const calls = Promise.all([1, 2, 3].map(() => client.definitions.list()));
  await vi.waitFor(() => {
    expect(refused).toBe(3);
  });
  // All three have looked at what they got.
  await new Promise((resolve) => setImmediate(resolve));
  expect(refreshes).toBe(1);
  answer(good);
  expect(await calls).toHaveLength(3);
  expect(refreshes).toBe(1);
});

describe('a host that', () => {
  test('throws is asked again, also for what is not repeatable: nothing was sent', async () => {
    const world = await createWorld();
    const good = await world.token();
    let isDown = true;
    const getAuthToken = vi.fn<GetAuthToken>(() => {
      if (isDown) throw new Error('the login service is down');
      return good;
    });
    const notices: string[] = [];
    const client = world.client({
      getAuthToken,
      onRetry: ({ error }) => void notices.push(`${error.message}, ${error.outcomeUnknown}`),
      retry: {
        sleep: async () => {
          isDown = false;
        },
      },
    });
    await expect(client.definitions.delete({ definitionId: 'none' })).rejects.toMatchObject({
      status: 'NOT_FOUND',
    });
    expect(notices).toEqual([
      'could not get a token to call definitions/delete: the login service is down, false',
    ]);
    expect(world.proxy.requests).toHaveLength(1);
  });

  test('never answers is not waited for longer than an attempt may take', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const world = await createWorld();
    const getAuthToken: GetAuthToken = () => {
      queueMicrotask(() => vi.advanceTimersByTime(5_000));
      return new Promise(() => undefined);
    };
    const client = world.client({ getAuthToken, timeoutMs: 5_000, retry: { maxAttempts: 1 } });
    await expect(client.definitions.list()).rejects.toMatchObject({
      status: 'UNAVAILABLE',
      message: 'could not get a token to call definitions/list: no answer within 5000 ms',
      outcomeUnknown: false,
    });
    vi.useRealTimers();
  });

  test.each([undefined, '', 'two words', 'a\nb'])(
    'gives %j gets an error, without a request',
    async (given) => {
      const world = await createWorld();
      const getAuthToken = (() => given) as GetAuthToken;
      await expect(world.client({ getAuthToken }).definitions.list()).rejects.toMatchObject({
        status: 'UNAUTHENTICATED',
        message: 'getAuthToken gave no token; it must give a text without spaces and line breaks',
        httpStatus: null,
      });
      expect(world.proxy.requests).toEqual([]);
    },
  );
});

test('both credentials go out as headers, and nothing of them in the body', async () => {
  const world = await createWorld();
  const authToken = await world.token();
  await world.client({ authToken }).definitions.list({ pageSize: 1 });
  const [request] = world.proxy.requests;
  expect(request?.headers).toMatchObject({
    'x-svc-api-key': world.apiKey,
    'x-svc-auth-token': authToken,
    'content-type': 'application/json',
  });
  expect(request?.data).toEqual({ pageSize: 1 });
});
