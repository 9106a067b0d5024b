/** The four adapters as listeners, behind a host that may read bodies first. */
import express, { type RequestHandler } from 'express';
import fastify, { type FastifyPluginCallback } from 'fastify';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** Treatment of a body before the handler sees it; `drains`: reads it and leaves nothing. */
export type Before = 'nothing' | 'parses' | 'keeps bytes' | 'keeps text' | 'drains';

export interface Adapters {
  readonly node: (request: IncomingMessage, response: ServerResponse) => unknown;
  readonly express: RequestHandler;
  readonly fastify: FastifyPluginCallback;
  readonly fetch: (request: Request) => Promise<Response>;
}

export type AdapterName = keyof Adapters;

/** Returns the parser's value, under the names that hosts use. */
const left = (before: Before, bytes: Buffer): object => {
  if (before === 'parses') return { body: JSON.parse(bytes.toString()) as unknown };
  if (before === 'keeps bytes') return { rawBody: bytes };
  return before === 'keeps text' ? { body: bytes.toString() } : { body: undefined };
};

const MOUNTS: {
  readonly [Name in AdapterName]: (
    mounted: Adapters[Name],
    before: Before,
  ) => RequestListener | Promise<RequestListener>;
} = {
  node: (mounted, before) => (request, response) => {
    if (before === 'nothing') return void mounted(request, response);
    void buffer(request).then((bytes) => {
      Object.assign(request, left(before, bytes));
      mounted(request, response);
    });
  },
  express: (mounted, before) => {
    const options = { type: () => true, limit: '40mb' };
    const drain: RequestHandler = (request, _response, next) => void request.resume().on('end', next);
    const hosts: Readonly<Record<Before, RequestHandler[]>> = {
      nothing: [],
      parses: [express.json(options)],
      'keeps bytes': [express.raw(options)],
      'keeps text': [express.text(options)],
      drains: [drain],
    };
    return express().use(...hosts[before], mounted);
  },
  fastify: async (plugin, before) => {
    const app = fastify();
    app.addHook('preHandler', async (request) => {
      if (before === 'nothing') return;
      const body = await buffer(request.body as Readable);
      Object.assign(request, { body: undefined }, left(before, body));
    });
    await app.register(plugin);
    await app.ready();
    return (request, response) => {
      app.routing(request, response);
    };
  },
  fetch: (serve, before) => (incoming, response) => {
    const request = new Request(`http://localhost${incoming.url ?? ''}`, {
      method: incoming.method ?? 'GET',
      headers: incoming.headers as Record<string, string>,
      body: Readable.toWeb(incoming) as ReadableStream,
      duplex: 'half',
    });
    const isRead = before === 'nothing' ? Promise.resolve() : request.arrayBuffer();
    void isRead
      .then(() => serve(request))
      .then(async (answer) =>
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text()),
      );
  },
};

export const ADAPTER_NAMES = Object.keys(MOUNTS) as AdapterName[];

export const listenerOf = (
  adapters: Adapters,
  name: AdapterName,
  before: Before,
): RequestListener | Promise<RequestListener> => MOUNTS[name](adapters[name] as never, before);
