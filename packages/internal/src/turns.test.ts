/** So many at once, the others in their order, and no place is lost to one that fails. */
import { expect, test } from 'vitest';
import { AtMost } from './turns.js';

test('no more than there are places, in the order in which they came', async () => {
  const atMost = new AtMost(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = [0, 1, 2, 3].map((index) =>
    atMost.within(async () => {
      begun.push(index);
      await new Promise<void>((resolve) => ends.push(resolve));
      return index;
    }),
  );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  await settle();
  expect(begun).toEqual([0, 1]);
  ends[0]?.();
  await settle();
  expect(begun).toEqual([0, 1, 2]);
  for (let next = 1; next < 4; next++) {
    ends[next]?.();
    await settle();
  }
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
});

test('one that fails gives its place back', async () => {
  const atMost = new AtMost(1);
  await expect(atMost.within(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await atMost.within(() => Promise.resolve(1))).toBe(1);
});
