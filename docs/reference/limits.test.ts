/** Holds the page of limits to the table it is made from. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limitsPage } from '../../scripts/limits-page.js';

test('the page of limits is what the table says; `npm run docs:limits` makes it anew', async () => {
  expect(readFileSync(new URL('limits.md', import.meta.url), 'utf8')).toBe(await limitsPage());
});
