/**
 * No input within the limits holds the event loop for more than 100 units of work, and none causes
 * a fault. The long form is `npm run attack -- --only bombs --tries 10000`.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_HELD_BESIDE_OTHERS } from '../finding.js';
import { Target } from '../target/target.js';
import { worstOf } from './detonate.js';
import { type Tried, alone, pairs, search, tryShape } from './search.js';
import type { Shape } from './shape.js';

/** Part of the pairs that `npm test` runs. */
const STRIDE = 40;

let target: Target;
beforeAll(async () => {
  target = await Target.start();
}, 60_000);
afterAll(() => target.stop());

const offences = (tried: readonly Tried[]) =>
  tried
    .filter(({ blast }) => worstOf(blast) > MOST_HELD_BESIDE_OTHERS || blast.faults.length > 0)
    .map(({ what, blast }) => [what, blast]);

async function all(shapes: readonly Shape[]): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const shape of shapes) tried.push(await tryShape(target, shape));
  return tried;
}

describe('a definition at its limits', () => {
  test('each alone: accepted, and run to an end', async () => {
    const tried = await all(alone());
    expect(offences(tried)).toEqual([]);
    expect(tried.filter(({ blast }) => blast.ending === 'refused').map((it) => it.what)).toEqual([]);
  }, 300_000);

  test('some in pairs', async () => {
    expect(offences(await all(pairs().filter((_, index) => index % STRIDE === 0)))).toEqual([]);
  }, 300_000);

  test('a search for the worst', async () => {
    expect(offences(await search(target, { tries: 10, seed: 7 }))).toEqual([]);
  }, 300_000);
});
