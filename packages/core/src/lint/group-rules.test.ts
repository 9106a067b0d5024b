import { describe, expect, test } from 'vitest';
import type { Definition, DefinitionGroup, DefinitionNode } from '../definition/definition.js';
import type { JsonValue } from '../definition/json.js';
import { op, variable, when } from '../expression/build.js';
import { agent, edge, human, onDecision, onStatus, rejectTo } from '../test-support/run.js';
import { readDefinition } from './read.js';

function check(parts: Partial<Definition>) {
  const json = {
    definitionId: 'definition',
    name: 'Definition',
    edges: [],
    ...parts,
  } as unknown as JsonValue;
  const read = readDefinition(json, { maxStepsPerExecution: 10_000, agentIds: null });
  return { issues: read.ok ? [] : read.issues, warnings: read.warnings };
}
const found = (parts: Partial<Definition>) => check(parts).issues.map(({ code, path }) => `${code} ${path}`);

/** Members a, b, c and what comes after: x, y. */
const people = ['a', 'b', 'c'].map((nodeId) => human(nodeId, 'ann', rejectTo('r')));
const NODES = [...people, agent('r'), agent('x'), agent('y')];
const group = (more: Partial<DefinitionGroup> = {}): DefinitionGroup => ({
  groupId: 'g',
  memberNodeIds: ['a', 'b'],
  expectedSteps: 2,
  quorum: 2,
  ...more,
});
const grouped = (more: Partial<DefinitionGroup>, edges: Definition['edges'] = []) =>
  found({ nodes: NODES, edges, groups: [group(more)] });

describe('one group', () => {
  test.each<[string, Partial<DefinitionGroup>, string[]]>([
    ['all is well', {}, []],
    [
      'no members',
      { memberNodeIds: [] },
      ['group-members-empty memberNodeIds', 'group-expected-steps-invalid expectedSteps'],
    ],
    ['a member that does not exist', { memberNodeIds: ['a', 'z'] }, ['group-member-missing memberNodeIds']],
    ['as many steps as members', { memberNodeIds: ['a', 'b', 'c'], expectedSteps: 3 }, []],
    ['fewer steps than members', { memberNodeIds: ['a', 'b', 'c'] }, []],
    ['more steps than members', { expectedSteps: 3 }, ['group-expected-steps-invalid expectedSteps']],
    ['one step', { expectedSteps: 1, quorum: 1 }, []],
    [
      'no steps',
      { expectedSteps: 0, quorum: 1 },
      ['group-expected-steps-invalid expectedSteps', 'group-quorum-invalid quorum'],
    ],
    [
      'fewer than no steps',
      { expectedSteps: -1, quorum: 0 },
      ['group-expected-steps-invalid expectedSteps', 'group-quorum-invalid quorum'],
    ],
    ['a quorum of one', { quorum: 1 }, []],
    ['a quorum of none', { quorum: 0 }, ['group-quorum-invalid quorum']],
    ['a quorum above the steps', { quorum: 3 }, ['group-quorum-invalid quorum']],
    [
      'a quorum above the steps, within the members',
      { memberNodeIds: ['a', 'b', 'c'], expectedSteps: 2, quorum: 3 },
      ['group-quorum-invalid quorum'],
    ],
    ['required members', { requiredNodeIds: ['a', 'b'] }, []],
    [
      'a required node that is not a member',
      { requiredNodeIds: ['x', 'z'] },
      ['group-required-not-in-members requiredNodeIds', 'group-required-not-in-members requiredNodeIds'],
    ],
    ['as many required as the quorum', { quorum: 1, requiredNodeIds: ['b'] }, []],
    [
      'more required than the quorum',
      { quorum: 1, requiredNodeIds: ['a', 'b'] },
      ['group-required-exceeds-quorum requiredNodeIds'],
    ],
  ])('%s', (_, more, expected) => {
    expect(grouped(more)).toEqual(expected.map((it) => it.replace(' ', ' groups[0].')));
  });

  // Section 15: nothing is required here, so that nothing that is required exceeds anything.
  test('a negative quorum says nothing of required members', () => {
    expect(grouped({ quorum: -1 })).toEqual(['group-quorum-invalid groups[0].quorum']);
  });

  test('the messages say what to fix', () => {
    const messages = check({ nodes: NODES, groups: [group({ memberNodeIds: [], quorum: 1 })] }).issues.map(
      (it) => it.message,
    );
    expect(messages).toEqual([
      'the group has no members; name its nodes',
      'expectedSteps is 2, but the group has 0 members; add members first',
    ]);
    const [over] = check({ nodes: NODES, groups: [group({ quorum: 3 })] }).issues;
    expect(over?.message).toMatch(/give 1 to 2$/);
  });
});

describe('members that decide nothing', () => {
  const POLICIES = ['waitAll', 'cancelOnQuorum', 'joinOnQuorum', undefined] as const;
  const CANDIDATES: [string, DefinitionNode, boolean][] = [
    ['a human', human('m', 'ann', rejectTo('r')), true],
    [
      'a blocking agent',
      agent('m', '__mock__', { blocking: true, resolutionPolicy: { kind: 'allResolved' } }),
      true,
    ],
    ['an agent', agent('m'), false],
    ['an agent with blocking: false', agent('m', '__mock__', { blocking: false }), false],
    ['a webhook', { nodeId: 'm', type: 'webhook', config: { url: 'https://example.com' } }, false],
  ];
  const cases = POLICIES.flatMap((policy) =>
    CANDIDATES.map(([what, node, fit]) => [policy, what, node, fit] as const),
  );
  test.each(cases)('%s: %s', (policy, _, node, fit) => {
    const one = group({ memberNodeIds: ['a', 'm'], quorum: 1, ...(policy && { onQuorumMet: policy }) });
    const { issues } = check({ nodes: [...NODES, node], groups: [one] });
    expect(issues.map(({ code, path, nodeId }) => [code, path, nodeId])).toEqual(
      fit ? [] : [['group-non-blocking-agent-member', 'groups[0].memberNodeIds', 'm']],
    );
  });
});

describe('group-member-depends-on-member: a path between two members', () => {
  const DEPENDS = 'group-member-depends-on-member groups[0].memberNodeIds';
  test.each<[string, Definition['edges'], number]>([
    ['none', [edge('a', 'x'), edge('b', 'x'), edge('x', 'c')], 0],
    ['an edge', [edge('a', 'b')], 1],
    ['a path over others', [edge('a', 'x'), edge('x', 'y'), edge('y', 'b')], 1],
    ['against the order of the members', [edge('b', 'a')], 1],
    ['an edge for another decision', [edge('a', 'b', onDecision('reject'))], 1],
  ])('%s', (_, edges, count) => {
    expect(grouped({ onQuorumMet: 'waitAll' }, edges)).toEqual(Array(count).fill(DEPENDS));
  });

  test('a path over the onExhausted route of the loop that a member is in', () => {
    const routed = (routeToNodeId: string) =>
      found({
        nodes: NODES,
        edges: [edge('x', 'a'), edge('y', 'b')],
        groups: [group()],
        loops: [{ loopId: 'L', entryNodeId: 'x', bodyNodeIds: ['x', 'a'], onExhausted: { routeToNodeId } }],
      });
    expect([routed('b'), routed('y'), routed('c')]).toEqual([[DEPENDS], [DEPENDS], []]);
  });

  test('a path over the target of a rejection', () => {
    const nodes = [
      human('a', 'ann', rejectTo('r')),
      human('b', 'bob', rejectTo('x')),
      agent('r'),
      agent('x'),
    ];
    expect(found({ nodes, edges: [edge('r', 'b')], groups: [group()] })).toEqual([DEPENDS]);
  });

  test('every pair is named', () => {
    const nodes = people.map((it) => ({ ...it, config: { ...it.config, onReject: { routeToNodeId: 'r' } } }));
    const { issues } = check({
      nodes: [...nodes, agent('r')] as DefinitionNode[],
      edges: [edge('a', 'b'), edge('b', 'c')],
      groups: [group({ memberNodeIds: ['a', 'b', 'c'], expectedSteps: 3 })],
    });
    expect(issues.map((it) => /"(.)" to "(.)"/.exec(it.message)?.slice(1).join('>'))).toEqual([
      'a>b',
      'a>c',
      'b>c',
    ]);
  });
});

describe('group-joinonquorum-members-must-share-successors: targets of edges that can hold on an approval', () => {
  const inEurope = when(op('eq', variable('execution.input.region'), 'eu'));
  const cases: [string, Definition['edges'], boolean][] = [
    ['none at all', [], true],
    ['the same', [edge('a', 'x'), edge('b', 'x')], true],
    [
      'the same two, in another order',
      [edge('a', 'x'), edge('a', 'y'), edge('b', 'y'), edge('b', 'x')],
      true,
    ],
    ['the same, by different conditions that can hold', [edge('a', 'x'), edge('b', 'x', inEurope)], true],
    [
      'the same, by two edges of one member',
      [edge('a', 'x'), edge('a', 'x', inEurope), edge('b', 'x')],
      true,
    ],
    ['one has none', [edge('a', 'x')], false],
    ['different ones', [edge('a', 'x'), edge('b', 'y')], false],
    ['one has more', [edge('a', 'x'), edge('b', 'x'), edge('b', 'y')], false],
    ['one has more, if it is in Europe', [edge('a', 'x'), edge('b', 'x'), edge('b', 'y', inEurope)], false],
    [
      'one has more, on a rejection',
      [edge('a', 'x'), edge('b', 'x'), edge('b', 'y', onDecision('reject'))],
      true,
    ],
    [
      'one has more, on a breach',
      [edge('a', 'x'), edge('b', 'x'), edge('b', 'y', onStatus('breached'))],
      true,
    ],
    [
      'one has more, on completion',
      [edge('a', 'x'), edge('b', 'x'), edge('b', 'y', onStatus('completed'))],
      false,
    ],
    ['one has more, never', [edge('a', 'x'), edge('b', 'x'), edge('b', 'y', when(op('eq', 1, 2)))], true],
  ];
  test.each(cases)('%s', (_, edges, shared) => {
    const code = 'group-joinonquorum-members-must-share-successors groups[0].memberNodeIds';
    expect(grouped({ onQuorumMet: 'joinOnQuorum' }, edges)).toEqual(shared ? [] : [code]);
    expect(grouped({ onQuorumMet: 'waitAll' }, edges)).toEqual([]);
    expect(grouped({ onQuorumMet: 'cancelOnQuorum', quorum: 1 }, edges)).toEqual([]);
  });

  test('the message shows where each leads', () => {
    const edges = [edge('a', 'x'), edge('a', 'y')];
    const [issue] = check({ nodes: NODES, edges, groups: [group({ onQuorumMet: 'joinOnQuorum' })] }).issues;
    expect(issue?.message).toMatch(/"a" → "x", "y"; "b" → nothing; give all members the same successors$/);
  });
});

describe('several groups', () => {
  test('group-duplicate-id, for every group but the first', () => {
    const groups = [group(), group({ memberNodeIds: ['c'], expectedSteps: 1, quorum: 1 })];
    expect(found({ nodes: NODES, groups })).toEqual(['group-duplicate-id groups[1].groupId']);
  });

  test('group-node-in-multiple-groups, for every member that was in one before', () => {
    const groups = [group(), group({ groupId: 'h' }), group({ groupId: 'i', memberNodeIds: ['c', 'b'] })];
    const { issues } = check({ nodes: NODES, groups });
    expect(issues.map(({ code, path, nodeId }) => `${code} ${path} ${nodeId}`)).toEqual([
      'group-node-in-multiple-groups groups[1].memberNodeIds a',
      'group-node-in-multiple-groups groups[1].memberNodeIds b',
      'group-node-in-multiple-groups groups[2].memberNodeIds b',
    ]);
  });

  test.each<[Partial<DefinitionGroup>, boolean]>([
    [{ onQuorumMet: 'cancelOnQuorum' }, true],
    [{ onQuorumMet: 'cancelOnQuorum', quorum: 1 }, false],
    [{ onQuorumMet: 'cancelOnQuorum', memberNodeIds: ['a', 'b', 'c'], expectedSteps: 2 }, true],
    [{ onQuorumMet: 'joinOnQuorum' }, false],
    [{ onQuorumMet: 'waitAll' }, false],
  ])('group-cancelonquorum-cancels-nothing, a warning: quorum equals expectedSteps: %j', (more, warned) => {
    const { issues, warnings } = check({ nodes: NODES, groups: [group(more)] });
    expect(issues).toEqual([]);
    const expected = ['group-cancelonquorum-cancels-nothing groups[0].onQuorumMet'];
    expect(warnings.map((it) => `${it.code} ${it.path}`)).toEqual(warned ? expected : []);
  });
});
