/** Requests that once held or killed a server, against the judge. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_HELD_BESIDE_OTHERS } from '../finding.js';
import { caller } from '../target/client.js';
import { Target } from '../target/target.js';
import { detonate } from './detonate.js';
import { ROWS, RUN_ROWS } from './rows.js';

let target: Target;
beforeAll(async () => {
  target = await Target.start();
}, 60_000);
afterAll(() => target.stop());

describe('a definition', () => {
  test.each(ROWS.map((it) => [it.name, it.path, it.data] as const))(
    '%s, %s',
    async (_, path, data) => {
      let least = Infinity;
      for (let time = 0; time < 3 && least > MOST_HELD_BESIDE_OTHERS; time++) {
        await target.report();
        const { status, body } = await caller(target.address)(path, data);
        expect([200, 400]).toContain(status);
        // Errors are for people; correct results are returned.
        const isRight = status === 200 && !body.includes('"valid":false');
        expect(body.length).toBeLessThan(isRight ? 2_000_000 : 200_000);
        const { held, faults } = await target.report();
        expect(faults).toEqual([]);
        least = Math.min(least, held);
      }
      expect(least).toBeLessThan(MOST_HELD_BESIDE_OTHERS);
    },
    60_000,
  );
});

describe('a run', () => {
  test.each(RUN_ROWS.map((it) => [it.name, it] as const))(
    '%s',
    async (_, row) => {
      const { held, faults, ending } = await detonate(target, row);
      expect(faults).toEqual([]);
      expect(ending).toBe(row.ending);
      expect(Object.entries(held).filter(([, units]) => units > MOST_HELD_BESIDE_OTHERS)).toEqual([]);
    },
    180_000,
  );
});
