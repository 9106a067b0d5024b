import { describe, expect, test } from 'vitest';
import { op, variable, when } from './build.js';
import { OPERATOR_NAMES } from './operators.js';
import { STEP_FIELDS, parseWhen } from './parse.js';

const DECISION = { var: 'output.decision' };
const eq = (...args: unknown[]) => ({ op: 'eq', args });
/** `code path` of every fault; a tree is given as its JSON text. */
const faults = (tree: unknown): string[] => found(tree).map(({ code, path }) => `${code} ${path.join('.')}`);

function found(tree: unknown) {
  const parsed = parseWhen(typeof tree === 'string' ? tree : JSON.stringify(tree));
  return parsed.ok ? [] : parsed.faults;
}

describe('every fault has its code, its path and a way out', () => {
  test.each<[string, unknown, string, RegExp]>([
    ['code', "output.decision == 'approve'", 'when-not-json ', /write an expression tree such as .*not code/],
    ['an arrow function', '(step) => true', 'when-not-json ', /not code/],
    ['nothing', '', 'when-not-json ', /write an expression tree/],
    ['half a tree', '{"op":"eq","args":[', 'when-not-json ', /is not JSON/],
    ['two trees', '{} {}', 'when-not-json ', /is not JSON/],
    ['single quotes', "{'op':'not','args':[true]}", 'when-not-json ', /is not JSON/],
    ['code inside a JSON text', '"output.decision"', 'when-not-json ', /write an expression tree/],
    ['a tree encoded twice', JSON.stringify(when(op('not', true))), 'when-not-json ', /string, not a tree/],

    ['true', 'true', 'when-bad-operand ', /must be an operator/],
    ['null', 'null', 'when-bad-operand ', /must be an operator/],
    ['a list', [eq(1, 1)], 'when-bad-operand 0', /a list holds literals only/],
    ['an empty list', [], 'when-bad-operand ', /must be an operator/],
    ['a variable alone', DECISION, 'when-bad-operand ', /must be an operator/],

    ['an empty object', eq({}, 1), 'when-bad-operand args.0', /write a literal, .*"var".*"op"/],
    ['an object of another shape', eq({ path: 'a' }, 1), 'when-bad-operand args.0', /write a literal/],
    ['a variable with more keys', eq({ ...DECISION, or: 1 }, 1), 'when-bad-operand args.0', /no other keys/],
    ['an operator with more keys', { ...eq(1, 1), name: 'x' }, 'when-bad-operand ', /no other keys/],
    ['an operator without args', { op: 'eq' }, 'when-bad-operand ', /"args": \[...\]/],
    ['args that are not a list', { op: 'not', args: true }, 'when-bad-operand ', /"args": \[...\]/],
    [
      'both shapes at once',
      eq({ op: 'not', args: [true], var: 'output' }, 1),
      'when-bad-operand args.0',
      /./,
    ],
    ['a __proto__ key', '{"op":"not","args":[true],"__proto__":{}}', 'when-bad-operand ', /no other keys/],
    [
      'an operator hidden in a __proto__',
      '{"__proto__":{"op":"not","args":[true]}}',
      'when-bad-operand ',
      /./,
    ],
    ['an operator in a list', eq([eq(1, 1)], 1), 'when-bad-operand args.0.0', /literals only.*"or"/],
    [
      'a variable in a list in a list',
      eq([['a', [DECISION]]], 1),
      'when-bad-operand args.0.0.1.0',
      /literals/,
    ],
    ['an endless number', '{"op":"eq","args":[1e999,1]}', 'when-bad-operand args.0', /give a smaller one/],
    ['a NUL in a text', eq('a\0b', 1), 'when-bad-operand args.0', /remove it/],
    ['half a surrogate pair', eq(['\ud800'], 1), 'when-bad-operand args.0.0', /remove it/],

    [
      'an empty variable',
      eq({ var: '' }, 1),
      'when-bad-operand args.0.var',
      /write one such as "output.decision"/,
    ],
    [
      'a variable with an empty part',
      eq({ var: 'output..a' }, 1),
      'when-bad-operand args.0.var',
      /empty segments/,
    ],
    [
      'a variable that ends in a dot',
      eq({ var: 'output.' }, 1),
      'when-bad-operand args.0.var',
      /empty segments/,
    ],
    ['a variable that is not a string', eq({ var: 3 }, 1), 'when-bad-operand args.0.var', /a string/],
    [
      'a variable that is a path in parts',
      eq({ var: ['output', 'a'] }, 1),
      'when-bad-operand args.0.var',
      /a string/,
    ],
    ['a variable with a NUL', eq({ var: 'output.a\0' }, 1), 'when-bad-operand args.0.var', /./],

    [
      'another root',
      eq({ var: 'process.env' }, 1),
      'when-unknown-root args.0.var',
      /use output, step or execution.input/,
    ],
    [
      'the trigger context by its own name',
      eq({ var: 'triggerContext.a' }, 1),
      'when-unknown-root args.0.var',
      /execution.input/,
    ],
    [
      'the execution as a whole',
      eq({ var: 'execution' }, 1),
      'when-unknown-root args.0.var',
      /execution.input/,
    ],
    [
      'what else an execution has',
      eq({ var: 'execution.status' }, 1),
      'when-unknown-root args.0.var',
      /execution.input/,
    ],
    [
      'a name that starts like a root',
      eq({ var: 'outputs.a' }, 1),
      'when-unknown-root args.0.var',
      /use output/,
    ],
    [
      'a name that starts like the input',
      eq({ var: 'execution.inputs' }, 1),
      'when-unknown-root args.0.var',
      /execution.input/,
    ],
    ['a root in other letters', eq({ var: 'Output.a' }, 1), 'when-unknown-root args.0.var', /use output/],
    [
      'what no step has',
      eq({ var: 'step.output' }, 1),
      'when-unknown-root args.0.var',
      /use one of stepId, .*completedAt/,
    ],
    ['a prototype', eq({ var: '__proto__.a' }, 1), 'when-unknown-root args.0.var', /use output/],

    [
      'an unknown operator',
      { op: 'equals', args: [1, 1] },
      'when-unknown-operator op',
      new RegExp(`use one of ${OPERATOR_NAMES.join(', ')}$`),
    ],
    ['an operator in other letters', { op: 'EQ', args: [1, 1] }, 'when-unknown-operator op', /"EQ"/],
    ['an operator of json-logic', { op: '==', args: [1, 1] }, 'when-unknown-operator op', /use one of/],
    ['a method for an operator', { op: 'constructor', args: [] }, 'when-unknown-operator op', /use one of/],
    ['a number for an operator', { op: 7, args: [] }, 'when-unknown-operator op', /operator 7/],
    [
      'an unknown operator inside',
      { op: 'not', args: [{ op: 'xor', args: [] }] },
      'when-unknown-operator args.0.op',
      /"xor"/,
    ],

    ['too few operands', eq(1), 'when-bad-arity args', /"eq" has 1 operands; give it 2/],
    ['too many operands', { op: 'not', args: [true, true] }, 'when-bad-arity args', /give it 1$/],
    ['no operands', { op: 'and', args: [] }, 'when-bad-arity args', /give it 1 or more/],
    ['operands of an inner operator', eq(eq(), 1), 'when-bad-arity args.0.args', /has 0 operands/],
    ['a pattern that is missing', { op: 'regex', args: ['a'] }, 'when-bad-arity args', /give it 2 or 3/],

    [
      'a pattern that does not compile',
      { op: 'regex', args: [DECISION, '('] },
      'when-bad-regex args.1',
      /missing closing.*use RE2 syntax/,
    ],
    [
      'a pattern that is no RE2',
      { op: 'regex', args: [DECISION, 'a(?=b)'] },
      'when-bad-regex args.1',
      /no look-around/,
    ],
    [
      'a pattern that is read',
      { op: 'regex', args: ['a', DECISION] },
      'when-bad-regex args.1',
      /must be a literal string/,
    ],
    [
      'a pattern that is computed',
      { op: 'regex', args: ['a', eq(1, 1)] },
      'when-bad-regex args.1',
      /must be a literal string/,
    ],
    [
      'a pattern that is a number',
      { op: 'regex', args: ['a', 1] },
      'when-bad-regex args.1',
      /must be a literal string/,
    ],
  ])('%s', (_, tree, fault, advice) => {
    expect(faults(tree)).toEqual([fault]);
    expect(found(tree)[0]?.message).toMatch(advice);
  });

  // Section 3: "with their path". The flags are operand 2; the fault is reported at the pattern.
  test.each([
    ['flags that are unknown', 'g'],
    ['flags that are read', DECISION],
  ])('%s', (_, flags) => {
    expect(faults({ op: 'regex', args: [DECISION, 'a', flags] })).toEqual(['when-bad-regex args.2']);
  });

  test('all faults of a tree are found at once', () => {
    const tree = {
      op: 'and',
      args: [
        eq({ var: 'process.env' }, { path: 'a' }),
        { op: 'not', args: [] },
        {
          op: 'or',
          args: [
            { op: 'xor', args: [] },
            { op: 'regex', args: [{ var: 'step.x' }, '['] },
          ],
        },
      ],
    };
    expect(faults(tree)).toEqual([
      'when-unknown-root args.0.args.0.var',
      'when-bad-operand args.0.args.1',
      'when-bad-arity args.1.args',
      'when-unknown-operator args.2.args.0.op',
      'when-unknown-root args.2.args.1.args.0.var',
      'when-bad-regex args.2.args.1.args.1',
    ]);
  });

  test('operands beyond the right number are looked at as well', () => {
    expect(faults({ op: 'not', args: [true, { var: 'x' }] })).toEqual([
      'when-bad-arity args',
      'when-unknown-root args.1.var',
    ]);
  });

  // Section 14: all faults are listed at once, except inside an unknown operator.
  test('operands of an unknown operator are looked at as well', () => {
    expect(faults({ op: 'equals', args: [{ var: 'process.env' }, eq()] })).toEqual([
      'when-unknown-operator op',
      'when-unknown-root args.0.var',
      'when-bad-arity args.1.args',
    ]);
  });
});

describe('a key that stands twice, of which a parser silently keeps the last', () => {
  test.each<[string, string, string]>([
    ['the operator', '{"op":"eq","op":"ne","args":[1,2]}', '"op"'],
    ['the operands', '{"args":[1,1],"op":"eq","args":[1,2]}', '"args"'],
    ['inside', '{"op":"not","args":[{"op":"eq","args":[{"var":"output.a","var":"output.b"},1]}]}', '"var"'],
    ['under an escape', String.raw`{"op":"eq","args":[1,1],"\u006fp":"ne"}`, String.raw`"\u006fp"`],
  ])('%s', (_, text, key) => {
    expect(faults(text)).toEqual(['when-bad-operand ']);
    expect(found(text)[0]?.message).toContain(`the key ${key} occurs twice`);
  });

  test('not in two objects, nor in a text', () => {
    const text = '{"op":1,"op":2}';
    expect(faults({ op: 'and', args: [eq(1, 1), eq(text, 1)] })).toEqual([]);
  });
});

test('a number that would be compared as another one', () => {
  const text = '{"op":"eq","args":[{"var":"execution.input.amount"},9007199254740993]}';
  expect(faults(text)).toEqual(['when-bad-operand ']);
  expect(found(text)[0]?.message).toContain('the number at character 52');
  expect(faults(text.replace('740993', '740993.0'))).toEqual(['when-bad-operand ']);
  expect(faults({ op: 'or', args: [eq(2 ** 53, 1), eq(1.2345678901234567e19, '9007199254740993')] })).toEqual(
    [],
  );
});

describe('limits (contract section 1)', () => {
  /** Exactly so many characters, all of them in one literal. */
  const ofLength = (length: number) => {
    const shell = JSON.stringify(eq('', 1)).length;
    return JSON.stringify(eq('x'.repeat(length - shell), 1));
  };
  const nested = (depth: number): unknown => (depth === 0 ? true : { op: 'not', args: [nested(depth - 1)] });
  const nestedList = (depth: number): unknown => (depth === 0 ? 1 : [nestedList(depth - 1)]);
  const ofSize = (size: number) => ({ op: 'or', args: Array.from({ length: size - 1 }, () => true) });

  test('4,000 characters', () => {
    expect(ofLength(4_000)).toHaveLength(4_000);
    expect(faults(ofLength(4_000))).toEqual([]);
    expect(faults(ofLength(4_001))).toEqual(['when-too-large ']);
    expect(found(ofLength(4_001))[0]?.message).toMatch(
      /4001 characters, and may have 4000; compare with a list/,
    );
    expect(faults(`${' '.repeat(4_000)}true`)).toEqual(['when-too-large ']);
    // The bound counts characters, not UTF-16 units.
    const long = ofLength(4_000).replaceAll('x', '🔑');
    expect(long.length).toBeGreaterThan(7_000);
    expect(faults(long)).toEqual([]);
    expect(faults(`${long} `)).toEqual(['when-too-large ']);
    expect(found(`${long} `)[0]?.message).toMatch(/4001 characters, and/);
  });

  test('32 levels of operators and lists', () => {
    expect(faults(nested(32))).toEqual([]);
    expect(faults(nested(33))).toEqual([`when-too-large ${'args.0.'.repeat(32).slice(0, -1)}`]);
    expect(faults(eq(nestedList(31), 1))).toEqual([]);
    expect(faults(eq(nestedList(32), 1))).toEqual([`when-too-large args.0${'.0'.repeat(31)}`]);
    expect(found(nested(33))[0]?.message).toMatch(/deeper than 32 levels; flatten it/);
  });

  test('500 operators and operands', () => {
    expect(faults(ofSize(500))).toEqual([]);
    expect(faults(ofSize(501))).toEqual(['when-too-large args.499']);
    expect(faults(ofSize(700))).toEqual(['when-too-large args.499']);
    expect(found(ofSize(501))[0]?.message).toMatch(
      /more than 500 operators and operands; compare with a list/,
    );
    // The operator, the list, its 497 items and the variable.
    const listOf = (length: number) => ({ op: 'includes', args: [Array(length).fill(1), { var: 'output' }] });
    expect(faults(listOf(497))).toEqual([]);
    expect(faults(listOf(498))).toEqual(['when-too-large args.1']);
  });

  test('a text as deep as its length allows is refused, not a crash', () => {
    for (const text of ['['.repeat(4_000), '['.repeat(2_000) + ']'.repeat(2_000), '{"a":'.repeat(799)]) {
      expect(faults(text)).toHaveLength(1);
    }
  });
});

describe('what is accepted', () => {
  test('comes back as the tree that was written', () => {
    const tree = op(
      'and',
      op('eq', variable('output.decision'), 'approve'),
      op('or', op('gte', op('length', variable('output.items')), 2), op('not', variable('output'))),
      op('includes', ['a', ['b', null, 1.5, true]], variable('execution.input.region')),
      op('regex', variable('output.title'), '^a', 'im'),
    );
    expect(parseWhen(when(tree))).toEqual({ ok: true, expression: tree });
  });

  test.each([
    'output',
    'output.items.0.id',
    'output.__proto__',
    'output.with space.ünïcode',
    'step',
    ...STEP_FIELDS.map((field) => `step.${field}`),
    'execution.input',
    'execution.input.a.b',
  ])('the variable %s', (path) => {
    expect(faults(eq({ var: path }, 1))).toEqual([]);
  });

  test('what step has is what the contract says', () => {
    expect(STEP_FIELDS).toEqual([
      'stepId',
      'nodeId',
      'nodeType',
      'status',
      'attempt',
      'iteration',
      'startedAt',
      'completedAt',
    ]);
  });

  test('white space and the order of keys do not matter', () => {
    expect(parseWhen(' { "args" : [ true ] , "op" : "not" } ')).toEqual(parseWhen(when(op('not', true))));
  });
});
