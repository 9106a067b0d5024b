import { type IncomingMessage, type RequestListener, createServer } from 'node:http';
import { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import type { Dial } from '../address/connect.js';
import { addressPolicy } from '../address/policy.js';
import { ADDRESSES, PRIVATE_NAMES, SPELLINGS } from '../test-support/addresses.js';
import { CANARY, HOST, send, toLoopback } from '../test-support/sending.js';
import { httpServer, tcpServer, closed } from '../test-support/server.js';
import { createSender } from './send.js';

interface Seen {
  readonly message: IncomingMessage;
  readonly body: Buffer;
}

/** A receiver that records requests, and responds as configured. */
async function receiver(answer: RequestListener) {
  const seen: Seen[] = [];
  const connections: unknown[] = [];
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      seen.push({ message, body: Buffer.concat(chunks) });
      answer(message, response);
    });
  });
  server.on('connection', (socket) => connections.push(socket));
  return { port: await httpServer(server), seen, connections };
}

const answering = (status: number, headers: Record<string, string> = {}, body: string | Buffer = '') =>
  receiver((_message, response) => response.writeHead(status, headers).end(body));

describe('the request', () => {
  it('is a POST of the very bytes, with the headers that were given', async () => {
    const { port, seen } = await answering(204);
    const body = Buffer.from([0, 255, 10, 13, 128, ...Buffer.from('prüfen')]);
    const headers = { 'Content-Type': 'application/json', 'webhook-signature': 'v1,a v1,b' };
    expect(await send({ port, body, headers })).toEqual({ ok: true, status: 204 });
    const [{ message, body: received }] = seen as [Seen];
    expect(message.method).toBe('POST');
    expect(message.url).toBe(`/${CANARY}?token=${CANARY}`);
    expect(received.equals(body)).toBe(true);
    expect(message.headers).toEqual({
      host: `${HOST}:${port}`,
      connection: 'close',
      'content-length': String(body.length),
      'content-type': 'application/json',
      'webhook-signature': 'v1,a v1,b',
      'user-agent': 'approval-webhooks',
    });
  });

  it('keeps what belongs to the connection to itself', async () => {
    const { port, seen } = await answering(204);
    const headers = {
      Host: 'other.example',
      'Content-Length': '3',
      'Transfer-Encoding': 'chunked',
      Connection: 'upgrade',
      Upgrade: 'h2c',
      Expect: '100-continue',
    };
    expect(await send({ port, headers })).toEqual({ ok: true, status: 204 });
    expect(seen[0]?.message.headers).toEqual({
      host: `${HOST}:${port}`,
      connection: 'close',
      'content-length': String(CANARY.length),
      'user-agent': 'approval-webhooks',
    });
  });

  it.each([
    ['http', '', 80],
    ['http', ':443', 443],
    ['https', '', 443],
    ['https', ':8443', 8443],
    ['https', ':0', 0],
  ])('goes over %s%s to port %i', async (scheme, port, expected) => {
    const dial = vi.fn<Dial>(() => new Socket().destroy(new Error('not here')));
    await send({ port: 1, url: `${scheme}://${HOST}${port}/` }, { dial });
    expect(dial).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ host: HOST, port: expected }));
  });

  it('may say who sends it', async () => {
    const { port, seen } = await answering(204);
    await send({ port, headers: { 'User-Agent': 'acme/1' } });
    expect(seen[0]?.message.headers['user-agent']).toBe('acme/1');
  });

  it('uses a separate connection', async () => {
    const { port, connections } = await answering(200);
    for (let attempt = 0; attempt < 3; attempt++) await send({ port });
    expect(connections).toHaveLength(3);
  });

  it('connects to the receiver directly, ignoring proxies of the environment', async () => {
    const proxy = await tcpServer();
    const { port } = await answering(200);
    const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'];
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
    try {
      expect(await send({ port })).toEqual({ ok: true, status: 200 });
      expect(proxy.sockets).toHaveLength(0);
    } finally {
      for (const name of names) Reflect.deleteProperty(process.env, name);
    }
  });

  it.each([{ 'x-a': 'b\r\nx-c: d' }, { 'x a': 'b' }, { '': 'b' }, { 'x-a': '審査' }])(
    'is not made with headers that HTTP cannot carry: %j',
    async (headers: Record<string, string>) => {
      const { port, connections } = await answering(200);
      const result = await send({ port, headers });
      expect(result).toMatchObject({ ok: false, error: { code: 'request-invalid' } });
      expect(connections).toHaveLength(0);
    },
  );
});

describe('the answer', () => {
  it.each([200, 201, 202, 204, 206, 299])('%i is success', async (status) => {
    const { port } = await answering(status);
    expect(await send({ port })).toEqual({ ok: true, status });
  });

  it.each([400, 401, 404, 409, 410, 413, 429, 500, 502, 503, 599, 600, 999])(
    '%i is failure',
    async (status) => {
      const { port } = await answering(status, {}, `${CANARY} is wrong`);
      expect(await send({ port })).toEqual({
        ok: false,
        status,
        error: { code: 'http-status', message: `the receiver answered ${status}` },
      });
    },
  );

  it.each([300, 301, 302, 303, 304, 307, 308])('%i is failure, and is not followed', async (status) => {
    const elsewhere = await answering(200);
    const { port, seen } = await answering(status, { location: `http://${HOST}:${elsewhere.port}/` });
    expect(await send({ port })).toMatchObject({ ok: false, status, error: { code: 'redirect' } });
    expect(seen).toHaveLength(1);
    expect(elsewhere.connections).toHaveLength(0);
  });

  it('is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    for (const body of [bomb, 'this is not gzip']) {
      const { port } = await answering(200, { 'content-encoding': 'gzip' }, body);
      expect(await send({ port })).toEqual({ ok: true, status: 200 });
    }
  });
});

describe('what is refused before anything is connected to', () => {
  /** The default guard, except for the scheme: TLS would hide what got through. */
  const strict = { policy: addressPolicy({ allowHttp: true }), resolver: toLoopback };
  const literals = [...ADDRESSES.local, ...ADDRESSES.special].map((it) =>
    it.includes(':') ? `[${it}]` : it,
  );

  it.each([...literals, ...Object.keys(SPELLINGS), ...PRIVATE_NAMES])('%s', async (host) => {
    const dial = vi.fn<Dial>(() => new Socket().destroy(new Error('it was dialled')));
    const result = await send({ port: 1, url: `http://${host}:8080/` }, { ...strict, dial });
    expect(result).toMatchObject({
      ok: false,
      error: { code: expect.stringMatching(/^(address-not-public|host-not-public|url-invalid)$/) as string },
    });
    expect(dial).not.toHaveBeenCalled();
  });

  it('a name that leads to loopback', async () => {
    const { port, sockets } = await tcpServer();
    const result = await send({ port }, strict);
    expect(result).toEqual({
      ok: false,
      error: { code: 'address-not-public', message: 'the host has no public address' },
    });
    expect(sockets).toHaveLength(0);
  });

  it('everything but https, by default', async () => {
    const { port, sockets } = await tcpServer();
    const sender = createSender({ resolver: toLoopback });
    const request = { url: `http://${HOST}:${port}/`, headers: {}, body: new Uint8Array() };
    expect(await sender(request)).toMatchObject({ ok: false, error: { code: 'url-scheme' } });
    const secure = { ...request, url: `https://${HOST}:${port}/` };
    expect(await sender(secure)).toMatchObject({ ok: false, error: { code: 'address-not-public' } });
    expect(sockets).toHaveLength(0);
  });
});

describe('giving up', () => {
  it('before it began connects to nothing', async () => {
    const { port, sockets } = await tcpServer();
    const result = await send({ port, signal: AbortSignal.abort() });
    expect(result).toEqual({ ok: false, error: { code: 'aborted', message: 'the attempt was aborted' } });
    expect(sockets).toHaveLength(0);
  });

  it('closes the connection', async () => {
    const server = await tcpServer();
    const controller = new AbortController();
    const result = send({ port: server.port, signal: controller.signal });
    const socket = await server.accepted();
    controller.abort(new Error(CANARY));
    expect(await result).toMatchObject({ ok: false, error: { code: 'aborted' } });
    await closed(socket);
  });

  it('after it is over changes nothing', async () => {
    const { port } = await answering(200);
    const controller = new AbortController();
    expect(await send({ port, signal: controller.signal })).toEqual({ ok: true, status: 200 });
    controller.abort();
  });
});
