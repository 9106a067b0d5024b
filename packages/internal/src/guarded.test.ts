import { expect, test } from 'vitest';
import { guarded } from './guarded.js';

test.each<[string, () => unknown]>([
  [
    'at once',
    () => {
      throw new Error('of the host');
    },
  ],
  ['later', () => Promise.reject(new Error('of the host'))],
])('a throw of a function %s is reported, and stops nothing', async (_when, listener) => {
  const thrown: unknown[] = [];
  const tell = guarded(listener, (error) => thrown.push(error));
  tell();
  await Promise.resolve();
  await Promise.resolve();
  expect(thrown).toEqual([new Error('of the host')]);
});
