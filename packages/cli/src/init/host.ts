/** Source code of a small host: engine, HTTP surface and inspector, mounted in a framework. */
import { type Choices, type Framework, STORE_OF } from './choices.js';

interface Mounting {
  readonly imports: string;
  /** Code that ends with a `server` that listens or is about to. */
  readonly code: string;
  /** Code that closes the server. */
  readonly stop: string;
}

const MOUNTING: Readonly<Record<Framework, Mounting>> = {
  express: {
    imports: `import { toExpress } from '@org/approval-http/express';
import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';`,
    code: `const app = express();
app.use('/approvals', toExpress(api)); // before parsers of bodies: it reads them itself
app.use('/inspect', toExpress(inspector));
app.get('/', (_request, response) => response.redirect('/inspect/runs'));
const server = app.listen(Number(PORT), '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;`,
    stop: 'server.close(() => void mails.close().then(() => engine.stop()).then(close));\n    server.closeAllConnections();',
  },
  fastify: {
    imports: `import { toFastify } from '@org/approval-http/fastify';
import fastify from 'fastify';
import type { AddressInfo } from 'node:net';`,
    code: `const app = fastify({ forceCloseConnections: true });
await app.register(toFastify(api), { prefix: '/approvals' });
await app.register(toFastify(inspector), { prefix: '/inspect' });
app.get('/', (_request, reply) => reply.redirect('/inspect/runs'));
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;`,
    stop: 'void app.close().then(() => mails.close().then(() => engine.stop()).then(close));',
  },
  hono: {
    imports: `import { toFetch } from '@org/approval-http/fetch';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';`,
    code: `const [answer, look] = [toFetch(api), toFetch(inspector)];
const app = new Hono();
app.all('/approvals/*', ({ req }) => answer(req.raw));
app.all('/inspect/*', ({ req }) => look(req.raw));
app.get('/', (context) => context.redirect('/inspect/runs'));
const server = serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }) as Server;
await once(server, 'listening');
const { port } = server.address() as AddressInfo;`,
    stop: 'server.close(() => void mails.close().then(() => engine.stop()).then(close));\n    server.closeAllConnections();',
  },
  node: {
    imports: `import { toNodeListener } from '@org/approval-http/node';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';`,
    code: `const [answer, look] = [toNodeListener(api), toNodeListener(inspector)];
const server = createServer((request, response) => {
  const { url = '/' } = request;
  if (url.startsWith('/approvals/')) answer(request, response);
  else if (url.startsWith('/inspect/')) look(request, response);
  else response.writeHead(302, { location: '/inspect/runs' }).end();
}).listen(Number(PORT), '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;`,
    stop: 'server.close(() => void mails.close().then(() => engine.stop()).then(close));\n    server.closeAllConnections();',
  },
};

export function mainSource({ framework, database }: Choices): string {
  const { imports, code, stop } = MOUNTING[framework];
  return `/** Approvals in your service: run \`npm start\`, then open http://127.0.0.1:3000/inspect/runs */
import { createApprovalEngine } from '@org/approval-core';
import { definitionFromFile } from '@org/approval-core/definition';
import { createHandler } from '@org/approval-http';
import { createInspector } from '@org/approval-inspector';
import { openStore } from '@org/approval-store-sql/open';
${imports}
import { readdir, readFile } from 'node:fs/promises';
import { sendMails } from './mail.js';
import { directory } from './people.js';
import { caller, visitor } from './who.js';

const { PORT = '3000', APPROVAL_STORE = '${STORE_OF[database]}' } = process.env;
// The address that links in mails begin with.
const { APPROVAL_URL = \`http://127.0.0.1:\${PORT}\` } = process.env;
const baseUrl = \`\${APPROVAL_URL}/approvals\`;

const { store, close } = await openStore(APPROVAL_STORE);
const engine = createApprovalEngine({ store, directory });

// Creates a new version only of a file that has changed; active runs keep theirs.
const folder = new URL('../definitions/', import.meta.url);
for (const name of await readdir(folder)) {
  if (!name.endsWith('.json')) continue;
  const definition = JSON.parse(await readFile(new URL(name, folder), 'utf8'));
  await engine.definitions.ensure(definitionFromFile(definition));
}

const api = createHandler({ engine, basePath: '/approvals', authenticate: caller, links: { baseUrl } });
const inspector = createInspector({ engine, store, basePath: '/inspect', authorize: visitor });

${code}
const mails = sendMails(engine, baseUrl);
console.log(\`inspector: http://127.0.0.1:\${port}/inspect/runs\`);
console.log(\`http:      http://127.0.0.1:\${port}/approvals/v2/workflow/… with a header x-user: NAME\`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    ${stop}
  });
}
`;
}

export const WHO_SOURCE = `/**
 * Authenticates callers and visitors. FOR DEVELOPMENT ONLY: every caller is trusted. Check your
 * session, gateway or tokens here before others can reach this. In production every request is
 * refused until you do.
 */
import { ApprovalError } from '@org/approval-core';
import { type HttpRequest, type Principal, ROLES } from '@org/approval-http';
import { PERMISSIONS, type Visitor } from '@org/approval-inspector';

const WORKSPACE = 'default';

/** The caller of the HTTP surface; \`ROLES\` has smaller sets of permissions. */
export async function caller(request: HttpRequest): Promise<Principal> {
  const subject = request.headers['x-user'];
  if (!isThisMachine(request) || typeof subject !== 'string')
    throw new ApprovalError('UNAUTHENTICATED', 'missing header x-user: maria');
  return { workspaceId: WORKSPACE, subject, permissions: new Set(ROLES.admin) };
}

/** The visitor of the inspector; null refuses the request. */
export const visitor = (request: HttpRequest): Visitor | null =>
  isThisMachine(request) ? { workspaceId: WORKSPACE, subject: 'maria', permissions: PERMISSIONS } : null;

const isThisMachine = ({ headers: { host } }: HttpRequest): boolean =>
  process.env.NODE_ENV !== 'production' &&
  typeof host === 'string' &&
  /^(?:127\\.0\\.0\\.1|localhost)(?::\\d+)?$/.test(host);
`;
