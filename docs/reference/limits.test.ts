/** Holds the page of limits to the tables that it is made from, and these to the code. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bounds, goneFromNotBounds, unnamedBounds } from '../../scripts/limits/constants.js';
import { limitsPage, unlisted } from '../../scripts/limits-page.js';

test('the page of limits is what the table says; `npm run docs:limits` makes it anew', async () => {
  expect(readFileSync(new URL('limits.md', import.meta.url), 'utf8')).toBe(await limitsPage());
});

test('every constant that bounds something is in a table, and what bounds nothing is said to (scripts/limits)', () => {
  expect(unlisted()).toEqual({ missing: [], gone: [] });
  expect(goneFromNotBounds()).toEqual([]);
});

test('constants are found with their values', () => {
  const values = new Map(bounds().map(({ file, name, value }) => [`${file} ${name}`, value]));
  expect(values.get('webhooks/src/sending/exchange.ts MAX_BODY_BYTES')).toBe(65_536);
  expect(values.get('store-sql/src/store/jobs/deliveries.ts AT_ONCE')).toBe(9);
  expect(values.get('internal/src/turns.ts MOST_MS')).toBe(5);
});

/** Checks of values in the host's own code. */
const OF_HOSTS = /check-options\.ts$/;
/** A percentage; the method of a call that a run shows; the text before a signature. */
const SAID_THERE = ['max(100)', 'max(16)', 'max(50)'];

test('a bound in a schema has a name, so that it is in a table', () => {
  const unnamed = unnamedBounds().filter(({ file }) => !OF_HOSTS.test(file));
  expect(unnamed.filter(({ bound }) => !SAID_THERE.includes(bound))).toEqual([]);
  // They are found at all.
  expect(unnamedBounds().length).toBeGreaterThan(SAID_THERE.length);
});
