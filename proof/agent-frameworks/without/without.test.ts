/** Outcomes of frameworks without a gate, compared with the guide. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GUIDE, rows, tableIn, tableOf } from './table.js';

test('the table of the guide is what happens', async () => {
  const seen = await rows();
  expect(tableIn(readFileSync(GUIDE, 'utf8'))).toBe(await tableOf(seen));
});
