/** Policies as hosts write them: the deciding rule, and faults of rules (permits G4). */
import { op, variable } from '@org/approval-core';
import type { Expression } from '@org/approval-core/definition';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { allow, deny, refusalOf } from '../test-support/asking.js';
import { type GateKit, act, asks, gateKit, guarded, review } from '../test-support/gate.js';
import type { Policies, RequesterRequest, Rule } from '../types.js';

let kit: GateKit | null = null;
afterEach(async () => {
  await kit?.stop();
  kit = null;
});

const eq = (path: string, value: string | number | boolean | null): Expression =>
  op('eq', variable(path), value);
const lte = (path: string, value: number): Expression => op('lte', variable(path), value);

/** Result of a call: what decided it, in a word. */
async function fateOf(
  { tool = 'pay', args = {}, target = null }: { tool?: string; args?: object; target?: string | null },
  requester: RequesterRequest = { principal: 'bot' },
): Promise<string> {
  const { gate } = kit!;
  const ref = { framework: 'test', runId: `run ${(count += 1)}`, callId: 'call' };
  const { state, code, grantedBy } = await gate.request({
    call: { tool, args, target },
    ref,
    requester,
  });
  const [by] = grantedBy;
  if (by?.kind === 'policy') return `allowed by ${by.rule}`;
  return state === 'pending' ? 'asked' : (code ?? state);
}
let count = 0;

const gateOf = async (rules: readonly Rule[], otherwise?: Policies['otherwise']) => {
  kit = await gateKit({ rules: [...rules], ...(otherwise && { otherwise }) });
};

describe('the first rule that holds decides', () => {
  test.each<[string, Rule[], string]>([
    ['no rule denies', [], 'no-rule'],
    ['a rule about another tool is none', [allow('pay2'), allow('pa')], 'no-rule'],
    ['allow', [allow('pay')], 'allowed by 0'],
    ['deny', [deny('pay')], 'denied-by-policy'],
    ['ask', [asks('pay')], 'asked'],
    ['the first of two', [deny('pay'), allow('pay')], 'denied-by-policy'],
    ['the first of two, the other way round', [allow('pay'), deny('pay')], 'allowed by 0'],
    ['a prefix before a name', [deny('p*'), allow('pay')], 'denied-by-policy'],
    ['a name before a prefix', [allow('pay'), deny('p*')], 'allowed by 0'],
    ['the name itself as a prefix', [deny('pay*')], 'denied-by-policy'],
    ['every tool', [asks('*')], 'asked'],
    ['a longer prefix after a shorter one', [asks('p*'), deny('pa*')], 'asked'],
    ['a prefix that is longer than the name', [deny('pay.*'), asks('*')], 'asked'],
    [
      'a condition that holds',
      [deny('pay', { when: eq('call.args.n', 1) }), allow('pay')],
      'denied-by-policy',
    ],
    [
      'a condition that does not',
      [deny('pay', { when: eq('call.args.n', 2) }), allow('pay')],
      'allowed by 1',
    ],
    ['what is otherwise asked', [deny('other')], 'no-rule'],
  ])('%s', async (_, rules, fate) => {
    await gateOf(rules);
    expect(await fateOf({ args: { n: 1 } })).toBe(fate);
  });

  test('otherwise asks about what no rule decides', async () => {
    await gateOf([deny('pay')], { do: 'ask', definitionId: 'guarded', grantNodeId: 'act' });
    expect(await fateOf({ tool: 'mail' })).toBe('asked');
    expect(await fateOf({ tool: 'pay' })).toBe('denied-by-policy');
  });

  test('for any rules and tool', async () => {
    const tools = ['a', 'ab', 'abc', 'b'];
    const pattern = fc.constantFrom('a', 'ab', 'abc', 'b', 'a*', 'ab*', '*');
    const rules = fc.array(
      fc.record({ tool: pattern, does: fc.constantFrom('allow', 'deny'), n: fc.constantFrom(null, 1, 2) }),
      { maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(rules, fc.constantFrom(...tools), fc.constantFrom(1, 2), async (given, tool, n) => {
        // An allow rule names one tool.
        const list = given.map((it) => (it.tool.endsWith('*') ? { ...it, does: 'deny' } : it));
        await gateOf(
          list.map((it) => ({
            ...{ tool: it.tool, do: it.does },
            ...(it.n !== null && { when: eq('call.args.n', it.n) }),
          })) as Rule[],
        );
        const isAbout = (it: (typeof list)[number]) =>
          it.tool.endsWith('*') ? tool.startsWith(it.tool.slice(0, -1)) : it.tool === tool;
        const first = list.findIndex((it) => isAbout(it) && (it.n === null || it.n === n));
        const does = list[first]?.does;
        const expected =
          does === 'allow' ? `allowed by ${first}` : does === 'deny' ? 'denied-by-policy' : 'no-rule';
        expect(await fateOf({ tool, args: { n } })).toBe(expected);
        await kit?.stop();
        kit = null;
      }),
      { numRuns: 60 },
    );
  });
});

describe('conditions', () => {
  const both = (when: Expression): Rule[] => [deny('denied', { when }), allow('allowed', { when })];

  /** Truth of conditions: deny rules apply unless surely false, allow rules only if surely true. */
  const truthOf = async (
    when: Expression,
    given: Parameters<typeof fateOf>[0],
    requester?: RequesterRequest,
  ) => {
    await gateOf(both(when));
    const denied = (await fateOf({ ...given, tool: 'denied' }, requester)) === 'denied-by-policy';
    const allowed = (await fateOf({ ...given, tool: 'allowed' }, requester)) === 'allowed by 1';
    return denied && allowed ? 'true' : denied ? 'unknown' : allowed ? 'impossible' : 'false';
  };

  test.each<[string, Expression, object, string]>([
    ['a value that is equal', eq('call.args.n', 1), { n: 1 }, 'true'],
    ['a value that is not', eq('call.args.n', 1), { n: 2 }, 'false'],
    ['a value of another type', eq('call.args.n', 1), { n: '1' }, 'false'],
    ['a path that is missing', eq('call.args.n', 1), {}, 'unknown'],
    ['a path into a text', eq('call.args.n.m', 1), { n: 'x' }, 'unknown'],
    ['an order of two numbers', lte('call.args.n', 5), { n: 5 }, 'true'],
    ['an order of two numbers that does not hold', lte('call.args.n', 5), { n: 6 }, 'false'],
    ['an order of a number and a text', lte('call.args.n', 5), { n: '4' }, 'unknown'],
    ['an order of a number and null', lte('call.args.n', 5), { n: null }, 'unknown'],
    ['an order of a number and a list', lte('call.args.n', 5), { n: [4] }, 'unknown'],
    ['a missing path that is negated', op('not', eq('call.args.n', 1)), {}, 'unknown'],
    [
      'an unknown beside what is surely false',
      op('and', eq('call.args.n', 1), eq('call.args.m', 1)),
      { m: 2 },
      'false',
    ],
    [
      'an unknown beside what is surely true',
      op('and', eq('call.args.n', 1), eq('call.args.m', 1)),
      { m: 1 },
      'unknown',
    ],
    [
      'an unknown or what is surely true',
      op('or', eq('call.args.n', 1), eq('call.args.m', 1)),
      { m: 1 },
      'true',
    ],
    [
      'an unknown or what is surely false',
      op('or', eq('call.args.n', 1), eq('call.args.m', 1)),
      { m: 2 },
      'unknown',
    ],
    ['a name of a method of objects', eq('call.args.toString', 1), {}, 'unknown'],
  ])('%s', async (_, when, args, truth) => {
    expect(await truthOf(when, { args })).toBe(truth);
  });

  test.each<[string, Expression, Parameters<typeof fateOf>[0], RequesterRequest, string]>([
    ['the target', eq('call.target', 'x'), { target: 'x' }, { principal: 'bot' }, 'true'],
    ['no target is null', eq('call.target', null), {}, { principal: 'bot' }, 'true'],
    ['the program', eq('requester.principal', 'bot'), {}, { principal: 'bot' }, 'true'],
    ['another program', eq('requester.principal', 'bot'), {}, { principal: 'eve' }, 'false'],
    [
      'whom it works for',
      eq('requester.onBehalfOf', 'ann'),
      {},
      { principal: 'bot', onBehalfOf: 'ann' },
      'true',
    ],
    ['no user it works for', eq('requester.onBehalfOf', 'ann'), {}, { principal: 'bot' }, 'unknown'],
  ])('of %s', async (_, when, given, requester, truth) => {
    expect(await truthOf(when, given, requester)).toBe(truth);
  });
});

describe('policies that make no sense are refused when the gate is made', () => {
  const ask = (more: object) => ({
    tool: 'pay',
    do: 'ask',
    definitionId: 'guarded',
    grantNodeId: 'act',
    ...more,
  });
  const long = op('or', ...Array.from({ length: 400 }, (_, n) => eq(`call.args.n${n}`, n)));

  test.each<[string, unknown, string, string?]>([
    ['no rules', {}, 'rules'],
    ['rules that are not a list', { rules: {} }, 'rules'],
    ['201 rules', { rules: Array.from({ length: 201 }, () => deny('a')) }, 'rules'],
    ['a field that policies do not have', { rules: [], extra: 1 }, ''],
    ['a rule that does something else', { rules: [{ tool: 'pay', do: 'permit' }] }, 'rules[0].do'],
    ['a field that rules do not have', { rules: [allow('pay', { whn: 1 })] }, 'rules[0]'],
    ['a tool that is not a name', { rules: [deny('a b')] }, 'rules[0].tool'],
    ['a star in the middle', { rules: [deny('a*b')] }, 'rules[0].tool'],
    ['two stars', { rules: [deny('a**')] }, 'rules[0].tool'],
    [
      'an allow rule for a prefix',
      { rules: [deny('x'), allow('files.*')] },
      'rules[1].tool',
      'policy-allow-prefix',
    ],
    ['an allow rule for everything', { rules: [allow('*')] }, 'rules[0].tool', 'policy-allow-prefix'],
    [
      'an ask without a definition',
      { rules: [{ tool: 'pay', do: 'ask', grantNodeId: 'act' }] },
      'rules[0].definitionId',
    ],
    [
      'an ask without a node',
      { rules: [{ tool: 'pay', do: 'ask', definitionId: 'guarded' }] },
      'rules[0].grantNodeId',
    ],
    ['a definitionId that is none', { rules: [ask({ definitionId: 'A B' })] }, 'rules[0].definitionId'],
    ['a document without its organization', { rules: [ask({ documentId: 'd' })] }, 'rules[0].documentId'],
    ['less than a second to answer', { rules: [ask({ askMs: 999 })] }, 'rules[0].askMs'],
    ['more than a year to answer', { rules: [ask({ askMs: 31_536_000_001 })] }, 'rules[0].askMs'],
    ['less than a second to act', { rules: [ask({ grantMs: 999 })] }, 'rules[0].grantMs'],
    ['more than a day to act', { rules: [ask({ grantMs: 86_400_001 })] }, 'rules[0].grantMs'],
    ['half a millisecond', { rules: [ask({ askMs: 1_000.5 })] }, 'rules[0].askMs'],
    [
      'grants of no use',
      { rules: [ask({ grantable: { maxUses: 0, maxMs: 1 } })] },
      'rules[0].grantable.maxUses',
    ],
    [
      'grants of 1,001 uses',
      { rules: [ask({ grantable: { maxUses: 1_001, maxMs: 1 } })] },
      'rules[0].grantable.maxUses',
    ],
    [
      'grants by no user',
      { rules: [ask({ grantable: { maxUses: 1, maxMs: 1, by: [] } })] },
      'rules[0].grantable.by',
    ],
    ['an otherwise that does not ask', { rules: [], otherwise: { do: 'allow' } }, 'otherwise.do'],
    [
      'a condition about something else',
      { rules: [deny('pay', { when: eq('env.HOME', 'x') })] },
      'rules[0].when',
    ],
    [
      'a condition about the name of the tool',
      { rules: [deny('pay', { when: eq('call.tool', 'x') })] },
      'rules[0].when',
    ],
    [
      'a condition about a part of the target',
      { rules: [deny('pay', { when: eq('call.target.x', 'x') })] },
      'rules[0].when',
    ],
    ['a condition that is a text', { rules: [deny('pay', { when: '{"op":"eq"}' })] }, 'rules[0].when'],
    [
      'a condition of an unknown kind',
      { rules: [deny('pay', { when: { op: 'eval', args: [1] } })] },
      'rules[0].when',
    ],
    [
      'a condition that is too long',
      { rules: [deny('pay', { when: long })] },
      'rules[0].when',
      'when-too-large',
    ],
    ['a value that is not JSON', { rules: [deny('pay', { when: eq('call.args.n', NaN) })] }, 'policies'],
  ])('%s', async (_, policies, path, code) => {
    const refusal = await refusalOf(gateKit(policies as Policies));
    expect(refusal.status).toBe('INVALID_ARGUMENT');
    expect(refusal.path?.startsWith(path)).toBe(true);
    if (code !== undefined) expect(refusal.code).toBe(code);
  });

  test.each<[string, unknown]>([
    ['200 rules', { rules: Array.from({ length: 200 }, (_, n) => deny(`a${n}`)) }],
    ['the shortest times', { rules: [ask({ askMs: 1_000, grantMs: 1_000 })] }],
    ['the longest times', { rules: [ask({ askMs: 31_536_000_000, grantMs: 86_400_000 })] }],
    ['an organization and its document', { rules: [ask({ organizationId: 'o', documentId: 'd' })] }],
  ])('%s is taken', async (_, policies) => {
    kit = await gateKit(policies as Policies);
    expect(kit.gate).toBeDefined();
  });
});

describe('check', () => {
  const codes = async (rules: readonly Rule[], otherwise?: Policies['otherwise']) => {
    await gateOf(rules, otherwise);
    return (await kit!.gate.check()).map(({ code, path }) => `${code} ${path}`);
  };
  const ask: NonNullable<Policies['otherwise']> = { do: 'ask', definitionId: 'guarded', grantNodeId: 'act' };
  const one = { when: eq('call.args.n', 1) };

  test.each<[string, Rule[], string[]]>([
    ['a rule after one for the same tool', [deny('pay'), allow('pay')], ['policy-unreachable rules[1]']],
    ['a rule after a prefix of its name', [deny('p*'), allow('pay')], ['policy-unreachable rules[1]']],
    ['a prefix after a shorter one', [deny('p*'), deny('pa*')], ['policy-unreachable rules[1]']],
    ['a prefix after a name', [deny('pay'), deny('pay*')], []],
    ['a rule after one with a condition', [deny('pay', one), allow('pay')], []],
    ['the same condition again', [deny('pay', one), allow('pay', one)], ['policy-unreachable rules[1]']],
    ['the same condition after an allow: unknown passes by', [allow('pay', one), deny('pay', one)], []],
    [
      'the same condition after an allow, to allow',
      [allow('pay', one), allow('pay', one)],
      ['policy-unreachable rules[1]'],
    ],
    ['a rule about another tool', [deny('pay'), deny('mail')], []],
    [
      'a definition that does not exist',
      [asks('pay', { definitionId: 'none' })],
      ['definition-missing rules[0]'],
    ],
    ['a node that does not exist', [asks('pay', { grantNodeId: 'none' })], ['grant-node-missing rules[0]']],
    [
      'a node that a rejection leads to',
      [asks('pay', { grantNodeId: 'refuse' })],
      ['grant-node-unguarded rules[0]'],
    ],
    [
      'the node that people decide',
      [asks('pay', { grantNodeId: 'review' })],
      ['grant-node-unguarded rules[0]'],
    ],
    ['nothing', [asks('pay'), allow('read')], []],
  ])('names %s', async (_, rules, issues) => {
    expect(await codes(rules)).toEqual(issues);
  });

  test('names an otherwise that no call comes to, and one at fault', async () => {
    expect(await codes([deny('*')], ask)).toEqual(['policy-unreachable otherwise']);
    await kit?.stop();
    expect(await codes([deny('a*')], { ...ask, definitionId: 'none' })).toEqual([
      'definition-missing otherwise',
    ]);
  });

  test('a call that a faulty rule would ask about is denied', async () => {
    await gateOf([asks('pay', { definitionId: 'none' })]);
    expect(await fateOf({})).toBe('policy-faulty');
  });

  test.each<[string, object]>([
    ['requireSubjectDigest', { requireSubjectDigest: false }],
    ['onSubjectChange', { onSubjectChange: 'keep' }],
  ])('names a human node without %s', async (_, more) => {
    const nodes = [review('review', ['legal'], more), act(), act('refuse')];
    kit = await gateKit({ rules: [asks('pay')] }, {}, [guarded('guarded', { nodes })]);
    expect(await kit.gate.check()).toMatchObject([{ code: 'not-digest-bound', path: 'rules[0]' }]);
    expect(await fateOf({})).toBe('policy-faulty');
  });

  test('looks at the newest version of a definition', async () => {
    await gateOf([asks('pay')]);
    expect(await kit!.gate.check()).toEqual([]);
    // Without its edge the node is a root.
    await kit!.engine.definitions.ensure(guarded('guarded', { edges: [] }));
    expect(await kit!.gate.check()).toMatchObject([{ code: 'grant-node-unguarded' }]);
    expect(await fateOf({})).toBe('policy-faulty');
  });

  test('looks at the workspace that it is asked of', async () => {
    await gateOf([asks('pay')]);
    expect(await kit!.gate.forWorkspace('elsewhere').check()).toMatchObject([{ code: 'definition-missing' }]);
  });
});

describe('policyVersion', () => {
  const versionOf = async (policies: Policies) => {
    const made = await gateKit(policies);
    const { policyVersion } = await made.ask({ tool: 'x', args: {} });
    await made.stop();
    return policyVersion;
  };

  test('is the same for the same policies, however their keys are ordered', async () => {
    const a = await versionOf({ rules: [{ tool: 'pay', do: 'deny' }] });
    expect(await versionOf({ rules: [{ do: 'deny', tool: 'pay' }] })).toBe(a);
    expect(a).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(await versionOf({ rules: [{ tool: 'pay2', do: 'deny' }] })).not.toBe(a);
  });

  test('a change touches no permit that there is', async () => {
    await gateOf([asks('pay')]);
    const asked = await kit!.ask({ tool: 'pay', args: {} });
    const strict = kit!.another({ policies: { rules: [deny('pay')] } });
    expect(await strict.get({ permitId: asked.permitId })).toEqual(asked);
    await kit!.answer(asked);
    expect((await strict.get({ permitId: asked.permitId })).state).toBe('granted');
  });
});
