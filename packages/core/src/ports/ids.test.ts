import { expect, test } from 'vitest';
import { keyId } from '../definition/identifiers.js';
import { randomIds } from './ids.js';

test('ids are unique, begin with their prefix, and fit where callers may give ids of their own', () => {
  const ids = Array.from({ length: 20_000 }, () => randomIds.next('exec'));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids.slice(0, 100)) {
    expect(id).toMatch(/^exec_[0-9a-z]{25}$/);
    expect(keyId.safeParse(id).success).toBe(true);
  }
});

test('ids made later sort later', async () => {
  const first = randomIds.next('exec');
  const began = Date.now();
  while (Date.now() === began) await new Promise((resolve) => setImmediate(resolve));
  expect(randomIds.next('exec') > first).toBe(true);
});
