/**
 * The approval engine in a Hono app; what is mounted speaks fetch, as Next route handlers, Bun and
 * Workers do.
 *
 *     node --conditions=@org/source --import tsx examples/hono/main.ts
 *
 * PORT, STORE (`sqlite:FILE`, `postgres://…`, `mysql://…`), API_KEYS (`[{"keyId": …, "sha256": …,
 * "workspaceId": …}]`) and TOKEN_SECRET come from the environment; without them a key and tokens
 * for development are made and printed.
 */
import { type HttpBindings, serve } from '@hono/node-server';
import { createApprovalEngine } from '@org/approval-core';
import { type Role, createHandler } from '@org/approval-http';
import {
  type KnownApiKey,
  type TokenOptions,
  apiKeyList,
  createAuthenticator,
  generateApiKey,
  issueAuthToken,
} from '@org/approval-http/auth';
import { toFetch } from '@org/approval-http/fetch';
import { openStore } from '@org/approval-store-sql/open';
import { Hono } from 'hono';
import { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

const { PORT = '3000', STORE = 'sqlite:approvals.db', API_KEYS, TOKEN_SECRET } = process.env;

// Replace these with your own: a store on your pool, and the agents that your workflows name.
const { store, close } = await openStore(STORE);
const engine = createApprovalEngine({ store });

const development = await generateApiKey();
const apiKeys =
  API_KEYS === undefined
    ? [{ ...development.record, workspaceId: 'main' }]
    : (JSON.parse(API_KEYS) as KnownApiKey[]);
const secret =
  TOKEN_SECRET === undefined
    ? crypto.getRandomValues(new Uint8Array(32))
    : new TextEncoder().encode(TOKEN_SECRET);
const tokens: TokenOptions = {
  issuer: 'https://example.com',
  audience: 'approvals',
  keys: [{ kid: '2026-11', algorithm: 'HS256', secret }],
};
const handler = createHandler({
  engine,
  basePath: '/approvals',
  authenticate: createAuthenticator({ ...tokens, findApiKey: apiKeyList(apiKeys) }),
});

const answer = toFetch(handler, {
  remoteAddress: (_request, { incoming }: HttpBindings) => incoming.socket.remoteAddress ?? null,
});
const app = new Hono<{ Bindings: HttpBindings }>();
app.all('/approvals/*', ({ req, env }) => answer(req.raw, env));
app.get('/health', ({ json }) => json({ ok: true }));

const server = serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }) as Server;
await once(server, 'listening');
server.requestTimeout = 30_000; // limits how long a client that sends a body byte by byte holds a connection
const { port } = server.address() as AddressInfo;

console.log(`listening on http://127.0.0.1:${port}/approvals`);
if (API_KEYS === undefined) {
  const token = (role: Role, subject: string) =>
    issueAuthToken(tokens, { workspaceId: 'main', role, subject, ttlSeconds: 86_400 });
  console.log(`x-svc-api-key: ${development.apiKey}`);
  console.log(`x-svc-auth-token of an administrator: ${await token('admin', 'root')}`);
  console.log(`x-svc-auth-token of the reviewer maria: ${await token('reviewer', 'maria')}`);
}

// Requests under way are answered, then the engine gives back the jobs that it holds.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    server.close(() => void engine.stop().then(close));
    server.closeIdleConnections();
  });
}
