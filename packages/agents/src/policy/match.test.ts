import { expect, test } from 'vitest';
import { asks, tree } from '../test-support/gate.js';
import type { Rule } from '../types.js';
import { PolicyMatcher, unreachable } from './match.js';
import { checkPolicies } from './rules.js';

const amount = { var: 'call.args.amount' } as never;
const large = tree('gt', amount, 100);
const requester = { principal: 'bot', onBehalfOf: null };
const call = (args: object) => ({ tool: 'pay', args: args as never, target: null });
const deny = (when?: unknown, tool = 'pay'): Rule => ({ tool, do: 'deny', when }) as Rule;
const allow = (when?: unknown, tool = 'pay'): Rule => ({ tool, do: 'allow', when }) as Rule;
const ask = (when?: unknown, tool = 'pay'): Rule => asks(tool, { when } as never);

test.each([
  ['surely true', { amount: 101 }, { deny: true, ask: true, allow: true }],
  ['surely false', { amount: 100 }, { deny: false, ask: false, allow: false }],
  ['a missing path', {}, { deny: true, ask: true, allow: false }],
  ['a text against a number', { amount: '101' }, { deny: true, ask: true, allow: false }],
  ['null against a number', { amount: null }, { deny: true, ask: true, allow: false }],
  ['a list against a number', { amount: [101] }, { deny: true, ask: true, allow: false }],
] as const)('%s: which rules hold', (_, args, expected) => {
  for (const [does, rule] of [
    ['deny', deny(large)],
    ['ask', ask(large)],
    ['allow', allow(large)],
  ] as const) {
    const { do: verdict, code } = new PolicyMatcher(checkPolicies({ rules: [rule] })).match(
      call(args),
      requester,
    ) as { do: string; code?: string };
    expect([does, code === 'no-rule' ? 'none' : verdict]).toEqual([does, expected[does] ? does : 'none']);
  }
});

test('the negation of what is unknown is unknown as well', () => {
  const matcher = new PolicyMatcher(checkPolicies({ rules: [allow(tree('not', large))] }));
  expect(matcher.match(call({}), requester)).toEqual({ do: 'deny', code: 'no-rule' });
  expect(matcher.match(call({ amount: 1 }), requester)).toEqual({ do: 'allow', rule: 0 });
});

test.each<[string, Rule[], number[]]>([
  ['behind one without a condition', [deny(), ask()], [1]],
  ['behind a prefix', [deny(undefined, 'p*'), ask()], [1]],
  ['behind a narrower prefix', [deny(undefined, 'pay.*'), ask(undefined, 'p*')], []],
  ['behind the same condition', [ask(large), deny(large)], [1]],
  ['what is unknown passes by a rule that allows', [allow(large), deny(large)], []],
  ['behind another tool', [deny(undefined, 'read'), ask()], []],
])('unreachable: %s', (_, rules, dead) => {
  expect(unreachable(checkPolicies({ rules }))).toEqual(dead);
});

test('otherwise is not reached behind a rule about everything', () => {
  const { tool: _, ...otherwise } = asks('pay');
  const policies = { rules: [deny(undefined, '*')], otherwise: otherwise as never };
  expect(unreachable(checkPolicies(policies))).toEqual(['otherwise']);
});

test('a condition is counted in characters, as that of an edge, however many units of UTF-16 each has', () => {
  const policies = (length: number) => ({ rules: [deny(tree('eq', amount, '𝒙'.repeat(length)))] });
  const around = JSON.stringify(tree('eq', amount, '')).length;
  expect(checkPolicies(policies(4_000 - around)).rules).toHaveLength(1);
  expect(() => checkPolicies(policies(4_001 - around))).toThrow(/has 4001 characters, and may have 4000/);
});
