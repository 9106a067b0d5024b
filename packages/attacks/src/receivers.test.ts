/** Receivers that mean harm: their deliveries end, nothing is followed elsewhere, and nobody else is held up. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attackSender } from './receivers.js';
import { Target } from './target/target.js';

let target: Target;
beforeAll(async () => {
  target = await Target.start();
}, 60_000);
afterAll(() => target.stop());

test('hostile receivers', async () => {
  expect(await attackSender(target)).toEqual([]);
}, 300_000);
