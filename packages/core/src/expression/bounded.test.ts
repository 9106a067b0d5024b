import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { unitsOf } from '../test-support/work.js';
import { op, variable } from './build.js';
import { canHold } from './can-hold.js';
import { holds } from '../test-support/holds.js';
import type { Scope } from './evaluate.js';
import { WorkBudget, TooCostly } from './work.js';
import { includesText } from './includes.js';
import type { Expression } from './tree.js';

const scope = (output: unknown): Scope => ({ output, step: {}, execution: { input: {} } });
const both = (name: 'eq' | 'includes'): Expression => op(name, variable('output.a'), variable('output.b'));
const numbers = (last: number) => Array.from({ length: 125_000 }, (_, index) => (index < 124_999 ? 1 : last));
/** Evaluates until it has an answer or may not go on. */
function answer(expression: Expression, data: Scope): boolean | 'too-costly' {
  try {
    return holds(expression, data);
  } catch (error) {
    if (error instanceof TooCostly) return 'too-costly';
    throw error;
  }
}

describe('one evaluation takes bounded work', () => {
  const text = 'x'.repeat(250_000);
  const times = (count: number, it: Expression) =>
    op('and', ...Array.from({ length: count }, () => op('not', it)));
  test.each<[string, Expression, unknown, boolean | 'too-costly']>([
    [
      'includes of a needle of 80 kB',
      both('includes'),
      { a: 'x'.repeat(160_000), b: `${'x'.repeat(80_000)}y` },
      false,
    ],
    [
      'the same, again and again',
      times(200, both('includes')),
      { a: text, b: `${'x'.repeat(80_000)}y` },
      'too-costly',
    ],
    [
      'a large pattern on a large text',
      op('regex', variable('output.a'), '[xy]*x[xy]{900}z'),
      { a: `z${text}` },
      'too-costly',
    ],
    ['eq on large arrays', both('eq'), { a: numbers(1), b: numbers(2) }, false],
    [
      'eq on large arrays, again and again',
      times(50, both('eq')),
      { a: numbers(1), b: numbers(2) },
      'too-costly',
    ],
    ['includes in a large array', both('includes'), { a: numbers(1), b: 2 }, false],
    [
      'isEmpty of a large object, again and again',
      times(150, op('isEmpty', variable('output'))),
      Object.fromEntries(Array.from({ length: 20_000 }, (_, it) => [`k${it}`, 1])),
      'too-costly',
    ],
  ])('%s', (_, expression, output, expected) => {
    const data = scope(output);
    expect(answer(expression, data)).toBe(expected);
    expect(unitsOf(() => void answer(expression, data), 500)).toBeLessThan(500);
  });

  test('a budget that is shared is used up together', () => {
    const shared = new WorkBudget(100);
    const cheap = op('eq', variable('output'), 1);
    const all = () => {
      for (let index = 0; index < 100; index++) holds(cheap, scope(1), shared);
    };
    expect(all).toThrow(TooCostly);
    expect(holds(cheap, scope(1))).toBe(true);
  });

  test('what takes too long to find out when it is written, can hold', () => {
    expect(canHold(op('regex', 'a'.repeat(3_000), '[ab]*a[ab]{900}c'), new Map())).toBe(true);
    expect(canHold(op('regex', 'a', 'b'), new Map())).toBe(false);
  });
});

test('includes is what String.includes says', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀'), maxLength: 60 });
  const inner = fc
    .tuple(text, text, text)
    .map(([before, needle, after]) => [before + needle + after, needle] as const);
  fc.assert(
    fc.property(fc.oneof(fc.tuple(text, text), inner), ([whole, needle]) => {
      expect(includesText(whole, needle)).toBe(whole.includes(needle));
      const long = needle.repeat(5);
      expect(includesText(whole, long)).toBe(whole.includes(long));
      expect(includesText(whole + long, long)).toBe(true);
    }),
  );
});
