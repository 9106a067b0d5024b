import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { op, variable } from './build.js';
import { canHold } from './can-hold.js';
import { holds } from '../test-support/holds.js';
import type { Scope } from './evaluate.js';
import { OPERATORS, OPERATOR_NAMES } from './operators.js';
import type { Expression, Operand } from './tree.js';
import { readPath } from './variable.js';

const decisionIs = (value: string) => op('eq', variable('output.decision'), value);
const statusIs = (value: string) => op('eq', variable('step.status'), value);
const scoreAbove = (value: number) => op('gt', variable('output.score'), value);
const NEVER = op('eq', 1, 2);
const ALWAYS = op('eq', 1, 1);

describe('can hold: true or unknown (contract section 4)', () => {
  const REJECTED = { 'output.decision': 'reject', 'step.status': 'completed' };
  test.each<[string, Expression, Record<string, unknown>, boolean]>([
    ['what is known and equal', decisionIs('reject'), REJECTED, true],
    ['what is known and unequal', decisionIs('approve'), REJECTED, false],
    ['what is unknown', scoreAbove(3), REJECTED, true],
    ['what is unknown, with nothing known', decisionIs('reject'), {}, true],
    ['a constant that holds', ALWAYS, {}, true],
    ['a constant that does not', NEVER, {}, false],

    ['and: one false is false', op('and', scoreAbove(3), NEVER), {}, false],
    ['and: true and unknown', op('and', ALWAYS, scoreAbove(3)), {}, true],
    ['and: unknown and unknown', op('and', scoreAbove(3), scoreAbove(4)), {}, true],
    ['and: a value that is not true is false', op('and', scoreAbove(3), 'text'), {}, false],
    ['or: one true is true', op('or', scoreAbove(3), ALWAYS), {}, true],
    ['or: false or unknown', op('or', NEVER, scoreAbove(3)), {}, true],
    ['or: false or false', op('or', NEVER, NEVER), {}, false],
    ['or: values that are not true are false', op('or', 'text', 1), {}, false],
    ['not: of true', op('not', ALWAYS), {}, false],
    ['not: of false', op('not', NEVER), {}, true],
    ['not: of unknown', op('not', scoreAbove(3)), {}, true],
    ['not: of an "and" with one false', op('not', op('and', scoreAbove(3), NEVER)), {}, true],
    ['not: of an "or" with one true', op('not', op('or', scoreAbove(3), ALWAYS)), {}, false],
    ['not: of what is known', op('not', decisionIs('reject')), REJECTED, false],

    ['a part of what is known', op('eq', variable('output.decision.by'), 'ann'), REJECTED, false],
    ['a part of what is known, that is null', op('eq', variable('output.decision.by'), null), REJECTED, true],
    ['the whole of what is known in part', op('isEmpty', variable('output')), REJECTED, true],
    ['a part of a known object', op('eq', variable('output.a.b'), 1), { 'output.a': { b: 1 } }, true],
    ['another part of it', op('eq', variable('output.a.b'), 2), { 'output.a': { b: 1 } }, false],
    ['a name that only starts like one', op('eq', variable('output.decisions'), 'x'), REJECTED, true],
    ['what no path reads', op('eq', variable('output.constructor'), 'x'), {}, false],
    ['what no path reads, as null', op('eq', variable('output.__proto__.a'), null), {}, true],
    [
      'two conditions on the same unknown are not compared',
      op('and', decisionIs('approve'), decisionIs('reject')),
      {},
      true,
    ],
    ['the same with the value known', op('and', statusIs('failed'), statusIs('breached')), REJECTED, false],
  ])('%s', (_, expression, known, expected) => {
    expect(canHold(expression, new Map(Object.entries(known)))).toBe(expected);
  });

  test.each(OPERATOR_NAMES)('%s of an unknown is unknown, and so is its negation', (name) => {
    const unknown = variable('output.unknown');
    const rest = name === 'regex' ? ['x'] : [unknown];
    const expression = op(name, ...[unknown, ...rest].slice(0, OPERATORS[name].minArgs));
    expect(canHold(expression, new Map())).toBe(true);
    expect(canHold(op('not', expression), new Map())).toBe(true);
  });
});

/** Paths that conditions read, and values that are likely to meet. */
const PATHS = [
  'output',
  'output.decision',
  'output.a',
  'output.a.b',
  'output.missing',
  'output.prototype',
  'step',
  'step.status',
  'execution.input',
  'execution.input.n',
  'execution.input.list.0',
];
const values = fc.constantFrom<unknown>(true, false, null, 0, 1, '', 'a', 'ab', [], ['a'], {}, { b: 'a' });
const scopes: fc.Arbitrary<Scope> = fc.record({
  output: fc.record({ decision: values, a: values }, { requiredKeys: [] }),
  step: fc.record({ status: values }),
  execution: fc.record({
    input: fc.record({ n: values, list: fc.array(values, { maxLength: 2 }) }, { requiredKeys: [] }),
  }),
});

const literals = fc.constantFrom<Operand>(true, false, null, 0, 1, '', 'a', 'ab', [], ['a']);
const { expression: expressions } = fc.letrec<{ operand: Operand; expression: Expression }>((tie) => ({
  operand: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'tree' },
    fc.constantFrom(...PATHS).map(variable),
    literals,
    tie('expression'),
    tie('expression'),
  ),
  expression: fc
    .record({
      name: fc.constantFrom(...OPERATOR_NAMES),
      pattern: fc.constantFrom('a', '^ab?$', '.', 'x'),
      args: fc.array(tie('operand'), { minLength: 3, maxLength: 3, depthIdentifier: 'tree' }),
    })
    .map(({ name, pattern, args }) =>
      name === 'regex'
        ? op(name, args[0] as Operand, pattern)
        : op(name, ...args.slice(0, Math.min(OPERATORS[name].maxArgs, 3))),
    ),
}));

const knownOf = (scope: Scope, paths: readonly string[]) =>
  new Map(paths.map((path) => [path, readPath(scope, path.split('.'))]));

describe('for any expression', () => {
  test('what holds can hold, however little of it is known', () => {
    const property = fc.property(expressions, scopes, fc.subarray(PATHS), (expression, scope, paths) => {
      fc.pre(holds(expression, scope));
      expect(canHold(expression, knownOf(scope, paths))).toBe(true);
    });
    fc.assert(property, { numRuns: 3_000, maxSkipsPerRun: 1_000 });
  });

  test('with everything known, it can hold exactly if it does', () => {
    const property = fc.property(expressions, scopes, (expression, scope) => {
      expect(canHold(expression, knownOf(scope, PATHS))).toBe(holds(expression, scope));
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  test('more knowledge never makes possible what was impossible', () => {
    const property = fc.property(
      expressions,
      scopes,
      fc.shuffledSubarray(PATHS),
      fc.nat(PATHS.length),
      (expression, scope, paths, count) => {
        const less = canHold(expression, knownOf(scope, paths.slice(0, count)));
        if (!less) expect(canHold(expression, knownOf(scope, paths))).toBe(false);
      },
    );
    fc.assert(property, { numRuns: 3_000 });
  });

  test('it is evaluated without an error, to the same answer again', () => {
    const property = fc.property(expressions, scopes, scopes, (expression, scope, other) => {
      const first = holds(expression, scope);
      holds(expression, other);
      expect(holds(expression, scope)).toBe(first);
      expect(holds(structuredClone(expression), scope)).toBe(first);
    });
    fc.assert(property, { numRuns: 1_000 });
  });
});
