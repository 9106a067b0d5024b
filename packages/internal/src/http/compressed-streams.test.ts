/** Each part of a stream arrives at once, also behind middleware that compresses. */
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type BrotliCompress,
  type Gzip,
  createBrotliCompress,
  createGunzip,
  createBrotliDecompress,
  createGzip,
} from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { HttpHandler } from './message.js';
import { toNodeListener } from './node.js';

/** Gives one part, and the next one when the test calls `goOn`. */
function streaming() {
  let goOn: () => void = () => undefined;
  const next = new Promise<void>((resolve) => (goOn = resolve));
  async function* parts() {
    yield 'id: 1\n\n';
    await next;
    yield 'id: 2\n\n';
  }
  const handler: HttpHandler = Object.assign(
    async () => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
      body: '',
      stream: parts(),
    }),
    { maxBodyBytes: 1_000 },
  );
  return { handler, goOn: () => goOn() };
}

/** Compresses a response as `compression` does: its head is sent with the first part. */
function compress(response: ServerResponse, encoding: string, by: Gzip | BrotliCompress): void {
  const send = response.write.bind(response);
  const end = response.end.bind(response);
  const writeHead = response.writeHead.bind(response);
  by.on('data', (part: Buffer) => send(part));
  by.on('end', () => end());
  Object.assign(response, {
    writeHead: (status: number, headers: Record<string, string>) =>
      writeHead(status, { ...headers, 'content-encoding': encoding }),
    write: (part: string) => by.write(part),
    end: () => by.end(),
    flush: () => by.flush(),
  });
}

test.each([
  ['gzip', createGzip, createGunzip],
  ['br', createBrotliCompress, createBrotliDecompress],
] as const)('with %s', async (encoding, compressor, decompressor) => {
  const { handler, goOn } = streaming();
  const listener = toNodeListener(handler);
  const server = createServer((request, response) => {
    compress(response, encoding, compressor());
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
  const plain = response.pipe(decompressor());
  const [first] = (await once(plain, 'data')) as [Buffer];
  expect(first.toString()).toBe('id: 1\n\n');
  goOn();
  const [second] = (await once(plain, 'data')) as [Buffer];
  expect(second.toString()).toBe('id: 2\n\n');
  await once(plain, 'end');
});
