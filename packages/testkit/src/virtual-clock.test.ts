/** The test clock rejects invalid times, and never goes back by advancing. */
import { expect, test } from 'vitest';
import { createTestEngine } from './test-engine.js';
import { VirtualClock } from './virtual-clock.js';

test.each([Number.NaN, Infinity, -1, '2d', undefined])('%s is nothing to go on by', async (ms) => {
  const clock = new VirtualClock(1_000);
  await expect(clock.advance(ms as number)).rejects.toThrow('advance: ms must be a number from 0');
  expect(clock.now()).toBe(1_000);
  const { engine, advance } = createTestEngine();
  await expect(advance(ms as number)).rejects.toThrow('advance: ms must be');
  await engine.stop();
});

test('two that go on at once end where the further one ends', async () => {
  const clock = new VirtualClock(0);
  const woken: number[] = [];
  for (const at of [1_000, 4_000]) clock.wakeAt(at, () => woken.push(clock.now()));
  await Promise.all([clock.advance(5_000), clock.advance(1_000)]);
  expect([clock.now(), woken]).toEqual([5_000, [1_000, 4_000]]);
});

test('it jumps back, and refuses invalid times', () => {
  const clock = new VirtualClock(1_000);
  clock.jump(-500);
  expect(clock.now()).toBe(500);
  expect(() => clock.jump(Number.NaN)).toThrow('jump: ms must be a number');
});
