/** Malformed bytes on every adapter: the right status or a closed connection. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Target } from './target/target.js';
import { attackWire } from './wire.js';

let target: Target;
beforeAll(async () => {
  target = await Target.start();
}, 60_000);
afterAll(() => target.stop());

test('the wire', async () => {
  expect(await attackWire(target)).toEqual([]);
}, 300_000);
