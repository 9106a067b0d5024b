/**
 * Every adapter answers every input with an envelope and without faults. The long form is `npm run
 * attack -- --only fuzz --requests 1000000`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzz } from './fuzz.js';
import { Target } from './target/target.js';

let target: Target;
beforeAll(async () => {
  target = await Target.start();
}, 60_000);
afterAll(() => target.stop());

test('requests of the grammar: no fault, no hang, and they come far enough to mean something', async () => {
  const { findings, sent, statuses, coverage } = await fuzz(target, { requests: 8_000, seed: 1 });
  expect(findings).toEqual([]);
  const share = (status: string) => (statuses.get(status) ?? 0) / sent;
  expect(share('OK')).toBeGreaterThan(0.05);
  expect(share('INVALID_ARGUMENT')).toBeGreaterThan(0.1);
  const some = ['NOT_FOUND', 'UNAUTHENTICATED', 'PERMISSION_DENIED', 'ALREADY_EXISTS', 'FAILED_PRECONDITION'];
  for (const status of some) {
    expect([status, share(status) > 0]).toEqual([status, true]);
  }
  // Too few to reach every status; 20,000 do, and `npm run attack` fails if one is missing.
  expect(coverage.missing().length).toBeLessThan(12);
}, 300_000);
