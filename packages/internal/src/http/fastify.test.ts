/** Beside plugins of the host's, at the root of its app and below it. */
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { toFastify } from './fastify.js';
import type { HttpHandler } from './message.js';

const handler: HttpHandler = Object.assign(
  async ({ method, path }: { readonly method: string; readonly path: string }) => ({
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: `${method} ${path}`,
  }),
  { maxBodyBytes: 1_000 },
);

test.each(['before', 'after'])(
  'a plugin that answers OPTIONS at every path is registered %s it',
  async (when) => {
    const app = fastify();
    // Same as @fastify/cors.
    const cors = () => app.options('*', (_request, reply) => reply.code(204).send());
    if (when === 'before') cors();
    await app.register(toFastify(handler));
    if (when === 'after') cors();
    await app.ready();
    expect((await app.inject({ method: 'OPTIONS', url: '/v2/x' })).statusCode).toBe(204);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const)
      expect((await app.inject({ method, url: '/v2/x' })).body).toBe(`${method} /v2/x`);
    await app.close();
  },
);

test('below a prefix every method is its own, and those without a route are as well', async () => {
  const app = fastify();
  await app.register(toFastify(handler), { prefix: '/approvals' });
  for (const method of ['GET', 'OPTIONS', 'POST'] as const)
    expect((await app.inject({ method, url: '/approvals/x' })).body).toBe(`${method} /approvals/x`);
  await app.close();
});

test.each(['GET', 'HEAD'] as const)(
  'beside a plugin that has %s of all paths it says what to do',
  async (method) => {
    // Same as @fastify/static and @fastify/http-proxy.
    const withTheirs = () =>
      fastify({ exposeHeadRoutes: false }).route({ method, url: '/*', handler: () => 'theirs' });
    const app = withTheirs();
    const starts = async () => {
      await app.register(toFastify(handler));
      await app.ready();
    };
    await expect(starts()).rejects.toThrow('register toFastify with a prefix');
    const other = withTheirs();
    await other.register(toFastify(handler), { prefix: '/approvals' });
    for (const url of ['/approvals/x', '/x'])
      expect((await other.inject({ method, url })).statusCode).toBe(200);
    await other.close();
  },
);
