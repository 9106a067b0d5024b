/** Pages lead on, or are read no further. */
import { expect, test } from 'vitest';
import { createProgress } from './progress.js';

const fail = () => new Error('nowhere');
const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(index));

test('a `next` that comes again ends it', () => {
  const progress = createProgress(fail);
  for (const next of ['a', 'b']) progress(next, 1);
  expect(() => progress('a', 1)).toThrow('nowhere');
});

test('pages without anything new end it, and one in between does not', () => {
  const progress = createProgress(fail);
  for (const next of numbered(1_000)) progress(`first ${next}`, 0);
  progress('found', 1);
  for (const next of numbered(1_000)) progress(`second ${next}`, 0);
  expect(() => progress('more', 0)).toThrow('nowhere');
});
