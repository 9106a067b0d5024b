/** A handler in each framework, behind real sockets. */
import type { HttpHandler } from '@org/approval-internal/http';
import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import express from 'express';
import fastify from 'fastify';
import { onTestFinished } from 'vitest';
import { toExpress } from '../http/express.js';
import { toFastify } from '../http/fastify.js';
import { toFetch } from '../http/fetch.js';

/** Starts a server with the handler below `/comments`, and gives its address. */
export type Shell = (handler: HttpHandler) => Promise<string>;

/** Listens on a free port until the test is over, and gives the address. */
export async function serve(listener: RequestListener): Promise<string> {
  return listening(createServer(listener));
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const SHELLS: Readonly<Record<string, Shell>> = {
  node: (handler) => {
    const mounted = toExpress(handler);
    return serve((request, response) => void mounted(request, response));
  },
  express: (handler) => {
    const app = express();
    app.use('/comments', toExpress(handler));
    return serve(app);
  },
  'express after express.json()': (handler) => {
    const app = express();
    app.use(express.json({ limit: '20mb' }));
    app.use('/comments', toExpress(handler));
    return serve(app);
  },
  fastify: async (handler) => {
    const app = fastify();
    await app.register(toFastify(handler), { prefix: '/comments' });
    app.post('/own', (request) => request.body);
    onTestFinished(() => app.close());
    return app.listen({ host: '127.0.0.1', port: 0 });
  },
  fetch: (handler) => {
    const mounted = toFetch(handler);
    return serve((message, response) => {
      const request = new Request(`http://localhost${message.url ?? ''}`, {
        method: message.method ?? 'GET',
        headers: message.headers as Record<string, string>,
        ...(message.method === 'POST' && { body: Readable.toWeb(message) as ReadableStream, duplex: 'half' }),
      });
      void mounted(request).then(async (answer) => {
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
      });
    });
  },
};
