import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { jsonBodyOf } from './json-body.js';
import type { HttpBody } from './message.js';

const BOUNDS = { maxValues: 100, maxNames: 100 };
const plain = new TextEncoder().encode('{"a":1}');

function readAs(encoding: string | undefined, body: HttpBody) {
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
  const request = { method: 'POST', path: '/', query: '', headers, remoteAddress: null, body };
  return jsonBodyOf(request, 1_000, BOUNDS);
}

test.each(['gzip', 'deflate', 'br', 'zstd', 'identity, gzip'])(
  'a body in %s is 415, not bad UTF-8',
  (encoding) => {
    const read = readAs(encoding, { kind: 'bytes', bytes: gzipSync(plain) });
    expect(read).toMatchObject({ ok: false, status: 415 });
    expect(read).toHaveProperty('message', expect.stringContaining('send it uncompressed'));
  },
);

test.each([undefined, '', 'identity', ' Identity '])('a body in %j is read as it is', (encoding) => {
  expect(readAs(encoding, { kind: 'bytes', bytes: plain })).toMatchObject({ ok: true, value: { a: 1 } });
});

test('a body that a parser of the host has decoded is taken', () => {
  expect(readAs('gzip', { kind: 'parsed', value: { a: 1 } })).toEqual({ ok: true, value: { a: 1 } });
});
