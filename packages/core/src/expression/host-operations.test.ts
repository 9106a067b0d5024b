import jsonLogic, { type RulesLogic } from 'json-logic-js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { op, variable } from './build.js';
import { canHold } from './can-hold.js';
import { holds } from '../test-support/holds.js';
import type { Scope } from './evaluate.js';
import { OPERATOR_NAMES } from './operators.js';
import type { Expression } from './tree.js';

/** In its sources, core shares json-logic-js and its table of operations with the host. */
const host = (rule: unknown, data?: unknown): unknown => jsonLogic.apply(rule as RulesLogic, data);
const SCOPE: Scope = { output: { decision: 'approve', n: 1 }, step: {}, execution: { input: {} } };
const APPROVED = op('eq', variable('output.decision'), 'approve');
/** All operators at once. */
const EVERY = op(
  'or',
  ...OPERATOR_NAMES.map((name) => (name === 'regex' ? op(name, 'a', 'a') : op(name, 1, 1))),
);

/** Names that were put into the table since the sources were loaded, and not taken out. */
let left: Set<string>;
beforeEach(() => {
  left = new Set();
  const { add_operation, rm_operation } = jsonLogic;
  vi.spyOn(jsonLogic, 'add_operation').mockImplementation((name, code) => {
    left.add(name);
    add_operation(name, code);
  });
  vi.spyOn(jsonLogic, 'rm_operation').mockImplementation((name) => {
    left.delete(name);
    rm_operation(name);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('the operations of a host that uses json-logic-js', () => {
  test('ours is one name, which evaluations neither add nor remove, and no use to a host', () => {
    expect(holds(APPROVED, SCOPE)).toBe(true);
    expect(canHold(EVERY, new Map())).toBe(true);
    expect([...left]).toEqual([]);
    for (const name of OPERATOR_NAMES.filter((it) => it !== 'and' && it !== 'or')) {
      expect(() => host({ [name]: [1, 1] })).toThrow(`Unrecognized operation ${name}`);
      expect(() => host({ '@org/approval-core': [name, 1, 1] })).toThrow(TypeError);
    }
    expect(() => host({ '@org/approval-core': ['var', 'a'] }, { a: 1 })).toThrow(TypeError);
    expect(jsonLogic.add_operation).not.toHaveBeenCalled();
    expect(jsonLogic.rm_operation).not.toHaveBeenCalled();
  });

  test('also after one that throws', () => {
    const broken = { op: 'regex', args: ['a', '('] } as const satisfies Expression;
    expect(() => holds(broken, SCOPE)).toThrow(/missing closing/);
    expect([...left]).toEqual([]);
    expect(holds(APPROVED, SCOPE)).toBe(true);
  });

  test('those that were there before ours still work, also of the same names', () => {
    for (const name of [...OPERATOR_NAMES, 'read', 'greet']) {
      jsonLogic.add_operation(name, () => `the host's ${name}`);
    }
    try {
      expect(holds(APPROVED, SCOPE)).toBe(true);
      expect(holds(op('not', APPROVED), SCOPE)).toBe(false);
      expect(canHold(EVERY, new Map())).toBe(true);
      for (const name of [...OPERATOR_NAMES, 'read', 'greet']) {
        if (name === 'and' || name === 'or') continue; // Built into the library; hosts cannot override them.
        expect(host({ [name]: [1] })).toBe(`the host's ${name}`);
      }
    } finally {
      for (const name of [...OPERATOR_NAMES, 'read', 'greet']) jsonLogic.rm_operation(name);
    }
  });

  test('those that are added later work, and change nothing for us', () => {
    expect(holds(APPROVED, SCOPE)).toBe(true);
    jsonLogic.add_operation('eq', () => false);
    try {
      expect(holds(APPROVED, SCOPE)).toBe(true);
      expect(host({ eq: [1, 1] })).toBe(false);
    } finally {
      jsonLogic.rm_operation('eq');
    }
  });

  test('the built-in ones work as ever, and so do overridden ones', () => {
    const builtIn = () => [
      host({ '==': [1, '1'] }),
      host({ '!': [[]] }),
      host({ and: [1, 'x'] }),
      host({ var: 'a.b' }, { a: { b: 'c' } }),
      host({ in: ['a', 'abc'] }),
      host({ '+': ['1', 2] }),
    ];
    const before = builtIn();
    expect(before).toEqual([true, true, 'x', 'c', true, 3]);
    expect(holds(EVERY, SCOPE)).toBe(true);
    expect(builtIn()).toEqual(before);

    jsonLogic.add_operation('==', () => 'overridden');
    try {
      expect(holds(APPROVED, SCOPE)).toBe(true);
      expect(holds(op('eq', variable('output.n'), '1'), SCOPE)).toBe(false);
      expect(host({ '==': [1, 2] })).toBe('overridden');
    } finally {
      jsonLogic.add_operation('==', (a: unknown, b: unknown) => a == b);
    }
  });

  test('an operation of the host may evaluate expressions in the middle of its own rule', () => {
    jsonLogic.add_operation('approved', () => holds(APPROVED, SCOPE) && canHold(APPROVED, new Map()));
    jsonLogic.add_operation('greet', () => 'hello');
    try {
      expect(host({ if: [{ approved: [] }, { greet: [] }, 'not approved'] })).toBe('hello');
      expect([...left]).toEqual(['approved', 'greet']);
    } finally {
      jsonLogic.rm_operation('approved');
      jsonLogic.rm_operation('greet');
    }
  });

  test('a host that wraps the library may evaluate one expression in the middle of another', () => {
    const { apply } = jsonLogic;
    let nested = false;
    vi.spyOn(jsonLogic, 'apply').mockImplementation((rule, data) => {
      if (!nested) {
        nested = true;
        expect(canHold(op('not', APPROVED), new Map())).toBe(true);
        nested = false;
      }
      return apply(rule, data) as unknown;
    });
    const both = op('and', APPROVED, op('not', op('eq', variable('output.n'), 2)));
    expect(holds(both, SCOPE)).toBe(true);
    expect([...left]).toEqual([]);
  });

  test('data that looks like a rule of the library is data', () => {
    const output = { rule: { '==': [1, 1] }, list: [{ var: 'output.rule' }] };
    const scope = { ...SCOPE, output };
    expect(holds(op('eq', variable('output.rule'), true), scope)).toBe(false);
    expect(holds(op('isEmpty', variable('output.rule')), scope)).toBe(false);
    expect(holds(op('eq', op('length', variable('output.list')), 1), scope)).toBe(true);
    expect(holds(op('includes', variable('output.list'), variable('output.rule')), scope)).toBe(false);
  });
});
