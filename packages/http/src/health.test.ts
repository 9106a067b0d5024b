/** `GET /health`: yes or no to anybody, the whole to an auditor, and never a refusal. */
import { createMemoryStore } from '@org/approval-core';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { openApiDocument } from './openapi.js';
import { type Headers, createKit } from './test-support/kit.js';
import { createMemoryRateLimiter, type HttpHandler } from './index.js';

const get = (handler: HttpHandler, headers: Headers = {}, method = 'GET', path = '/health') =>
  handler({
    method,
    path,
    headers,
    query: '',
    remoteAddress: '192.0.2.1',
    body: { kind: 'bytes', bytes: new Uint8Array() },
  });

test('an anonymous caller gets ok and nothing else', async () => {
  const { handler, credentials } = await createKit();
  const wrong = { 'x-svc-api-key': 'wrong', 'x-svc-auth-token': 'wrong' };
  for (const headers of [{}, wrong, await credentials({ role: 'service' })]) {
    const { status, headers: given, body } = await get(handler, headers);
    expect([status, given['cache-control'], body]).toEqual([200, 'no-store', '{"ok":true}']);
  }
});

test('an auditor gets every documented field, about its own workspace', async () => {
  const store = createMemoryStore();
  const base = {
    rev: 1,
    position: 0,
    attempts: 0,
    lastError: null,
    retryAt: null,
    token: null,
    leaseUntil: 0,
  };
  await store.saveSubscription({ ...base, workspaceId: 'main', name: 'mine' });
  await store.saveSubscription({ ...base, workspaceId: 'other', name: 'theirs' });
  const { handler, credentials } = await createKit({}, { store });
  const { body } = await get(handler, await credentials());
  expect(JSON.parse(body)).toMatchObject({
    ok: true,
    store: { migrated: true },
    feeds: [{ name: 'mine', lag: 0 }],
  });
  const { schemas } = openApiDocument().components as {
    schemas: Record<string, z.core.JSONSchema.JSONSchema>;
  };
  expect(z.fromJSONSchema(schemas['Health']!).safeParse(JSON.parse(body)).error).toBe(undefined);
});

test('HEAD is GET without a body, and nothing else is taken', async () => {
  const { handler } = await createKit({ basePath: '/base' });
  expect(await get(handler, {}, 'HEAD', '/base/health')).toMatchObject({ status: 200, body: '' });
  expect(await get(handler, {}, 'POST', '/base/health')).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD' },
  });
  expect((await get(handler)).status).toBe(404);
});

test('503 when the store fails, to everybody', async () => {
  const store = { ...createMemoryStore(), health: () => Promise.reject(new Error('hunter2')) };
  const { handler, credentials } = await createKit({}, { store });
  expect(await get(handler)).toMatchObject({ status: 503, body: '{"ok":false}' });
  const { status, body } = await get(handler, await credentials());
  expect([status, JSON.parse(body)]).toMatchObject([503, { ok: false, store: { reachable: false } }]);
  expect(body).not.toContain('hunter2');
});

test('it costs no budget: neither its own answer nor that of others runs out', async () => {
  const rateLimiter = createMemoryRateLimiter({ read: 1, 'failed-attempt': 1 });
  const { handler, credentials } = await createKit({ rateLimiter });
  const good = await credentials();
  for (let times = 0; times < 5; times++) {
    expect((await get(handler, { 'x-svc-api-key': 'wrong' })).status).toBe(200);
    expect(JSON.parse((await get(handler, good)).body)).toHaveProperty('jobs');
  }
  expect(await rateLimiter.look?.('192.0.2.1', 'failed-attempt')).toBe(null);
  expect(await rateLimiter.look?.('main', 'read')).toBe(null);
});

test('an auditor whom the host denies, and one of whom it cannot say, is anybody', async () => {
  const asked: string[] = [];
  for (const authorize of [() => 'deny' as const, () => Promise.reject(new Error('down'))]) {
    const { handler, credentials } = await createKit({
      authorize: ({ operation }) => (asked.push(operation), authorize()),
    });
    expect((await get(handler, await credentials())).body).toBe('{"ok":true}');
  }
  expect(asked).toEqual(['health', 'health']);
});
