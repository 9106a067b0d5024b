/** The receiver in each framework, behind real sockets. */
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import express from 'express';
import fastify from 'fastify';
import { onTestFinished } from 'vitest';
import { expressReceiver } from '../express.js';
import { fastifyReceiver } from '../fastify.js';
import { fetchReceiver } from '../fetch.js';
import type { ReceiverOptions } from '../receiving/receive.js';
import { httpServer } from './server.js';

/**
 * Treatment of the body before the receiver sees it: none; parsed as JSON, as in most apps; kept as
 * bytes, as on some platforms; read and discarded.
 */
export type Before = 'nothing' | 'parses-json' | 'keeps-bytes' | 'reads-it';

/** Starts a server with the receiver at `/hooks`, and returns its port. */
export type Shell = (options: ReceiverOptions, before?: Before) => Promise<number>;

const overExpress: Shell = (options, before = 'nothing') => {
  const app = express();
  if (before === 'parses-json') app.use(express.json());
  if (before === 'keeps-bytes') app.use(express.raw({ type: '*/*' }));
  if (before === 'reads-it') app.use((request, _response, next) => void request.resume().on('end', next));
  app.post('/hooks', expressReceiver(options));
  return httpServer(createServer(app));
};

const overFastify: Shell = async (options, before = 'nothing') => {
  const app = fastify();
  app.addHook('preValidation', async (request) => {
    if (before === 'nothing') return;
    const chunks = await (request.body as Readable).toArray();
    const bytes = Buffer.concat(chunks as Buffer[]);
    if (before === 'keeps-bytes') Object.assign(request, { rawBody: bytes });
    if (before === 'parses-json') request.body = JSON.parse(bytes.toString());
  });
  await app.register(fastifyReceiver, { path: '/hooks', ...options });
  app.post('/json', (request) => request.body);
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return (app.addresses()[0] as { port: number }).port;
};

/** A server of the fetch kind, as small as can be. */
const overFetch: Shell = (options, before = 'nothing') => {
  const receive = fetchReceiver(options);
  const server = createServer((message, response) => {
    const hasBody = message.method === 'POST';
    const request = new Request(`http://localhost${message.url ?? ''}`, {
      method: message.method ?? 'GET',
      headers: message.headers as Record<string, string>,
      ...(hasBody && { body: Readable.toWeb(message) as ReadableStream, duplex: 'half' }),
    });
    void (async () => {
      if (before === 'parses-json') await request.json();
      if (before === 'reads-it') await request.text();
      const answer = await receive(request);
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    })();
  });
  return httpServer(server);
};

/** A plain `node:http` server: no framework at all. */
const overNode: Shell = (options, before = 'nothing') => {
  const receive = expressReceiver(options);
  const server = createServer((request, response) => {
    if (before === 'nothing') return void receive(request, response);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const rawBody = Buffer.concat(chunks);
      if (before === 'keeps-bytes') Object.assign(request, { rawBody });
      if (before === 'parses-json')
        Object.assign(request, { body: JSON.parse(rawBody.toString()) as unknown });
      void receive(request, response);
    });
  });
  return httpServer(server);
};

export const SHELLS: Readonly<Record<string, Shell>> = {
  express: overExpress,
  fastify: overFastify,
  fetch: overFetch,
  node: overNode,
};
