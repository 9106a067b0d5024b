/**
 * Slow, silent and disconnected clients, and a server that stops: none blocks another or is cut
 * off.
 */
import express from 'express';
import fastify from 'fastify';
import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { toExpress } from './express.js';
import { toFastify } from './fastify.js';
import type { HttpHandler, HttpRequest } from './index.js';
import { toNodeListener } from './node.js';
import { sendTo } from './test-support/adapters.js';
import { type Headers, createKit } from './test-support/kit.js';
import { RawConnection, head } from './test-support/raw-http.js';

const LIST = '/v2/workflow/definitions/list';
const BODY = '{"data":{}}';

const open: { readonly server: Server; readonly connections: RawConnection[] }[] = [];
afterEach(() => {
  for (const { server, connections } of open.splice(0)) {
    for (const connection of connections) connection.destroy();
    server.closeAllConnections();
    server.close();
  }
});

/** A handler that counts its calls, and can be held until it is let go. */
async function watched() {
  const kit = await createKit();
  const calls: HttpRequest[] = [];
  let gate: Promise<void> | null = null;
  const counting = async (request: HttpRequest) => {
    calls.push(request);
    await gate;
    return kit.handler(request);
  };
  const handler: HttpHandler = Object.assign(counting, { maxBodyBytes: kit.handler.maxBodyBytes });
  const hold = () => {
    let release = () => {};
    gate = new Promise((resolve) => (release = resolve));
    return () => {
      gate = null;
      release();
    };
  };
  const headers: Headers = { 'content-type': 'application/json', ...(await kit.credentials()) };
  return { handler, calls, hold, headers };
}

async function serving(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connections: RawConnection[] = [];
  open.push({ server, connections });
  const connect = async () => {
    const connection = await RawConnection.open(port);
    connections.push(connection);
    return connection;
  };
  return { server, port, connect };
}

const ADAPTERS: Readonly<
  Record<string, (handler: HttpHandler) => RequestListener | Promise<RequestListener>>
> = {
  node: toNodeListener,
  express: (handler) => express().use(toExpress(handler)),
  fastify: async (handler) => {
    const app = fastify();
    await app.register(toFastify(handler));
    await app.ready();
    return (request, response) => {
      app.routing(request, response);
    };
  },
};

describe.each(Object.entries(ADAPTERS))('%s', (_, listenerOf) => {
  test('half a body calls nothing and holds up no other request; the rest is answered when it comes', async () => {
    const { handler, calls, headers } = await watched();
    const { port, connect } = await serving(await listenerOf(handler));
    const slow = await Promise.all(Array.from({ length: 50 }, connect));
    const request = head('POST', LIST, { ...headers, 'content-length': `${BODY.length}` });
    for (const connection of slow) await connection.write(request + BODY.slice(0, 5));
    for (let index = 0; index < 5; index++) {
      expect((await sendTo(port, { path: LIST, headers, body: BODY })).status).toBe(200);
    }
    expect(calls).toHaveLength(5);
    await slow[0]?.write(BODY.slice(5));
    expect((await slow[0]?.answer())?.status).toBe(200);
    expect(calls).toHaveLength(6);
  });

  test('a body that is too long is read to its end before the answer, so that the answer arrives', async () => {
    const { handler, calls, headers } = await watched();
    const { port, connect } = await serving(await listenerOf(handler));
    const connection = await connect();
    const half = new Uint8Array(2 ** 20 + 1).fill(0x20);
    await connection.write(head('POST', LIST, { ...headers, 'content-length': `${2 * half.length}` }));
    await connection.write(half);
    expect((await sendTo(port, { path: LIST, headers, body: BODY })).status).toBe(200);
    expect(calls).toHaveLength(1);
    await connection.write(half);
    expect((await connection.answer())?.status).toBe(413);
  });

  test('who goes away in the middle of a body is never handled', async () => {
    const { handler, calls, headers } = await watched();
    const { server, port, connect } = await serving(await listenerOf(handler));
    const leaving = await connect();
    const arrived = once(server, 'request');
    await leaving.write(
      head('POST', LIST, { ...headers, 'content-length': `${BODY.length}` }) + BODY.slice(0, 5),
    );
    const [incoming] = (await arrived) as [NodeJS.EventEmitter];
    const gone = new Promise((resolve) => incoming.once('close', resolve));
    leaving.destroy();
    await gone;
    expect((await sendTo(port, { path: LIST, headers, body: BODY })).status).toBe(200);
    expect(calls).toHaveLength(1);
  });

  test('a client that disconnects before the answer causes no error', async () => {
    const { handler, calls, hold, headers } = await watched();
    const { server, port, connect } = await serving(await listenerOf(handler));
    const release = hold();
    const leaving = await connect();
    const arrived = once(server, 'request');
    await leaving.write(head('POST', LIST, { ...headers, 'content-length': `${BODY.length}` }) + BODY);
    const [, response] = (await arrived) as [unknown, NodeJS.EventEmitter];
    const gone = new Promise((resolve) => response.once('close', resolve));
    await expect.poll(() => calls.length).toBe(1);
    leaving.destroy();
    await gone;
    release();
    expect((await sendTo(port, { path: LIST, headers, body: BODY })).status).toBe(200);
  });

  test('a server that closes finishes what is under way', async () => {
    const { handler, calls, hold, headers } = await watched();
    const { server, port, connect } = await serving(await listenerOf(handler));
    const release = hold();
    const connection = await connect();
    await connection.write(head('POST', LIST, { ...headers, 'content-length': `${BODY.length}` }) + BODY);
    await expect.poll(() => calls.length).toBe(1);
    const closed = once(server, 'close');
    server.close();
    await expect(sendTo(port, { path: LIST, headers, body: BODY })).rejects.toThrow();
    release();
    expect((await connection.answer())?.status).toBe(200);
    server.closeIdleConnections();
    await closed;
    expect(calls).toHaveLength(1);
  });

  test('one connection carries many requests, also ones sent together', async () => {
    const { handler, headers } = await watched();
    const { connect } = await serving(await listenerOf(handler));
    const connection = await connect();
    const request = head('POST', LIST, { ...headers, 'content-length': `${BODY.length}` }) + BODY;
    await connection.write(request.repeat(3));
    for (let index = 0; index < 3; index++) expect((await connection.answer())?.status).toBe(200);
    await connection.write(request);
    expect((await connection.answer())?.status).toBe(200);
  });

  test('the connection is closed after an unread body, and the rest is not parsed as a request', async () => {
    const { handler, calls, headers } = await watched();
    const { connect } = await serving(await listenerOf(handler));
    const connection = await connect();
    const size = 9 * 2 ** 20;
    void connection.write(head('POST', LIST, { ...headers, 'content-length': `${size}` }));
    void connection.write(new Uint8Array(size).fill(0x20));
    const answer = await connection.answer();
    expect([answer?.status, answer?.headers['connection']]).toEqual([413, 'close']);
    void connection.write(head('POST', LIST, { ...headers, 'content-length': `${BODY.length}` }) + BODY);
    expect(await connection.closed()).toBe('');
    expect(calls).toHaveLength(1);
  });
});
