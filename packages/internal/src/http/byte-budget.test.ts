/** Large bodies of all requests share one budget; small bodies are never refused. */
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readNodeStream, readWebStream } from './body-reader.js';
import { ByteBudget, FREE_BYTES, Hold } from './byte-budget.js';

const KIB = 1_024;
const of = (bytes: number) => new Uint8Array(bytes);
/** Room for one body of 100 KiB beside what is free, and not for two. */
const budget = () => new ByteBudget(FREE_BYTES);

afterEach(() => vi.restoreAllMocks());

const reading = {
  node(hold: Hold) {
    const stream = new PassThrough();
    const body = readNodeStream(stream, 1_024 * KIB, hold);
    return { send: (bytes: number) => void stream.write(of(bytes)), end: () => void stream.end(), body };
  },
  web(hold: Hold) {
    const { readable, writable } = new TransformStream<Uint8Array>(undefined, { highWaterMark: 100 });
    const writer = writable.getWriter();
    const quietly = (it: Promise<unknown>) => void it.catch(() => undefined);
    const body = readWebStream(readable, 1_024 * KIB, hold);
    return {
      send: (bytes: number) => quietly(writer.write(of(bytes))),
      end: () => quietly(writer.close()),
      body,
    };
  },
};
const soon = () => new Promise((resolve) => setImmediate(resolve));

describe.each(Object.entries(reading))('a stream of %s', (_, begin) => {
  async function whole(hold: Hold, bytes: number): Promise<string> {
    const { send, end, body } = begin(hold);
    send(bytes);
    end();
    return (await body).kind;
  }

  test('a second large body finds no room until the first was answered', async () => {
    const shared = budget();
    const first = new Hold(shared);
    expect(await whole(first, 100 * KIB)).toBe('bytes');
    expect(await whole(new Hold(shared), 100 * KIB)).toBe('no-room');
    first.release();
    expect(await whole(new Hold(shared), 100 * KIB)).toBe('bytes');
  });

  test('small bodies always find room', async () => {
    const shared = budget();
    expect(await whole(new Hold(shared), 128 * KIB)).toBe('bytes');
    for (let it = 0; it < 10; it++) expect(await whole(new Hold(shared), 64 * KIB)).toBe('bytes');
  });

  test('what is refused holds nothing', async () => {
    const shared = budget();
    expect(await whole(new Hold(shared), 200 * KIB)).toBe('no-room');
    expect(await whole(new Hold(shared), 100 * KIB)).toBe('bytes');
  });

  test('who has stalled gives way, who sends does not', async () => {
    const shared = budget();
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const slow = begin(new Hold(shared));
    slow.send(100 * KIB);
    await soon();
    now.mockReturnValue(4_999);
    expect(await whole(new Hold(shared), 100 * KIB)).toBe('no-room');
    now.mockReturnValue(5_000);
    expect(await whole(new Hold(shared), 100 * KIB)).toBe('bytes');
    expect((await slow.body).kind).toBe('no-room');
  });

  test('who waits for the answer does not give way, however long that takes', async () => {
    const shared = budget();
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    expect(await whole(new Hold(shared), 100 * KIB)).toBe('bytes');
    now.mockReturnValue(60_000);
    expect(await whole(new Hold(shared), 100 * KIB)).toBe('no-room');
  });
});
