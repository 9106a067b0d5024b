/**
 * The approval engine in a Fastify app, beside its own routes.
 *
 *     node --conditions=@org/source --import tsx examples/fastify/main.ts
 *
 * PORT, STORE (`sqlite:FILE`, `postgres://…`, `mysql://…`), API_KEYS (`[{"keyId": …, "sha256": …,
 * "workspaceId": …}]`) and TOKEN_SECRET come from the environment; without them a key and tokens
 * for development are made and printed.
 */
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
import { toFastify } from '@org/approval-http/fastify';
import { openStore } from '@org/approval-store-sql/open';
import fastify from 'fastify';
import type { AddressInfo } from 'node:net';

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

// Limits how long a client that sends a body byte by byte holds a connection.
const app = fastify({ requestTimeout: 30_000 });
await app.register(toFastify(handler), { prefix: '/approvals' });
app.get('/health', () => ({ ok: true }));

await app.listen({ port: Number(PORT), host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;

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
  process.once(signal, () => void app.close().then(() => engine.stop().then(close)));
}
