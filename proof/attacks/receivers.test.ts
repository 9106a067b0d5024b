/** Hostile receivers: deliveries end, redirects are not followed, and others are not delayed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOST_HELD_BESIDE_OTHERS } from './finding.js';
import { attackSender } from './receivers.js';
import { Target } from './target/target.js';

let target: Target;
beforeAll(async () => {
  target = await Target.start();
}, 60_000);
afterAll(() => target.stop());

test('hostile receivers', async () => {
  const found = await attackSender(target, MOST_HELD_BESIDE_OTHERS);
  expect(found).toEqual([]);
}, 300_000);
