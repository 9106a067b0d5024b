import { describe, expect, test } from 'vitest';
import { TruthBudget, truthOf } from './truth.js';
import type { Expression, Operand } from './tree.js';

const op = (name: Expression['op'], ...args: Operand[]): Expression => ({ op: name, args });
const x: Operand = { var: 'call.args.x' };
const ask = (expression: Expression, args: object) => truthOf(expression, { call: { args, target: null } });

describe('what is unknown', () => {
  test.each([
    ['a missing path', op('eq', x, 1), {}],
    ['a path through a value that is not an object', op('eq', { var: 'call.args.x.y' }, 1), { x: 'y' }],
    ['a path that is never read', op('eq', { var: 'call.args.constructor' }, 1), { constructor: 1 }],
    ['length is not a property', op('eq', { var: 'call.args.x.length' }, 1), { x: [1] }],
    ['an order of a number and a text', op('gt', x, 1), { x: '1' }],
    ['an order of nulls', op('lte', x, null), { x: null }],
    ['an order of lists', op('gte', x, [1]), { x: [1] }],
    ['the beginning of a number or list', op('startsWith', x, '/etc'), { x: ['/etc'] }],
    ['the end of a number', op('endsWith', x, 'a'), { x: 5 }],
    ['a pattern on a list', op('regex', x, '^a'), { x: 5 }],
    ['a text in what holds none', op('includes', x, 'a'), { x: { a: 1 } }],
    ['the length of what has none', op('gt', op('length', x), 3), { x: {} }],
    ['not of the unknown', op('not', op('gt', x, 1)), {}],
    ['and of true and unknown', op('and', true, op('gt', x, 1)), {}],
    ['or of false and unknown', op('or', false, op('gt', x, 1)), {}],
  ] as const)('%s', (_, expression, args) => {
    expect(ask(expression, args)).toBe('unknown');
  });
});

describe('what is known', () => {
  test.each([
    ['eq of another type', op('eq', x, 1), { x: '1' }, 'false'],
    ['ne of another type', op('ne', x, 1), { x: '1' }, 'true'],
    ['null is there', op('eq', { var: 'call.target' }, null), {}, 'true'],
    ['and of false and unknown', op('and', false, op('gt', x, 1)), {}, 'false'],
    ['or of true and unknown', op('or', true, op('gt', x, 1)), {}, 'true'],
    ['an order of texts', op('lt', x, 'b'), { x: 'a' }, 'true'],
    ['an element of a list', op('includes', x, 1), { x: [1] }, 'true'],
    ['a value that is not true', op('and', x), { x: 1 }, 'false'],
  ] as const)('%s', (_, expression, args, truth) => {
    expect(ask(expression, args)).toBe(truth);
  });
});

test('work is bounded, by a condition and by several together', () => {
  const costly = op('regex', x, '(a*)*b');
  expect(ask(costly, { x: 'a'.repeat(2_000_000) })).toBe('unknown');
  const budget = new TruthBudget(1_000);
  const truths = Array.from({ length: 100 }, () =>
    truthOf(op('eq', x, 1), { call: { args: { x: 1 } } }, budget),
  );
  expect(truths[0]).toBe('true');
  expect(truths.at(-1)).toBe('unknown');
});
