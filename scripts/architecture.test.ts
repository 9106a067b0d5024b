/** The page of the architecture matches the table of layers. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGE, withTables } from './architecture.mjs';
import { CORE_STAGES, PACKAGE_IMPORTS, PACKAGE_PURPOSES, STAGE_PURPOSES } from './layers.mjs';

test('every stage and every package says what it is for', () => {
  expect(Object.keys(STAGE_PURPOSES)).toEqual(CORE_STAGES);
  expect(Object.keys(PACKAGE_PURPOSES).toSorted()).toEqual(Object.keys(PACKAGE_IMPORTS).toSorted());
});

test('the tables of ARCHITECTURE.md are those of layers.mjs; "npm run architecture" writes them', async () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page).toBe(await withTables(page));
});

test('a table that was edited by hand is made anew', async () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(await withTables(page.replace('`memory/`', '`disk/`'))).toBe(page);
});
