/** A stream whose reader left before it began is closed, to free its place. */
import fastify from 'fastify';
import { once } from 'node:events';
import { type Server, createServer, request as connect } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toFastify } from './fastify.js';
import { toFetch } from './fetch.js';
import type { HttpHandler } from './message.js';
import { toNodeListener } from './node.js';

/** Answers with a stream that goes on until it is given back, once `goOn` is called. */
function streaming() {
  let [goOn, givenBack]: (() => void)[] = [];
  const ready = new Promise<void>((resolve) => (goOn = resolve));
  const end = new Promise<void>((resolve) => (givenBack = resolve));
  const asked = vi.fn();
  let parts = 0;
  const stream: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        if (parts++ > 0) await end;
        return parts > 1 ? { done: true, value: undefined } : { done: false, value: 'id: 1\n\n' };
      },
      return: async () => {
        givenBack?.();
        return { done: true, value: undefined };
      },
    }),
  };
  const handler: HttpHandler = Object.assign(
    async () => {
      asked();
      await ready;
      return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: '', stream };
    },
    { maxBodyBytes: 1_000 },
  );
  return { handler, asked, end, goOn: () => goOn?.() };
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const hangUp = async (url: string, asked: ReturnType<typeof vi.fn>): Promise<void> => {
  const client = connect(url).on('error', () => undefined);
  client.end();
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  client.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
};

test('Node: the client hung up', async () => {
  const { handler, asked, end, goOn } = streaming();
  await hangUp(await listening(createServer(toNodeListener(handler))), asked);
  goOn();
  await end;
});

test('Node: the host has answered by itself', async () => {
  const { handler, asked, end, goOn } = streaming();
  const listener = toNodeListener(handler);
  const server = createServer((request, response) => {
    listener(request, response);
    void vi.waitFor(() => expect(asked).toHaveBeenCalled()).then(() => response.writeHead(503).end());
  });
  expect((await fetch(await listening(server))).status).toBe(503);
  goOn();
  await end;
});

test('Fastify: the client hung up', async () => {
  const { handler, asked, end, goOn } = streaming();
  const app = fastify();
  onTestFinished(() => app.close());
  await app.register(toFastify(handler));
  await hangUp(await app.listen({ port: 0, host: '127.0.0.1' }), asked);
  goOn();
  await end;
});

test.each([true, false])('fetch: the request was aborted, before the stream began: %s', async (isBefore) => {
  const { handler, end, goOn } = streaming();
  const aborting = new AbortController();
  const answering = toFetch(handler)(new Request('https://example.com/', { signal: aborting.signal }));
  if (isBefore) aborting.abort();
  goOn();
  const response = await answering;
  aborting.abort();
  await end;
  expect(response.status).toBe(200);
});
