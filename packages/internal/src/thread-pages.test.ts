/** Contents of a page of threads, and valid cursors. */
import { expect, test } from 'vitest';
import { InvalidCursorError, fitting, positionOf } from './thread-pages.js';

const of = (...sizes: number[]) => sizes.map((characters) => ({ size: { characters } }));

test.each([
  ['all that fit', of(3, 3, 4), 10, 3],
  ['those before the one that does not', of(3, 3, 5), 10, 2],
  ['one, however large', of(11, 1), 10, 1],
  ['nothing of nothing', of(), 10, 0],
  ['what was never counted', [{}, {}], 0, 2],
])('%s', (_name, threads, characters, taken) => {
  expect(fitting(threads, characters)).toBe(taken);
});

test.each(['', '-1', '1.5', '0x1', ' 1', '1'.repeat(16), 'x'])('%j is not a cursor', (after) => {
  expect(() => positionOf(after)).toThrow(InvalidCursorError);
});

test('a page begins at its cursor, or at the start', () => {
  expect([positionOf('17'), positionOf()]).toEqual([17, 0]);
});
