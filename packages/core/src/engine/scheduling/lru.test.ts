import { expect, test } from 'vitest';
import { remembered } from './lru.js';

test('as many as were asked for are remembered, those used last', () => {
  const numbers = remembered<number>(3);
  for (const key of ['a', 'b', 'c']) numbers.set(key, 1);
  numbers.get('a');
  numbers.set('d', 1);
  expect([...numbers.keys()].toSorted()).toEqual(['a', 'c', 'd']);
});

test('room is made as it is needed: a million that may be remembered cost nothing before', () => {
  const before = process.memoryUsage().heapUsed;
  const many = Array.from({ length: 20 }, () => remembered<number>(1_000_000));
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  expect(many).toHaveLength(20);
});
