/** Small answers are sent as text and large ones as bytes: what arrives is the same. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { HttpHandler } from './message.js';
import { toNodeListener } from './node.js';

async function answerTo(body: string, method: string): Promise<Response> {
  const answer = () => Promise.resolve({ status: 200, headers: {}, body });
  const handler: HttpHandler = Object.assign(answer, { maxBodyBytes: 0 });
  const server = createServer(toNodeListener(handler)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { method });
}

test.each([
  ['nothing', ''],
  ['ASCII', 'abc'],
  ['Latin-1', 'é\u0080ÿ'],
  ['two and more bytes', 'aé漢😀'],
  ['half a character', 'a\ud800b'],
  ['the most that is text', 'x'.repeat(65_536)],
  ['a byte more', 'x'.repeat(65_537)],
  ['many that are not ASCII', '漢'.repeat(65_536)],
])('%s arrives whole', async (_what, body) => {
  const expected = Buffer.from(body);
  const answer = await answerTo(body, 'GET');
  expect(answer.headers.get('content-length')).toBe(String(expected.length));
  expect(expected.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  const head = await answerTo(body, 'HEAD');
  expect([head.headers.get('content-length'), await head.text()]).toEqual([String(expected.length), '']);
});
