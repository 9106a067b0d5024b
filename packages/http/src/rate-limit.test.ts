/** Budgets: their owners, what shares them, and the answer beyond the limit. */
import { OPERATIONS } from '@org/approval-core/views';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  DEFAULT_RATE_LIMITS,
  type HttpHandler,
  OPERATION_CLASSES,
  type RateLimits,
  createHandler,
  createMemoryRateLimiter,
  rateLimiterFrom,
} from './index.js';
import { type Headers, NOW, PATHS, createKit, post } from './test-support/kit.js';

beforeEach(() => {
  // rate-limiter-flexible reads the time from these.
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const LIST = 'definitions/list';
const limited = async (limits: Partial<RateLimits>) => {
  const kit = await createKit({ rateLimiter: createMemoryRateLimiter(limits) });
  return { ...kit, main: await kit.credentials(), other: await kit.credentials({ workspaceId: 'other' }) };
};
const codes = async (handler: HttpHandler, path: string, headers: Headers, count: number) => {
  const answers = [];
  for (let index = 0; index < count; index++) answers.push((await post(handler, path, {}, headers)).code);
  return answers;
};

/** One call from an address, and the whole answer. */
const call = (handler: HttpHandler, headers: Headers, remoteAddress: string | null = '192.0.2.1') =>
  handler({
    method: 'POST',
    path: `/v2/workflow/${LIST}`,
    headers: { 'content-type': 'application/json', ...headers },
    query: '',
    remoteAddress,
    body: { kind: 'bytes', bytes: new TextEncoder().encode('{"data":{}}') },
  });

describe('a workspace', () => {
  test('gets the time to retry, and succeeds then', async () => {
    const { handler, main } = await limited({ read: 2 });
    expect(await codes(handler, LIST, main, 2)).toEqual([200, 200]);
    const answer = await call(handler, main);
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '1']);
    const { error } = JSON.parse(answer.body) as { error: object };
    expect(error).toEqual({
      message: 'too many calls; try again in 1 s',
      status: 'RESOURCE_EXHAUSTED',
      details: {},
    });
    vi.advanceTimersByTime(1_000);
    expect(await codes(handler, LIST, main, 3)).toEqual([200, 200, 429]);
  });

  test('may have less than one call in a second', async () => {
    const { handler, main } = await limited({ read: 0.5 });
    expect(await codes(handler, LIST, main, 2)).toEqual([200, 429]);
    expect((await call(handler, main)).headers['retry-after']).toBe('2');
    vi.advanceTimersByTime(2_000);
    expect(await codes(handler, LIST, main, 2)).toEqual([200, 429]);
  });

  test('has the default of a limit that is undefined', async () => {
    const { handler, main } = await limited({ read: undefined } as never);
    expect(await codes(handler, LIST, main, 2)).toEqual([200, 200]);
  });

  test('never uses up what another has', async () => {
    const { handler, main, other } = await limited({ read: 3 });
    expect(await codes(handler, LIST, main, 50)).toEqual([200, 200, 200, ...Array<number>(47).fill(429)]);
    expect(await codes(handler, LIST, other, 4)).toEqual([200, 200, 200, 429]);
  });

  test('has one budget, whichever key and token it calls with', async () => {
    const { handler, credentials } = await limited({ read: 2 });
    const answers = [];
    for (const subject of ['ann', 'bob', 'eve']) {
      answers.push(...(await codes(handler, LIST, await credentials({ subject }), 1)));
    }
    expect(answers).toEqual([200, 200, 429]);
  });

  test('has a budget for each class of operations, which share it', async () => {
    const one = Object.fromEntries(OPERATION_CLASSES.map((name) => [name, 1]));
    const { handler, main } = await limited(one);
    const seen = new Set<string>();
    for (const path of PATHS) {
      const operationClass = OPERATIONS[path].budget;
      const { status } = await post(handler, path, {}, main);
      expect([path, status === 'RESOURCE_EXHAUSTED']).toEqual([path, seen.has(operationClass)]);
      seen.add(operationClass);
    }
    expect([...seen].toSorted()).toEqual([...OPERATION_CLASSES].toSorted());
  });

  test('is not charged for what it may not do', async () => {
    const { handler, main, credentials } = await limited({ write: 1 });
    const reviewer = await credentials({ role: 'reviewer' });
    expect(await codes(handler, 'definitions/create', reviewer, 3)).toEqual([403, 403, 403]);
    expect(await codes(handler, 'definitions/create', main, 2)).toEqual([400, 429]);
  });
});

describe('failed attempts', () => {
  test('are limited by address', async () => {
    const { handler } = await limited({ 'failed-attempt': 2 });
    const statuses = async (address: string | null) => {
      const answers = [];
      for (let index = 0; index < 3; index++) answers.push((await call(handler, {}, address)).status);
      return answers;
    };
    for (const address of ['192.0.2.1', '192.0.2.2', '2001:db8::1', null]) {
      expect(await statuses(address)).toEqual([401, 401, 429]);
    }
    expect(await statuses('192.0.2.1')).toEqual([429, 429, 429]);
    vi.advanceTimersByTime(1_000);
    expect(await statuses('192.0.2.1')).toEqual([401, 401, 429]);
  });

  test.each([
    [
      'one network',
      429,
      '2001:db8:1:2::1',
      ['2001:DB8:1:2:0:0:0:2', '2001:db8:1:2:ffff::', '2001:db8:1:2::9'],
    ],
    ['one IPv4 address', 429, '192.0.2.1', ['::ffff:192.0.2.1', '::FFFF:192.0.2.1']],
    [
      'one address whose proxy tells the port',
      429,
      '192.0.2.1:50001',
      ['192.0.2.1:50002', '192.0.2.1', ' 192.0.2.1:1', '[::ffff:192.0.2.1]:50003'],
    ],
    [
      'one network whose proxy tells the port',
      429,
      '[2001:db8:1:2::1]:50001',
      ['[2001:db8:1:2::2]:50002', '2001:db8:1:2::3', '[2001:db8:1:2::4]'],
    ],
    ['other addresses with ports', 401, '192.0.2.1:50001', ['192.0.2.2:50001', '[::1]:50001', 'a:50001']],
    ['other networks', 401, '2001:db8:1:2::1', ['2001:db8:1:3::1', '2001:db8:0:2::1', '2001:db8::1:2:0:1']],
    [
      'other addresses',
      401,
      '192.0.2.1',
      ['::ffff:192.0.2.2', '64:ff9b::c000:201', '64:ff9b::c000:202', 'fe80::1%eth0'],
    ],
  ])('of %s are answered %i', async (_, status, first, others) => {
    const { handler } = await limited({ 'failed-attempt': 1 });
    expect((await call(handler, {}, first)).status).toBe(401);
    for (const address of others)
      expect([address, (await call(handler, {}, address)).status]).toEqual([address, status]);
  });

  test('are alike past the limit, too, and say when to come again', async () => {
    const { handler, main } = await limited({ 'failed-attempt': 1 });
    await call(handler, {});
    const answers = [
      await call(handler, {}),
      await call(handler, { ...main, 'x-svc-auth-token': 'x' }),
      await call(handler, { ...main, 'x-svc-api-key': 'x' }),
    ];
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(answers.map((it) => it.headers['retry-after'])).toEqual(['1', '1', '1']);
  });

  test('do not affect good credentials, from the same address or another', async () => {
    const { handler, main } = await limited({ 'failed-attempt': 1 });
    for (let index = 0; index < 5; index++) await call(handler, {});
    expect((await call(handler, main)).status).toBe(200);
  });

  test('are not charged to the workspace whose key was used', async () => {
    const { handler, main } = await limited({ read: 1, 'failed-attempt': 1 });
    for (let index = 0; index < 5; index++) await call(handler, { ...main, 'x-svc-auth-token': 'x' });
    expect((await call(handler, main)).status).toBe(200);
  });
});

describe('limits', () => {
  test('by default there are some, and `false` takes them away', async () => {
    const { engine, handler, handlerOptions } = await createKit();
    const byDefault = createHandler({ engine, authenticate: handlerOptions.authenticate });
    const failed = async (handler: HttpHandler) => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => call(handler, {})));
      return answers.filter((it) => it.status === 429).length;
    };
    expect(await failed(byDefault)).toBe(20 - DEFAULT_RATE_LIMITS['failed-attempt']);
    expect(await failed(handler)).toBe(0);
  });

  test('through limiters of the host', async () => {
    const one = () => new RateLimiterMemory({ points: 1, duration: 90 });
    const rateLimiter = rateLimiterFrom({
      read: one(),
      write: one(),
      dispatch: one(),
      decide: one(),
      admin: one(),
      'failed-attempt': one(),
    });
    const { handler, credentials } = await createKit({ rateLimiter });
    const main = await credentials();
    expect((await call(handler, main)).status).toBe(200);
    expect((await call(handler, main)).headers['retry-after']).toBe('90');
  });

  test('a limiter of another copy of the library, and one that is down', async () => {
    const refusing = {
      consume: () => Promise.reject(Object.assign(new Error('refused'), { msBeforeNext: 0 })),
    };
    const down = { consume: () => Promise.reject(new Error('ECONNREFUSED hunter2')) };
    const rateLimiter = rateLimiterFrom({
      read: refusing,
      write: down,
      dispatch: down,
      decide: down,
      admin: down,
      'failed-attempt': down,
    });
    const { handler, credentials, logged } = await createKit({ rateLimiter });
    const main = await credentials();
    expect((await call(handler, main)).headers['retry-after']).toBe('1');
    expect(await post(handler, 'definitions/create', {}, main)).toMatchObject({
      code: 503,
      status: 'UNAVAILABLE',
    });
    expect(logged).toHaveLength(1);
  });
});
