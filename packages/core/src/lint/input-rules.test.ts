/** Rules on the input schema, on paths into the input, and on branches that may be empty. */
import { describe, expect, test } from 'vitest';
import { type Expression, type Operand } from '../expression/tree.js';
import { op, variable, when } from '../expression/build.js';
import type { JsonValue } from '../definition/json.js';
import { agent, edge, group, human, onDecision, onStatus, rejectTo, webhook } from '../test-support/run.js';
import { readDefinition } from './read.js';

const NODES = [
  human('review', 'ann', rejectTo('rework')),
  ...['board', 'publish', 'rework'].map((it) => agent(it)),
];
const check = (definition: object) => {
  const json = { definitionId: 'definition', name: 'Definition', nodes: NODES, edges: [], ...definition };
  return readDefinition(json as unknown as JsonValue, { maxStepsPerExecution: 10_000, agentIds: null });
};
const issues = (definition: object) => {
  const read = check(definition);
  return read.ok ? [] : read.issues.map((it) => `${it.code} ${it.path}`);
};
const warnings = (definition: object) => check(definition).warnings.map((it) => `${it.code} ${it.path}`);

const input = (path: string) => variable(`execution.input.${path}`);
const above = op('gt', input('amount'), 500);
const inputSchema = { type: 'object', properties: { url: { type: 'string' }, amount: { type: 'number' } } };
const branch = (condition: Expression, ...edges: object[]) => ({
  edges: [edge('review', 'board', when(condition)), ...edges],
});
const otherwise = { from: 'review', to: 'publish', on: 'otherwise' };

describe('a path that the inputSchema does not name', () => {
  const typo = op('eq', op('length', input('amuont')), 500);
  const reviewer = { pool: { var: 'execution.input.team' }, mandatory: true };
  test.each<[string, object, string]>([
    [
      'in a condition',
      branch(op('and', above, typo), otherwise),
      'edges[0].when.args[1].args[0].args[0].var',
    ],
    [
      'in the condition of a loop',
      {
        loops: [
          {
            loopId: 'l',
            entryNodeId: 'review',
            bodyNodeIds: ['review'],
            onIterationReject: { when: when(typo) },
          },
        ],
      },
      'loops[0].onIterationReject.when.args[0].args[0].var',
    ],
    ['in a urlPath', { nodes: [agent('a', '__mock__', { urlPath: 'ulr' })] }, 'nodes[0].config.urlPath'],
    [
      'in an inputMapping',
      { nodes: [agent('a', '__mock__', { inputMapping: { x: 'execution.input.x', y: 'output.y' } })] },
      'nodes[0].config.inputMapping.x',
    ],
    [
      'in a value',
      { nodes: [human('a', [reviewer], rejectTo('rework')), agent('rework')] },
      'nodes[0].config.reviewers[0].pool.var',
    ],
  ])('%s', (_, definition, path) => {
    expect(issues({ ...definition, inputSchema })).toEqual([`path-not-in-input ${path}`]);
    expect(issues(definition)).toEqual([]);
  });

  test('comes with the nearest name', () => {
    const read = check({ ...branch(typo, otherwise), inputSchema });
    expect(read.ok ? '' : read.issues[0]?.message).toBe(
      'the inputSchema has no "amuont"; did you mean "amount"?',
    );
  });

  test('is not looked for in a faulty schema, which has its own finding', () => {
    const faulty = { ...inputSchema, oneOf: [] };
    expect(issues({ ...branch(typo, otherwise), inputSchema: faulty })).toEqual([
      'input-schema-invalid inputSchema.oneOf',
    ]);
    expect(issues({ inputSchema: 'object' })).toEqual(['input-schema-invalid inputSchema']);
  });
});

describe('condition-unchecked', () => {
  const unchecked = (condition: Operand, more: object = {}) =>
    warnings({ ...branch(condition as Expression, otherwise), ...more }).filter((it) =>
      it.startsWith('condition'),
    );
  test.each<[string, Expression, boolean]>([
    ['an order comparison', above, true],
    ['a negation', op('not', op('eq', input('kind'), 'x')), true],
    ['an inequality', op('ne', input('kind'), 'x'), true],
    ['an equality', op('eq', input('amount'), 5), false],
    ['a negated isEmpty', op('not', op('isEmpty', input('amount'))), false],
    ['an order comparison of an output', op('gt', variable('output.score'), 1), false],
  ])('%s', (_, condition, expected) => {
    expect(unchecked(condition).length > 0).toBe(expected);
    expect(unchecked(condition, { strict: true }).length > 0).toBe(expected);
    const types = { amount: { type: 'number' }, kind: { enum: ['x', 'y'] }, url: {} };
    expect(unchecked(condition, { inputSchema: { type: 'object', properties: types } })).toEqual([]);
    expect(unchecked(condition, { inputSchema: { type: 'object' } }).length > 0).toBe(expected);
  });
});

describe('branch-may-be-empty', () => {
  const empty = (definition: object) =>
    warnings({ inputSchema, ...definition }).filter((it) => it.startsWith('branch'));
  const not = (it: Expression) => op('not', it);
  const approved = op('eq', variable('output.decision'), 'approve');
  test.each<[string, object, boolean]>([
    ['one condition', branch(above), true],
    ['with otherwise', branch(above, otherwise), false],
    ['with an edge without a condition', branch(above, edge('review', 'publish')), false],
    ['with a condition that an approval fulfils', branch(approved), false],
    ['with one that is fulfilled in part', branch(op('and', approved, above)), true],
    ['with one that is always fulfilled by its part', branch(op('or', above, approved)), false],
    ['with its negation', branch(above, edge('review', 'publish', when(not(above)))), false],
    [
      'with its negation, both after an approval',
      branch(op('and', approved, above), edge('review', 'publish', when(op('and', approved, not(above))))),
      false,
    ],
    [
      'with eq and ne',
      branch(op('eq', input('amount'), 1), edge('review', 'publish', when(op('ne', input('amount'), 1)))),
      false,
    ],
    [
      'with the opposite comparison, which is no negation',
      branch(above, edge('review', 'publish', when(op('lte', input('amount'), 500)))),
      true,
    ],
    ['a leaf', { edges: [] }, false],
    ['a node with a rejection only', { edges: [edge('review', 'board', onDecision('reject'))] }, false],
    ['a node with a breach only', { edges: [edge('review', 'board', onStatus('breached'))] }, false],
    [
      'an agent whose completion may find none',
      { nodes: [agent('a'), agent('b')], edges: [edge('a', 'b', when(op('eq', variable('output.x'), 1)))] },
      true,
    ],
    [
      'an agent whose edge needs an approval',
      { nodes: [agent('a'), agent('b')], edges: [edge('a', 'b', onDecision('approve'))] },
      false,
    ],
    ['a webhook', { nodes: [webhook('a'), agent('b')], edges: [edge('a', 'b', when(above))] }, true],
  ])('%s', (_, definition, expected) => {
    expect(empty(definition)).toHaveLength(expected ? 1 : 0);
  });

  const join = (quorum: number, second: string | undefined) => ({
    nodes: [
      ...['a', 'b'].map((it) => human(it, it === 'a' ? 'ann' : 'bob', rejectTo('rework'))),
      agent('board'),
      agent('rework'),
    ],
    edges: [edge('a', 'board', when(above)), edge('b', 'board', second)],
    groups: [group('joinOnQuorum', ['a', 'b'], quorum)],
  });
  test.each<[string, number, string | undefined, string[]]>([
    ['no member leads on for sure', 2, when(above), ['branch-may-be-empty groups[0]']],
    ['one member does, and has to approve', 2, undefined, []],
    ['one member does, and need not approve', 1, undefined, ['branch-may-be-empty groups[0]']],
  ])('a join: %s', (_, quorum, second, expected) => {
    expect(empty(join(quorum, second))).toEqual(expected);
  });
});

describe('on', () => {
  test.each<[string, object[], string[]]>([
    ['twice', [otherwise, { ...otherwise, to: 'board' }], ['otherwise-twice edges[2].on']],
    ['with when', [{ ...otherwise, when: when(above) }], ['edge-role-conflict edges[1].on']],
    ['with another word', [{ ...otherwise, on: 'sometimes' }], ['invalid-field edges[1].on']],
    [
      'from a group',
      [{ ...otherwise, from: { kind: 'group', groupId: 'g' } }],
      ['dangling-edge edges[1].from', 'group-edge-role edges[1].on'],
    ],
    ['beside an edge without a condition', [edge('review', 'publish'), otherwise], []],
  ])('%s', (_, edges, expected) => {
    expect(issues({ ...branch(above, ...edges), inputSchema })).toEqual(expected);
  });

  test('compiles to a success edge with a mark, and counts as another edge than one without a condition', () => {
    const read = check({ ...branch(above, otherwise), inputSchema });
    expect(read.ok && read.model.edges.map(({ to, role, otherwise: it }) => [to, role, it])).toEqual([
      ['board', 'custom', false],
      ['publish', 'success', true],
      ['rework', 'reject', false],
    ]);
  });
});
