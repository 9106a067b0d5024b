/** The fixtures published with the package, and the comparison of results with expectations. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect } from 'vitest';
import type { Fixture, Step } from './fixture.js';

const folder = new URL('../../fixtures/', import.meta.url);
export const readFixture = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as unknown;

/** Every fixture by the name of its file. */
export const fixtures = (): [string, Fixture][] =>
  readdirSync(folder)
    .filter((it) => it !== 'digests.json')
    .map((file) => [file, readFixture(file) as Fixture]);

/**
 * Checks a subset of the result; for a race, a multiset of subsets. A step without expectation must
 * not fail.
 */
export function checkStep(step: Step, result: unknown, expected: unknown): void {
  if (step.op === 'race') {
    const rest = [...(expected as unknown[])];
    for (const it of result as unknown[]) {
      const index = rest.findIndex((wanted) => isSubset(it, wanted));
      expect(index, `unexpected: ${JSON.stringify(it)}`).toBeGreaterThan(-1);
      rest.splice(index, 1);
    }
    expect(rest).toEqual([]);
  } else if (expected !== undefined) expect(result, step.op).toMatchObject(expected as object);
  else if (step.op !== 'advance') expect(result ?? {}).not.toHaveProperty('error');
}

function isSubset(result: unknown, wanted: unknown): boolean {
  try {
    expect(result).toMatchObject(wanted as object);
    return true;
  } catch {
    return false;
  }
}
