import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { holds } from '../test-support/holds.js';
import { readPath } from './variable.js';

const read = (output: unknown, path: string): unknown =>
  readPath({ output, step: {}, execution: { input: {} } }, path.split('.'));

class Person {
  readonly name = 'ann';
}
/** An object with an own key that a literal could not have. */
const withKey = (key: string, value: unknown): object =>
  JSON.parse(`{${JSON.stringify(key)}: ${JSON.stringify(value)}}`) as object;

describe('what a dot-path reads (contract section 3)', () => {
  test.each<[string, unknown, string, unknown]>([
    ['the root itself', { a: 1 }, 'output', { a: 1 }],
    ['an own property', { a: { b: 'x' } }, 'output.a.b', 'x'],
    ['an index', { items: [{ id: 7 }] }, 'output.items.0.id', 7],
    [
      'a later index',
      { items: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'] },
      'output.items.10',
      'k',
    ],
    ['an index of a list of lists', [['a'], ['b', 'c']], 'output.1.1', 'c'],
    ['an own property with a number as its name', { 0: 'zero', '01': 'one' }, 'output.01', 'one'],
    ['an own property that is named like a method', { toString: 'text' }, 'output.toString', 'text'],
    ['an own property of a plain object named length', { length: 3 }, 'output.length', 3],
    ['false, zero and the empty text as they are', { a: [false, 0, ''] }, 'output.a', [false, 0, '']],
    [
      'a property of an object without prototype',
      Object.assign(Object.create(null) as object, { a: 1 }),
      'output.a',
      1,
    ],
    ['a property of an object of another realm', runInNewContext('({a: [5]})'), 'output.a.0', 5],
  ])('%s', (_, output, path, value) => {
    expect(read(output, path)).toEqual(value);
  });

  test.each<[string, unknown, string]>([
    ['a missing property', { a: 1 }, 'output.b'],
    ['a property of a missing one', {}, 'output.a.b.c'],
    ['a property of null', { a: null }, 'output.a.b'],
    ['a property that is undefined', { a: undefined }, 'output.a'],
    ['an index past the end', { a: [1] }, 'output.a.1'],
    ['a negative index', { a: [1] }, 'output.a.-1'],
    ['an index with a leading zero', { a: [1, 2] }, 'output.a.01'],
    ['an index with a fraction', { a: [1, 2] }, 'output.a.1e0'],
    ['an index with a space', { a: [1, 2] }, 'output.a. 1'],
    ['the length of a list', { a: [1] }, 'output.a.length'],
    ['a method of a list', { a: [1] }, 'output.a.map'],
    ['an extra property of a list', { a: Object.assign([1], { extra: 1 }) }, 'output.a.extra'],
    ['the length of a text', { a: 'abc' }, 'output.a.length'],
    ['a character of a text', { a: 'abc' }, 'output.a.0'],
    ['a method of an object', {}, 'output.toString'],
    ['an inherited property', Object.create({ a: 1 }), 'output.a'],
    ['a property of a class instance', new Person(), 'output.name'],
    ['a property of a map', new Map([['a', 1]]), 'output.size'],
    ['a property of a function', Object.assign(() => 1, { a: 1 }), 'output.a'],
    ['an unknown root', {}, 'outputs'],
  ])('null for %s', (_, output, path) => {
    expect(read(output, path)).toBeNull();
  });

  test.each(['__proto__', 'prototype', 'constructor'])('null for any path through %s', (name) => {
    const data = withKey(name, { name: 'x' });
    expect(Object.hasOwn(data, name)).toBe(true);
    for (const output of [data, {}, [], [data], 'text', null]) {
      expect(read(output, `output.${name}`)).toBeNull();
      expect(read(output, `output.${name}.name`)).toBeNull();
      expect(read({ a: output }, `output.a.${name}`)).toBeNull();
    }
  });

  test('a polluted prototype is not read', () => {
    Object.defineProperty(Object.prototype, 'polluted', { value: 'yes', configurable: true });
    try {
      expect(read({}, 'output.polluted')).toBeNull();
    } finally {
      delete (Object.prototype as { polluted?: string }).polluted;
    }
  });
});

describe('in an expression', () => {
  const scope = { output: { a: 1 }, step: { status: 'completed' }, execution: { input: { n: [3] } } };
  test.each<[string, unknown]>([
    ['output.a', 1],
    ['output.b', null],
    ['output.constructor.name', null],
    ['step.status', 'completed'],
    ['execution.input.n.0', 3],
    ['execution.input', { n: [3] }],
  ])('%s reads %j', (path, value) => {
    const same = { op: 'eq', args: [{ var: path }, { var: 'output.wanted' }] } as const;
    expect(holds(same, { ...scope, output: { ...scope.output, wanted: value } })).toBe(true);
  });
});
