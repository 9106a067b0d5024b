import { describe, expect, it } from 'vitest';
import { readBody } from './read-body.js';

const MIB = 1_048_576;

/** So many chunks of 1 MiB, and how many of them were asked for. */
function chunks(count: number) {
  const asked = { count: 0, closed: false };
  async function* generate() {
    try {
      for (; asked.count < count; asked.count++) yield new Uint8Array(MIB).fill(asked.count);
    } finally {
      asked.closed = true;
    }
  }
  return { asked, stream: generate() };
}

describe('reading a body', () => {
  it('gives all of it, up to the limit', async () => {
    const body = await readBody(chunks(3).stream, 3 * MIB);
    expect(body).toHaveLength(3 * MIB);
    expect([body[0], body[MIB], body[3 * MIB - 1]]).toEqual([0, 1, 2]);
  });

  it('gives nothing of one that is a byte longer', async () => {
    expect(await readBody(chunks(3).stream, 3 * MIB - 1)).toBe('too-large');
  });

  it('reads 8 MiB beyond the limit, so that the answer arrives, and no more', async () => {
    const { asked, stream } = chunks(Infinity);
    expect(await readBody(stream, 2 * MIB)).toBe('too-large');
    expect(asked).toEqual({ count: 10, closed: true });
  });

  it('says when it could not be read', async () => {
    async function* broken() {
      yield new Uint8Array(1);
      throw new Error('ECONNRESET');
    }
    expect(await readBody(broken(), MIB)).toBe('body-unreadable');
  });
});
