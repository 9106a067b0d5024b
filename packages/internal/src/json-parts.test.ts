/** JSON counted by its bytes: as many values and names as a parser would create. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excessIn, namesIn, partsOf } from './json-parts.js';

const bytes = (text: string) => new TextEncoder().encode(text);

/** The same, of the value. */
function counted(value: unknown): { values: number; names: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, names: 0 };
  const isList = Array.isArray(value);
  const parts = Object.values(value).map(counted);
  const names = isList ? 0 : parts.length;
  return {
    values: 1 + names + parts.reduce((sum, it) => sum + it.values, 0),
    names: names + parts.reduce((sum, it) => sum + it.names, 0),
  };
}

test('as many as there are, in any JSON, with white space and without', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, spaces) => {
      const json = JSON.stringify(value, null, spaces);
      const read: unknown = JSON.parse(json);
      expect(partsOf(bytes(json))).toEqual(counted(read));
      expect(namesIn(read)).toBe(counted(read).names);
    }),
  );
});

describe('what could be taken for structure', () => {
  test.each<[string, { values: number; names: number }]>([
    ['"{[,:]}"', { values: 1, names: 0 }],
    ['"\\"{,"', { values: 1, names: 0 }],
    ['"\\\\"', { values: 1, names: 0 }],
    ['{"a\\":{":[[],{}]}', { values: 5, names: 1 }],
    ['[ ]', { values: 1, names: 0 }],
    ['{"a":1,"a":2}', { values: 5, names: 2 }],
    ['"no end', { values: 1, names: 0 }],
  ])('%s', (json, parts) => expect(partsOf(bytes(json))).toEqual(parts));
});

test('a value nested deeper than calls may be', () => {
  const json = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
  expect(partsOf(bytes(json)).names).toBe(200_000);
  expect(namesIn(JSON.parse(json))).toBe(200_000);
});

test('too much is said with both bounds', () => {
  const parts = partsOf(bytes('{"a":[1,2],"b":3}'));
  expect(excessIn(parts, { maxValues: 7, maxNames: 2 })).toBeNull();
  expect(excessIn(parts, { maxValues: 6, maxNames: 2 })).toMatch(
    /7 values and names.*may have 6, and 2 names/,
  );
  expect(excessIn(parts, { maxValues: 7, maxNames: 1 })).toMatch(/2 of them names/);
});
