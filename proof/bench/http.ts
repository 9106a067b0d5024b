/** Cost of the HTTP surface: the handler against a plain one with the same bytes. */
import { type ExecutionView, createApprovalEngine, createMemoryStore } from '@org/approval-core';
import { type HttpHandler, createHandler, createMemoryRateLimiter } from '@org/approval-http';
import {
  type TokenOptions,
  apiKeyList,
  createAuthenticator,
  generateApiKey,
  issueAuthToken,
} from '@org/approval-http/auth';
import { toExpress } from '@org/approval-http/express';
import { toFastify } from '@org/approval-http/fastify';
import { toNodeListener } from '@org/approval-http/node';
import express from 'express';
import fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import { Worker } from 'node:worker_threads';
import { itemAt } from '@org/approval-internal/lists';
import { portOf } from '@org/approval-internal/port';
import { HTTP_GOAL } from './goals.js';
import { type Contestant, compare, printRates, ratios } from './harness.js';
import type { Load } from './http-client.js';
import { note } from './report.js';

const PATH = '/v2/workflow/executions/get';
const CONNECTIONS = 16;
const REQUESTS = 10_000;

/** Content of a request, for plain handlers. */
interface GetRequest {
  readonly data: { readonly executionId: string };
}
type Find = (executionId: string) => ExecutionView | undefined;

interface Pair {
  readonly name: string;
  readonly handler: (handler: HttpHandler) => Promise<RequestListener>;
  readonly plain: (find: Find) => Promise<RequestListener>;
}

const fastifyListener = async (register: (app: FastifyInstance) => unknown) => {
  const app = fastify();
  await register(app);
  await app.ready();
  return (...[request, response]: Parameters<RequestListener>) => {
    app.routing(request, response);
  };
};

const PAIRS: readonly Pair[] = [
  {
    name: 'plain Node',
    handler: (handler) => Promise.resolve(toNodeListener(handler)),
    plain: (find) =>
      Promise.resolve((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const { data } = JSON.parse(Buffer.concat(chunks).toString()) as GetRequest;
          response.setHeader('content-type', 'application/json; charset=utf-8');
          response.end(JSON.stringify({ result: find(data.executionId) }));
        });
      }),
  },
  {
    name: 'Fastify',
    handler: (handler) => fastifyListener((app) => app.register(toFastify(handler))),
    plain: (find) =>
      fastifyListener((app) =>
        app.post(PATH, (request) => ({ result: find((request.body as GetRequest).data.executionId) })),
      ),
  },
  {
    name: 'Express',
    handler: (handler) => Promise.resolve(express().use(toExpress(handler))),
    plain: (find) =>
      Promise.resolve(
        express()
          .use(express.json())
          .post(PATH, (request, response) => {
            response.json({ result: find((request.body as GetRequest).data.executionId) });
          }),
      ),
  },
];

/** An engine with a run of five steps, the handler, and the bytes of a request for the run. */
async function subject() {
  const engine = createApprovalEngine({ store: createMemoryStore() });
  const on = engine.forWorkspace('main');
  const nodeIds = ['a', 'b', 'c', 'd', 'e'];
  await on.definitions.create({
    definitionId: 'chain',
    name: 'Chain',
    nodes: nodeIds.map((nodeId) => ({
      nodeId,
      type: 'agent',
      config: { agentId: '__mock__', urlPath: 'url' },
    })),
    edges: nodeIds.slice(1).map((to, index) => ({ from: itemAt(nodeIds, index), to })),
  });
  const triggerContext = { url: 'https://example.com/doc' };
  const { executionId } = await on.executions.dispatch({ definitionId: 'chain', triggerContext });
  await engine.idle();
  const { apiKey, record } = await generateApiKey();
  const tokens: TokenOptions = {
    issuer: 'bench',
    audience: 'bench',
    keys: [{ kid: 'k', algorithm: 'HS256', secret: crypto.getRandomValues(new Uint8Array(32)) }],
  };
  const handler = createHandler({
    engine,
    authenticate: createAuthenticator({
      ...tokens,
      findApiKey: apiKeyList([{ ...record, workspaceId: 'main' }]),
    }),
    // Default limits, but never reached.
    rateLimiter: createMemoryRateLimiter({ read: 1e9 }),
  });
  const token = await issueAuthToken(tokens, { workspaceId: 'main', role: 'service', ttlSeconds: 3_600 });
  const body = JSON.stringify({ data: { executionId } });
  const headers = {
    host: 'localhost',
    'content-type': 'application/json',
    'x-svc-api-key': apiKey,
    'x-svc-auth-token': token,
    'content-length': String(body.length),
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `POST ${PATH} HTTP/1.1\r\n${head.join('')}\r\n${body}`;
  return { engine, handler, headers, body, request, run: await on.executions.get({ executionId }) };
}

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

export async function benchHttp(): Promise<void> {
  const { engine, handler, headers, body, request, run } = await subject();
  const client = new Worker(new URL('./http-client.js', import.meta.url));
  const contestant = (name: string, server: Server): Contestant => ({
    name,
    prepare: () =>
      Promise.resolve(async (count) => {
        const done = once(client, 'message');
        client.postMessage({ port: portOf(server), request, connections: CONNECTIONS, count } satisfies Load);
        await done;
      }),
  });
  const answerOf = async (server: Server) => {
    const url = `http://127.0.0.1:${portOf(server)}${PATH}`;
    return (await fetch(url, { method: 'POST', headers, body })).text();
  };
  for (const { name, ...listeners } of PAIRS) {
    const runs = new Map([[run.executionId, run]]);
    const servers = [
      await listen(await listeners.plain((executionId) => runs.get(executionId))),
      await listen(await listeners.handler(handler)),
    ] as const;
    const [expected, answered] = [await answerOf(servers[0]), await answerOf(servers[1])];
    if (expected !== answered) throw new Error(`not the same bytes:\n${expected}\n${answered}`);
    const measured = await compare(
      [contestant(`plain handler, ${name}`, servers[0]), contestant(`engine, ${name}`, servers[1])],
      REQUESTS,
    );
    printRates(
      `executions/get of a run of 5 steps, in ${name}, ${body.length} B in, ${expected.length} B out`,
      measured,
      'requests',
    );
    const [plain, ours] = measured;
    if (plain && ours)
      note(`engine : plain handler, ${name}`, '×', ratios(ours.rates, plain.rates), HTTP_GOAL);
    for (const server of servers) server.close();
  }
  await client.terminate();
  await engine.stop();
}
