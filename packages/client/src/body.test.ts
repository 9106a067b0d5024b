/** Values that JSON would silently change are refused, with their path; others arrive unchanged. */
import { describe, expect, test, vi } from 'vitest';
import { bodyOf } from './body.js';
import { ApprovalClientError, createApprovalClient } from './index.js';
import { SIGN_OFF } from './test-support/definitions.js';
import { createWorld } from './test-support/world.js';

const cycle: Record<string, unknown> = {};
cycle['again'] = cycle;

test.each<[string, unknown, string, string]>([
  ['NaN', { total: NaN }, 'triggerContext.total', 'is NaN, which JSON does not have'],
  ['Infinity', { a: [1, { b: Infinity }] }, 'triggerContext.a[1].b', 'is Infinity, which JSON does not have'],
  ['undefined in a list', { a: [undefined] }, 'triggerContext.a[0]', 'is undefined; give null'],
  ['a bigint', { a: 1n }, 'triggerContext.a', 'is a bigint, which JSON does not have'],
  ['a function', { a: () => 1 }, 'triggerContext.a', 'is a function, which JSON does not have'],
  [
    'a Date',
    { due: new Date(0) },
    'triggerContext.due',
    'is not a plain object; convert it first, a Date to a number say',
  ],
  [
    'a Map',
    { a: new Map() },
    'triggerContext.a',
    'is not a plain object; convert it first, a Date to a number say',
  ],
  ['a cycle', cycle, 'triggerContext.again.again', 'is nested too deep, or refers to itself'],
])('%s', async (_, triggerContext, path, message) => {
  const world = await createWorld();
  const error: unknown = await world
    .client()
    .executions.dispatch({ definitionId: 'any', triggerContext: triggerContext as never })
    .catch((it: unknown) => it);
  expect(error).toBeInstanceOf(ApprovalClientError);
  expect(error).toMatchObject({
    status: 'INVALID_ARGUMENT',
    message: `invalid-field at ${path}: ${message}`,
    issues: [{ code: 'invalid-field', message, path }],
    outcomeUnknown: false,
  });
  expect(world.proxy.requests).toEqual([]);
});

describe('arrives as it is', () => {
  test.each<[string, Record<string, never>]>([
    ['an undefined property, as none', { a: undefined as never }],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }) as Record<string, never>],
    ['what is nested as deep as the engine takes it', nested(64) as Record<string, never>],
    ['text of any script', { 'ключ 🗝': 'значение' as never }],
  ])('%s', async (_, triggerContext) => {
    const world = await createWorld();
    await world.on.definitions.create(SIGN_OFF);
    const { executionId } = await world
      .client()
      .executions.dispatch({ definitionId: 'sign-off', triggerContext });
    const stored = (await world.on.executions.get({ executionId })).triggerContext;
    expect(stored).toEqual({ ...triggerContext });
  });
});

test('what waits says for how long in words; engines are sent ms', async () => {
  const asked: unknown[] = [];
  const client = createApprovalClient({
    ...{ baseUrl: 'https://api.example.com', apiKey: 'key', authToken: 'token', timeoutMs: '10s' },
    retry: { baseDelayMs: '1s', maxDelayMs: 'PT1M' },
    fetch: (_, init) => {
      asked.push(JSON.parse(String(init.body)));
      return Promise.resolve(new Response('{"result":{}}'));
    },
  });
  await client.executions.wait({ executionId: 'exe_1', until: 'ended', waitMs: '20s' });
  await client.call('permits/get', { permitId: 'pmt_1', waitMs: 'PT5S' });
  // The engine refuses an invalid duration, with the reason.
  await client.executions.wait({ executionId: 'exe_1', until: 'ended', waitMs: 'soon' as '1s' });
  expect(asked).toMatchObject([
    { data: { waitMs: 20_000 } },
    { data: { waitMs: 5_000 } },
    { data: { waitMs: 'soon' } },
  ]);
});

/** Objects in objects, so many. */
function nested(depth: number): unknown {
  return depth === 0 ? 'leaf' : { a: nested(depth - 1) };
}

test('a page that is not on https, which has no randomUUID, makes keys too', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
  const keys = Array.from({ length: 1_000 }, () => bodyOf({}, true));
  vi.unstubAllGlobals();
  expect(new Set(keys).size).toBe(1_000);
  for (const it of keys)
    expect(it).toMatch(/"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"/);
});
