/** What is made of a stream: bytes, too many bytes, or nothing, because its sender went away. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { RequestAborted, readBody } from './body-reader.js';
import { DRAINED_BYTES } from './message.js';

test('chunks become one body, up to the limit', async () => {
  const stream = new PassThrough();
  const body = readBody(stream, 6);
  stream.write('abc');
  stream.end('def');
  expect(await body).toEqual({ kind: 'bytes', bytes: new TextEncoder().encode('abcdef') });
  const empty = new PassThrough();
  empty.end();
  expect(await readBody(empty, 6)).toEqual({ kind: 'bytes', bytes: new Uint8Array() });
});

test('a byte more is too large, once the stream has ended', async () => {
  const stream = new PassThrough();
  const body = readBody(stream, 6);
  stream.end('abcdefg');
  expect(await body).toEqual({ kind: 'too-large' });
  expect(stream.readableEnded).toBe(true);
});

test('past 8 MiB nothing more is read', async () => {
  const stream = new PassThrough();
  const body = readBody(stream, 6);
  stream.write(new Uint8Array(DRAINED_BYTES + 1));
  expect(await body).toEqual({ kind: 'too-large' });
  expect([stream.readableEnded, stream.isPaused()]).toEqual([false, true]);
});

test('a sender that goes away, and a stream that fails, reject', async () => {
  const leaving = new PassThrough();
  const gone = readBody(leaving, 6);
  leaving.write('abc');
  leaving.destroy();
  await expect(gone).rejects.toThrow(RequestAborted);
  const failing = new PassThrough();
  const failed = readBody(failing, 6);
  failing.destroy(new Error('ECONNRESET'));
  await expect(failed).rejects.toThrow('ECONNRESET');
});
