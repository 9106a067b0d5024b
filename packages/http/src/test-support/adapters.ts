/**
 * Every way to mount the handler, each behind a real socket, except fetch, which is called
 * directly.
 */
import express from 'express';
import fastify from 'fastify';
import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { toExpress } from '../express.js';
import { toFastify } from '../fastify.js';
import { toFetch } from '../fetch.js';
import { type HandlerOptions, createHandler } from '../index.js';
import { toNodeListener } from '../node.js';
import { type RawAnswer, RawConnection, head } from './raw-http.js';

export interface Exchange {
  readonly method?: string;
  /** Without the adapter's prefix. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Mounted {
  send(exchange: Exchange): Promise<RawAnswer>;
  /** Port of the socket; null without one. */
  readonly port: number | null;
  close(): Promise<void>;
}

export interface Adapter {
  readonly name: string;
  readonly prefix: string;
  /** The host's own JSON parser reads bodies first, and answers for those that it does not like. */
  readonly hostParses?: boolean;
  /** The host's own router refuses paths that it cannot decode. */
  readonly hostRoutes?: boolean;
  /** Methods that the host's own router does not know are its own to refuse. */
  readonly hostMethods?: boolean;
  mount(options: HandlerOptions): Promise<Mounted>;
}

const PREFIX = '/approvals';

export const ADAPTERS: readonly Adapter[] = [
  onSocket('node', '', (options) => toNodeListener(createHandler(options))),
  onSocket('node, with a prefix', PREFIX, (options) => toNodeListener(createHandler(options))),
  onSocket('express, before express.json()', '', (options) =>
    express()
      .use(toExpress(createHandler(options)))
      .use(express.json()),
  ),
  {
    ...onSocket('express, after express.json()', '', (options) =>
      express()
        .use(express.json())
        .use(toExpress(createHandler(options))),
    ),
    hostParses: true,
  },
  onSocket('express, with a prefix', PREFIX, (options) =>
    express().use(PREFIX, toExpress(createHandler(options))),
  ),
  {
    ...onSocket('express, in a router with a prefix, after express.json()', PREFIX, (options) =>
      express().use(
        PREFIX,
        express
          .Router()
          .use(express.json())
          .use(toExpress(createHandler(options))),
      ),
    ),
    hostParses: true,
  },
  fastifyAdapter('fastify', ''),
  fastifyAdapter('fastify, with a prefix', PREFIX),
  onSocket('fetch, in plain node', '', (options) => nodeFromFetch(toFetch(createHandler(options)))),
  {
    name: 'fetch, called directly',
    prefix: '',
    async mount(options) {
      const serve = toFetch(createHandler(options));
      return { port: null, close: () => Promise.resolve(), send: (exchange) => direct(serve, exchange) };
    },
  },
];

function onSocket(
  name: string,
  prefix: string,
  listenerOf: (options: HandlerOptions) => RequestListener,
): Adapter {
  return {
    name,
    prefix,
    async mount(options) {
      const server = createServer(listenerOf({ ...options, basePath: prefix }));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      return mounted(port, prefix, async () => {
        const closed = once(server, 'close');
        server.close();
        server.closeAllConnections();
        await closed;
      });
    },
  };
}

function fastifyAdapter(name: string, prefix: string): Adapter {
  return {
    name,
    prefix,
    hostRoutes: true,
    hostMethods: prefix === '',
    async mount(options) {
      const app = fastify({ forceCloseConnections: true });
      await app.register(toFastify(createHandler({ ...options, basePath: prefix })), { prefix });
      await app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = app.server.address() as AddressInfo;
      return mounted(port, prefix, () => app.close());
    },
  };
}

const mounted = (port: number, prefix: string, close: () => Promise<void>): Mounted => ({
  port,
  close,
  send: (exchange) => sendTo(port, { ...exchange, path: prefix + exchange.path }),
});

/** Sends one request over a new connection. */
export async function sendTo(port: number, { method = 'POST', path, headers, body = '' }: Exchange) {
  const connection = await RawConnection.open(port);
  const bytes = Buffer.from(body);
  void connection.write(
    Buffer.concat([
      Buffer.from(head(method, path, { ...headers, 'content-length': `${bytes.length}` })),
      bytes,
    ]),
  );
  const answer = await connection.answer(method);
  connection.destroy();
  if (answer === null) throw new Error(`no answer to ${method} ${path}`);
  return answer;
}

async function direct(
  serve: (request: Request) => Promise<Response>,
  { method = 'POST', path, headers = {}, body }: Exchange,
): Promise<RawAnswer> {
  const response = await serve(
    new Request(`http://localhost${path}`, {
      method,
      headers: { ...headers },
      ...(body !== undefined && { body: Buffer.from(body) }),
    }),
  );
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}

/** A listener around a fetch handler, as hosts without a framework write it. */
function nodeFromFetch(serve: (request: Request) => Promise<Response>): RequestListener {
  return (request, response) => {
    forward(serve, request, response).catch(() => response.destroy());
  };
}

async function forward(
  serve: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const answer = await serve(
    new Request(`http://localhost${url}`, {
      method,
      headers: Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
      ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
    }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}
