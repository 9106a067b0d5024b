import { expect, test } from 'vitest';
import { fieldOf, fromJson, isJsonList, isJsonObject, textIn, toJson } from './json.js';

test('tells objects of JSON from lists and null', () => {
  expect([{}, { a: 1 }, [], null, 'text', undefined].map(isJsonObject)).toEqual([
    ...[true, true, false, false, false, false],
  ]);
  expect([[], {}, null].map(isJsonList)).toEqual([true, false, false]);
});

test('reads a field of an object alone', () => {
  expect(fieldOf({ a: 1 }, 'a')).toBe(1);
  expect(fieldOf([1], '0')).toBeUndefined();
  expect(fieldOf(null, 'a')).toBeUndefined();
  expect([textIn({ a: 'b' }, 'a'), textIn({ a: 1 }, 'a'), textIn(null, 'a')]).toEqual(['b', '', '']);
});

test('makes JSON of a value, and of a text', () => {
  expect(JSON.stringify(toJson({ a: undefined, b: [1] }))).toBe('{"b":[1]}');
  expect(fieldOf(toJson({ a: undefined, b: 1 }), 'a')).toBeUndefined();
  expect(fromJson('[1]')).toEqual([1]);
  expect(() => fromJson('{')).toThrow(SyntaxError);
});
