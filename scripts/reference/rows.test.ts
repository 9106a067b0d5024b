/** Tables name rows that are described elsewhere instead of repeating them. */
import { expect, test } from 'vitest';
import { type Row, commonRows, keyOf, tableOf } from './rows.js';

const row = (name: string, isOptional = false): Row => ({
  name,
  type: 'string',
  isOptional,
  meaning: `The ${name}.`,
});
const base = { link: '[Base](#base)', rows: [row('a'), row('b'), row('c')] };

test('a table that contains a smaller one names it', () => {
  expect(tableOf([row('a'), row('b'), row('c'), row('d', true)], { head: 'field', bases: [base] })).toBe(
    'Every field of [Base](#base), and:\n\n| field | type | meaning |\n| --- | --- | --- |\n| `d?` | string | The d. |\n',
  );
});

test('a table in which a field is optional repeats it', () => {
  const table = tableOf([row('a', true), row('b'), row('c'), row('d')], { head: 'field', bases: [base] });
  expect(table).not.toContain('Base');
  expect(table).toContain('| `a?` | string | The a. |');
});

test('fields of three tables are common, and named after the table', () => {
  const tables = [[row('id'), row('a')], [row('id', true), row('b')], [row('id')]];
  const common = commonRows(tables);
  expect(common.map(({ name }) => name)).toEqual(['id']);
  const parts = { head: 'field', common: { keys: new Set(common.map(keyOf)), link: '[Common](#common)' } };
  expect(tableOf(tables[1] ?? [], parts)).toBe(
    '| field | type | meaning |\n| --- | --- | --- |\n| `b` | string | The b. |\n\n[Common](#common): `id?`.\n',
  );
});
