/**
 * Address that failed attempts are counted under: the socket's, or the one from a trusted proxy.
 */
import { ApprovalError } from '@org/approval-core';
import express from 'express';
import fastify from 'fastify';
import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { toExpress } from './express.js';
import { toFastify } from './fastify.js';
import { toFetch } from './fetch.js';
import type { HttpHandler } from './index.js';
import { toNodeListener } from './node.js';
import { sendTo } from './test-support/adapters.js';
import { createKit } from './test-support/kit.js';

const path = '/v2/workflow/definitions/list';

/** A handler that refuses everybody and keeps where they came from. */
async function refusing() {
  const seen: (string | null)[] = [];
  const { handler } = await createKit({
    authenticate: ({ remoteAddress }) => {
      seen.push(remoteAddress);
      return Promise.reject(new ApprovalError('UNAUTHENTICATED', 'who are you?'));
    },
  });
  return { handler, seen };
}

async function addressSeenBy(
  listenerOf: (handler: HttpHandler) => RequestListener | Promise<RequestListener>,
) {
  const { handler, seen } = await refusing();
  const server = createServer(await listenerOf(handler));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await sendTo(port, { path, headers: { 'x-forwarded-for': '192.0.2.7' } });
  server.close();
  return seen;
}

const overFastify = (trustProxy: boolean) => async (handler: HttpHandler) => {
  const app = fastify({ trustProxy });
  await app.register(toFastify(handler));
  await app.ready();
  return (request: IncomingMessage, response: ServerResponse) => {
    app.routing(request, response);
  };
};

test('headers are ignored unless the host trusts them', async () => {
  expect(await addressSeenBy(toNodeListener)).toEqual(['127.0.0.1']);
  expect(await addressSeenBy((handler) => express().use(toExpress(handler)))).toEqual(['127.0.0.1']);
  expect(await addressSeenBy(overFastify(false))).toEqual(['127.0.0.1']);
});

test('Express and Fastify know which proxies to trust', async () => {
  expect(
    await addressSeenBy((handler) => express().set('trust proxy', true).use(toExpress(handler))),
  ).toEqual(['192.0.2.7']);
  expect(await addressSeenBy(overFastify(true))).toEqual(['192.0.2.7']);
});

test('with fetch the host says it, from the request or what the platform gives beside it', async () => {
  const { handler, seen } = await refusing();
  const request = () => new Request(`http://localhost${path}`, { method: 'POST', body: '{}' });
  await toFetch(handler)(request(), { params: {} });
  const serve = toFetch(handler, { remoteAddress: (_request, { ip }: { ip: string }) => ip });
  await serve(request(), { ip: '192.0.2.8' });
  expect(seen).toEqual([null, '192.0.2.8']);
});
