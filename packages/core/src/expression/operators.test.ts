import { describe, expect, test } from 'vitest';
import { holds } from '../test-support/holds.js';
import { OPERATORS, OPERATOR_NAMES, type OperatorName } from './operators.js';
import { parseWhen } from './parse.js';
import type { Operand } from './tree.js';

/** Evaluates the operator on these values: as variables, or literals for the pattern of `regex`. */
function holdsOn(name: OperatorName, values: readonly unknown[]): boolean {
  const literal = (index: number) => name === 'regex' && index > 0;
  const args = values.map((value, index) => (literal(index) ? value : { var: `output.${index}` }));
  return evaluate({ op: name, args: args as Operand[] }, values);
}

function evaluate(tree: object, output: unknown): boolean {
  const parsed = parseWhen(JSON.stringify(tree));
  if (!parsed.ok) throw new Error(parsed.faults[0]?.message);
  return holds(parsed.expression, { output, step: {}, execution: { input: {} } });
}

type Rows = readonly (readonly unknown[])[];
const EQUAL: Rows = [
  [1, 1],
  [1.5, 1.5],
  [0, -0],
  ['a', 'a'],
  ['', ''],
  [true, true],
  [null, null],
  [[], []],
  [{}, {}],
  [
    [1, [2]],
    [1, [2]],
  ],
  [
    { a: 1, b: { c: [2] } },
    { b: { c: [2] }, a: 1 },
  ],
];
const UNEQUAL: Rows = [
  // Values that `==` treats as equal.
  [1, '1'],
  [0, ''],
  [0, false],
  [1, true],
  [null, 0],
  [null, false],
  [null, ''],
  [[], ''],
  [[1], 1],
  [['a'], 'a'],
  [[], false],
  [null, []],
  // Values that look alike.
  [[], {}],
  [['a'], { 0: 'a' }],
  [{ length: 0 }, []],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, 2]],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [{ a: null }, {}],
  [{ a: null }, { b: null }],
  [{ a: 1 }, { a: '1' }],
  ['a', 'A'],
  [0.1 + 0.2, 0.3],
];
/** No order: order holds only between two numbers or two texts. */
const UNORDERED: Rows = [
  [2, '1'],
  ['2', 1],
  [1, null],
  [null, -1],
  [null, null],
  [true, false],
  [true, 0],
  [[2], [1]],
  [{}, {}],
  ['a', null],
];
const flipped = (rows: Rows): Rows => rows.map(([a, b]) => [b, a]);

const GREATER: Rows = [
  [2, 1],
  [0.1, 0],
  [-1, -2],
  [1e308, -1e308],
  [5e-324, 0],
  ['b', 'a'],
  ['a', 'B'], // by code unit, not by the alphabet of some country
  ['9', '10'], // texts are texts
  ['a', ''],
];
const LEVEL: Rows = [
  [1, 1],
  [0, -0],
  ['a', 'a'],
  ['', ''],
];
/** Only `true` is true. */
const NOT_TRUE: readonly unknown[] = [false, null, 0, 1, '', 'true', [], [true], {}, { a: true }];

const TABLE: Record<Exclude<OperatorName, 'length'>, { holds: Rows; holdsNot: Rows }> = {
  eq: { holds: EQUAL, holdsNot: [...UNEQUAL, ...flipped(UNEQUAL)] },
  ne: { holds: [...UNEQUAL, ...flipped(UNEQUAL)], holdsNot: EQUAL },
  gt: { holds: GREATER, holdsNot: [...flipped(GREATER), ...LEVEL, ...UNORDERED] },
  gte: { holds: [...GREATER, ...LEVEL], holdsNot: [...flipped(GREATER), ...UNORDERED] },
  lt: { holds: flipped(GREATER), holdsNot: [...GREATER, ...LEVEL, ...UNORDERED] },
  lte: { holds: [...flipped(GREATER), ...LEVEL], holdsNot: [...GREATER, ...UNORDERED] },
  and: {
    holds: [[true], [true, true], [true, true, true, true]],
    holdsNot: [...NOT_TRUE.map((it) => [it]), ...NOT_TRUE.map((it) => [true, it]), [false, true, true]],
  },
  or: {
    holds: [[true], ...NOT_TRUE.map((it) => [it, true]), [false, false, false, true]],
    holdsNot: [...NOT_TRUE.map((it) => [it]), NOT_TRUE],
  },
  not: { holds: NOT_TRUE.map((it) => [it]), holdsNot: [[true]] },
  regex: {
    holds: [
      ['INV-2024', '^INV-[0-9]+$'],
      ['see INV-1 there', 'INV'],
      ['', ''],
      ['invoice', 'INVOICE', 'i'],
      ['a\nb', '^b$', 'm'],
      ['a\nb', 'a.b', 's'],
      ['A\nb', '^a.B$', 'is'],
      ['größer', '^gr.{2}er$'],
    ],
    holdsNot: [
      ['INV-', '^INV-[0-9]+$'],
      ['invoice', 'INVOICE'],
      ['a\nb', '^b$'],
      ['a\nb', 'a.b'],
      [42, '42'],
      [null, 'null'],
      [['a'], 'a'],
      [{}, 'object'],
      [true, 'true'],
    ],
  },
  includes: {
    holds: [
      ['approved', 'prove'],
      ['abc', ''],
      [['a', 'b'], 'b'],
      [[1, null], null],
      [[{ a: [1] }], { a: [1] }],
      [[[1]], [1]],
    ],
    holdsNot: [
      ['approved', 'Prove'],
      ['a1', 1],
      ['null', null],
      [['1'], 1],
      [['ab'], 'a'],
      [[], null],
      [{ a: 1 }, 'a'],
      [null, null],
      [12, 1],
    ],
  },
  startsWith: {
    holds: [
      ['abc', 'ab'],
      ['abc', ''],
    ],
    holdsNot: [
      ['abc', 'bc'],
      ['12', 1],
      [12, '1'],
      [['a'], 'a'],
      [null, ''],
      ['', 'a'],
    ],
  },
  endsWith: {
    holds: [
      ['abc', 'bc'],
      ['abc', ''],
    ],
    holdsNot: [
      ['abc', 'ab'],
      ['12', 2],
      [12, '2'],
      [['a'], 'a'],
      [null, ''],
      ['', 'a'],
    ],
  },
  isEmpty: {
    holds: [[null], [''], [[]], [{}]],
    holdsNot: [[0], [false], [' '], [[null]], [{ a: null }], [true], [1]],
  },
};

describe.each(Object.entries(TABLE))('%s', (name, rows) => {
  test.each(rows.holds.map((values) => [values]))('holds on %j', (values) => {
    expect(holdsOn(name as OperatorName, values)).toBe(true);
  });
  test.each(rows.holdsNot.map((values) => [values]))('does not hold on %j', (values) => {
    expect(holdsOn(name as OperatorName, values)).toBe(false);
  });
});

test.each([
  ['abc', 3],
  ['', 0],
  [[1, [2, 3]], 2],
  [[], 0],
  [{ length: 7 }, 0],
  [null, 0],
  [12, 0],
  [true, 0],
])('length of %j is %i', (value, length) => {
  const tree = { op: 'eq', args: [{ op: 'length', args: [{ var: 'output.value' }] }, length] };
  expect(evaluate(tree, { value })).toBe(true);
});

test('a value other than true does not hold', () => {
  expect(evaluate({ op: 'length', args: ['abc'] }, {})).toBe(false);
});

test('literals of every kind are operands, lists of lists included', () => {
  for (const literal of ['a', '', 1, -1.5, true, false, null, [], ['a', [1, [null]]]]) {
    const same = { op: 'eq', args: [literal, { var: 'output.value' }] };
    expect(evaluate(same, { value: literal })).toBe(true);
  }
});

describe('how many operands each takes', () => {
  const ARITY: Record<OperatorName, readonly [number, number]> = {
    eq: [2, 2],
    ne: [2, 2],
    gt: [2, 2],
    gte: [2, 2],
    lt: [2, 2],
    lte: [2, 2],
    and: [1, Infinity],
    or: [1, Infinity],
    not: [1, 1],
    regex: [2, 3],
    includes: [2, 2],
    startsWith: [2, 2],
    endsWith: [2, 2],
    length: [1, 1],
    isEmpty: [1, 1],
  };
  const faults = (op: string, count: number) => {
    // For `regex` the second is a pattern and the third its flags.
    const args = ['a', 'a', 'i', 'a'].slice(0, count);
    const parsed = parseWhen(JSON.stringify({ op, args }));
    return parsed.ok ? [] : parsed.faults.map(({ code, path }) => [code, path]);
  };

  test.each(Object.entries(ARITY))('%s: %j', (op, [least, most]) => {
    expect(faults(op, least)).toEqual([]);
    expect(faults(op, Math.min(most, 4))).toEqual([]);
    const wrong = [['when-bad-arity', ['args']]];
    expect(faults(op, least - 1)).toEqual(wrong);
    if (most !== Infinity) expect(faults(op, most + 1)).toEqual(wrong);
  });

  test('the operators are those of the contract', () => {
    expect(OPERATOR_NAMES).toEqual(Object.keys(ARITY));
    expect(Object.keys(OPERATORS)).toEqual(OPERATOR_NAMES);
  });
});
