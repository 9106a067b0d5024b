/** Blocks are the same however the network cuts them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Block, blocksOf } from './server-sent.js';

async function blocks(parts: readonly Uint8Array[]): Promise<Block[]> {
  const left = [...parts];
  const read = async () => {
    const value = left.shift();
    return value === undefined ? { done: true } : { done: false, value };
  };
  const found: Block[] = [];
  for await (const block of blocksOf(read)) found.push(block);
  return found;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const TEXT = 'id: 1\n\nid: 2\nevent: a\ndata: {"x":"ä🗝"}\n\n: \n\nid:3\ndata: one\ndata: two\n\ndata: cut';
const WHOLE: Block[] = [
  { id: '1', data: null },
  { id: '2', data: '{"x":"ä🗝"}' },
  { id: null, data: null },
  { id: '3', data: 'one\ntwo' },
];

test.each(['\n', '\r\n', '\r'])('lines that end with %j, in any chunks', async (end) => {
  const all = bytes(TEXT.replaceAll('\n', end));
  expect(await blocks([all])).toEqual(WHOLE);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(all.length), { maxLength: 20 }), async (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), all.length];
      const parts = places.slice(1).map((place, index) => all.subarray(places[index], place));
      expect(await blocks(parts)).toEqual(WHOLE);
    }),
  );
});

test('a block without end is given up', async () => {
  const part = bytes('x'.repeat(9_000_000));
  await expect(blocks([part, part])).rejects.toThrow('block without end');
  await expect(blocks([bytes('data: x\n'.repeat(1_001))])).rejects.toThrow('block without end');
});
