import { expect, test } from 'vitest';
import { codeOf, errorOf, messageOf } from './errors.js';
import { itemAt, valueAt } from './lists.js';
import { portOf } from './port.js';
import { isList, isObject, isRecord, keysOf, oneOf } from './values.js';

test('a list is an object and not a record', () => {
  const values = [{}, [], new Date(), null, undefined, () => 1, 'text'];
  expect(values.map(isObject)).toEqual([true, true, true, false, false, false, false]);
  expect(values.map(isRecord)).toEqual([true, false, true, false, false, false, false]);
  expect(values.map(isList)).toEqual([false, true, false, false, false, false, false]);
});

test('keys are the own ones, in order', () => {
  class Inheriting {
    readonly b = 1;
  }
  Object.assign(Inheriting.prototype, { inherited: 1 });
  const of = new Inheriting();
  expect(keysOf({ b: 1, a: 2 })).toEqual(['b', 'a']);
  expect(keysOf(of)).toEqual(['b']);
  expect([oneOf('a', ['a', 'b']), oneOf('c', ['a']), oneOf(1, ['1'])]).toEqual(['a', undefined, undefined]);
});

test('an item that is missing is an error, not undefined', () => {
  expect([itemAt(['a', 'b'], 1), itemAt([null], 0), valueAt(new Map([['a', 0]]), 'a')]).toEqual([
    'b',
    null,
    0,
  ]);
  expect(() => itemAt(['a'], 1)).toThrow(RangeError);
  expect(() => itemAt(['a'], -1)).toThrow('item -1 does not exist: the list has 1');
  expect(() => valueAt(new Map<string, number>(), 'a')).toThrow(RangeError);
});

test('a thrown value of any type has a message, and perhaps a code', () => {
  const error = Object.assign(new Error('gone'), { code: 'ENOENT' });
  expect([messageOf(error), messageOf('text'), messageOf(undefined)]).toEqual(['gone', 'text', 'undefined']);
  expect([codeOf(error), codeOf({ code: 1 }), codeOf(null)]).toEqual(['ENOENT', undefined, undefined]);
  expect([errorOf(error), errorOf('text').message]).toEqual([error, 'text']);
});

test('a server that does not listen has no port', () => {
  expect(portOf({ address: () => ({ port: 80 }) })).toBe(80);
  expect(() => portOf({ address: () => null })).toThrow(TypeError);
});
