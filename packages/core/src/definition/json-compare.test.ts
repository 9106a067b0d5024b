import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonValue, canonicalJson, isPlainObject, jsonEquals } from './json.js';

/** Values from so small a set that two of them are often equal. */
const { json: jsons } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<JsonValue>(null, true, false, 0, 1, '', '0', 'a', '"'),
    fc.array(tie('json'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '0', 'length', 'constructor'), tie('json'), { maxKeys: 2 }),
  ),
}));
/** The same value with all keys in the other order. */
const turned = (value: JsonValue): JsonValue => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((it: JsonValue) => turned(it));
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, it]) => [key, turned(it)]),
  );
};

describe('two JSON values', () => {
  test('are equal exactly if their canonical texts are', () => {
    const property = fc.property(jsons, jsons, (a, b) => {
      expect(jsonEquals(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
      expect(jsonEquals(b, a)).toBe(jsonEquals(a, b));
    });
    fc.assert(property, { numRuns: 5_000 });
  });

  test('are equal in any order of keys', () => {
    const property = fc.property(jsons, (value) => {
      expect(jsonEquals(value, turned(value))).toBe(true);
      expect(canonicalJson(turned(value))).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(value);
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  test('an inherited key does not count', () => {
    expect(jsonEquals({ toString: 1 }, { other: 1 })).toBe(false);
    expect(jsonEquals({ constructor: Object }, {})).toBe(false);
    expect(jsonEquals(JSON.parse('{"__proto__": {}}'), { a: 1 })).toBe(false);
  });

  test('what is no JSON is equal only to itself', () => {
    expect(jsonEquals(undefined, null)).toBe(false);
    expect(jsonEquals(NaN, NaN)).toBe(false);
    expect(jsonEquals([1], { 0: 1, length: 1 })).toBe(false);
  });
});

test('the canonical text has sorted keys and no white space', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'é"' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"é\\"","d":null}]}',
  );
});

test.each<[string, unknown, boolean]>([
  ['{}', {}, true],
  ['an object without prototype', Object.create(null), true],
  ['what JSON.parse gives', JSON.parse('{"a": 1}'), true],
  ['a list', [], false],
  ['null', null, false],
  ['a text', 'text', false],
  ['a function', () => 1, false],
  ['a date', new Date(0), false],
  ['an object that inherits', Object.create({}), false],
  ['an object whose class has no prototype', Object.create(Object.create(null) as object), false],
])('isPlainObject of %s', (_, value, expected) => {
  expect(isPlainObject(value)).toBe(expected);
});
