/** Lists name rows that are described elsewhere instead of repeating them. */
import { expect, test } from 'vitest';
import { type Row, commonRows, keyOf, listOf } from './rows.js';

const row = (name: string, isOptional = false): Row => ({
  name,
  type: 'string',
  isOptional,
  meaning: `The ${name}.`,
});
const base = { link: '[Base](#base)', rows: [row('a'), row('b'), row('c')] };

test('a list that contains a shorter one names it', () => {
  expect(listOf([row('a'), row('b'), row('c'), row('d', true)], { bases: [base] })).toBe(
    'Every field of [Base](#base), and:\n\n- `d?` (string): The d.\n',
  );
});

test('a list in which a field is optional repeats it', () => {
  const list = listOf([row('a', true), row('b'), row('c'), row('d')], { bases: [base] });
  expect(list).not.toContain('Base');
  expect(list).toContain('- `a?` (string): The a.');
});

test('fields of three lists are common, and named at the end', () => {
  const lists = [[row('id'), row('a')], [row('id', true), row('b')], [row('id')]];
  const common = commonRows(lists);
  expect(common.map(({ name }) => name)).toEqual(['id']);
  const parts = { common: { keys: new Set(common.map(keyOf)), link: '[Common](#common)' } };
  expect(listOf(lists[1] ?? [], parts)).toBe('- `b` (string): The b.\n- [Common](#common): `id?`\n');
});
