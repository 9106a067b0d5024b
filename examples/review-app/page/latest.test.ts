import { expect, test } from 'vitest';
import { oneAtATime } from './latest.js';

test('however often it is asked for, one look is under way and one more follows: nothing piles up', async () => {
  const ends: (() => void)[] = [];
  let open = 0;
  let most = 0;
  const look = oneAtATime(() => {
    most = Math.max(most, (open += 1));
    return new Promise<void>((resolve) => {
      ends.push(() => {
        open -= 1;
        resolve();
      });
    });
  });
  const first = look();
  const others = Array.from({ length: 20 }, () => look());
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await first;
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  await Promise.all(others);
  expect(ends).toHaveLength(2);
  expect(most).toBe(1);
});

test('a failed read rejects for its caller, and the next one still runs', async () => {
  let count = 0;
  const look = oneAtATime(async () => {
    count += 1;
    if (count === 1) throw new Error('away');
  });
  const first = look();
  const second = look();
  await expect(first).rejects.toThrow('away');
  await expect(second).resolves.toBeUndefined();
  expect(count).toBe(2);
});
