/** Results of reading both kinds of stream: bytes, too many bytes, or nothing. */
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { DRAINED_BYTES, readNodeStream, readWebStream } from './body-reader.js';
import type { HttpBody } from './message.js';

const MIB = 1_048_576;
const UNREADABLE: HttpBody = { kind: 'unreadable' };
const TOO_LARGE: HttpBody = { kind: 'too-large' };
const bytes = (text: string): HttpBody => ({ kind: 'bytes', bytes: new TextEncoder().encode(text) });

interface Source {
  /** Reads a body that is sent in these chunks; `fails` breaks it off behind the last. */
  readonly read: (chunks: Iterable<Uint8Array>, maxBytes: number, fails?: boolean) => Promise<HttpBody>;
}

const SOURCES: Readonly<Record<string, Source>> = {
  'a stream of Node’s': {
    read: async (chunks, maxBytes, fails = false) => {
      const stream = new PassThrough({ highWaterMark: 64 * MIB });
      const body = readNodeStream(stream, maxBytes);
      for (const chunk of chunks) stream.write(chunk);
      if (fails) stream.destroy(new Error('ECONNRESET'));
      else stream.end();
      return body;
    },
  },
  'a stream of the web’s': {
    read: async (chunks, maxBytes, fails = false) => {
      const left = [...chunks];
      const stream = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          const chunk = left.shift();
          if (chunk !== undefined) controller.enqueue(chunk);
          else if (fails) controller.error(new Error('ECONNRESET'));
          else controller.close();
        },
      });
      return readWebStream(stream, maxBytes);
    },
  },
};

const texts = (...chunks: string[]) => chunks.map((it) => new TextEncoder().encode(it));

describe.each(Object.entries(SOURCES))('%s', (_name, { read }) => {
  test.each<[string, Uint8Array[], number, HttpBody]>([
    ['nothing', [], 6, bytes('')],
    ['one chunk', texts('abc'), 6, bytes('abc')],
    ['chunks, up to the limit', texts('abc', 'def'), 6, bytes('abcdef')],
    ['a byte more', texts('abc', 'defg'), 6, TOO_LARGE],
    ['a limit of nothing', texts('a'), 0, TOO_LARGE],
  ])('%s', async (_what, chunks, maxBytes, expected) => {
    const body = await read(chunks, maxBytes);
    expect(body.kind === 'bytes' ? bytes(Buffer.from(body.bytes).toString()) : body).toEqual(expected);
  });

  test.each([
    ['10 MiB where 16 are taken', 10, 16, 'bytes'],
    ['16 MiB where 16 are taken', 16, 16, 'bytes'],
    ['20 MiB where 16 are taken', 20, 16, 'too-large'],
    ['10 MiB where 1 is taken', 10, 1, 'too-large'],
  ])('%s: whole or not at all', async (_what, size, limit, kind) => {
    const body = await read(
      Array.from({ length: size }, (_, index) => new Uint8Array(MIB).fill(index)),
      limit * MIB,
    );
    expect(body.kind).toBe(kind);
    if (body.kind !== 'bytes') return;
    expect(body.bytes).toHaveLength(size * MIB);
    expect(body.bytes[size * MIB - 1]).toBe(size - 1);
  });

  test('what breaks off is not passed on', async () => {
    expect(await read(texts('abc'), 6, true)).toEqual(UNREADABLE);
  });
});

test('8 MiB beyond the limit are read, so that the answer arrives, and no more', async () => {
  const stream = new PassThrough({ highWaterMark: 64 * MIB });
  const body = readNodeStream(stream, 6);
  stream.write(new Uint8Array(DRAINED_BYTES + 6));
  stream.write(new Uint8Array(1));
  expect(await body).toEqual(TOO_LARGE);
  expect([stream.readableEnded, stream.isPaused(), stream.destroyed]).toEqual([false, true, false]);

  const asked = { count: 0, cancelled: false };
  const endless = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        asked.count += 1;
        controller.enqueue(new Uint8Array(MIB));
      },
      cancel: () => {
        asked.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  expect(await readWebStream(endless, 2 * MIB)).toEqual(TOO_LARGE);
  expect(asked).toEqual({ count: 11, cancelled: true });
});

test('a stream that ended badly before it is read is not waited for', async () => {
  const stream = new PassThrough();
  stream.destroy();
  expect(await readNodeStream(stream, 6)).toEqual(UNREADABLE);
});

test('text, where a host has set an encoding, is bytes again', async () => {
  const stream = new PassThrough({ encoding: 'utf8' });
  const body = readNodeStream(stream, 6);
  stream.end('äöü');
  expect(await body).toEqual(bytes('äöü'));
});
