import { describe, expect, test } from 'vitest';
import type { Definition, DefinitionLoop } from '../definition/definition.js';
import type { JsonValue } from '../definition/json.js';
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
/** `arcs('a>b b>c')` */
const arcs = (text: string) => text.split(' ').map((it) => edge(it.charAt(0), it.charAt(2)));
const loop = (body: string, more: Partial<DefinitionLoop> = {}): DefinitionLoop => ({
  loopId: 'l',
  entryNodeId: body.charAt(0),
  bodyNodeIds: Array.from(body),
  ...more,
});
const exhausted = (routeToNodeId: string) => ({ onExhausted: { routeToNodeId } });
const h = human('h', 'ann');
const BASE = { nodes: [agent('d'), h, agent('p'), agent('x')], edges: arcs('d>h h>p') };

describe('one loop', () => {
  test.each<[string, Partial<Definition>, string[]]>([
    ['all is well', { loops: [loop('dh', exhausted('x'))] }, []],
    [
      'an entry outside the body',
      { loops: [loop('h', { entryNodeId: 'd' })] },
      [
        'loop-entry-must-be-in-body loops[0].entryNodeId',
        'loop-body-unreachable-from-entry loops[0].bodyNodeIds',
      ],
    ],
    [
      'a body with a node that does not exist',
      { loops: [loop('dzh')] },
      ['loop-body-member-missing loops[0].bodyNodeIds'],
    ],
    [
      'a node that the entry does not lead to',
      { loops: [loop('hd')] },
      ['loop-body-unreachable-from-entry loops[0].bodyNodeIds'],
    ],
    [
      'one that it leads to only outside the body',
      { nodes: [agent('d'), agent('e'), h], edges: arcs('d>e e>h'), loops: [loop('dh')] },
      [
        'loop-body-unreachable-from-entry loops[0].bodyNodeIds',
        'loop-body-must-have-single-terminal loops[0].bodyNodeIds',
      ],
    ],
    [
      'a route to nowhere',
      { loops: [loop('dh', exhausted('z'))] },
      ['loop-on-exhausted-route-to-not-found loops[0].onExhausted'],
    ],
    [
      'a predicate that is code',
      { loops: [loop('dh', { onIterationReject: { when: 'output.reason' } })] },
      ['when-not-json loops[0].onIterationReject.when'],
    ],
    [
      'a predicate with a fault inside',
      { loops: [loop('dh', { onIterationReject: { when: '{"op":"not","args":[{"var":"x"}]}' } })] },
      ['when-unknown-root loops[0].onIterationReject.when.args[0].var'],
    ],
  ])('%s', (_, parts, expected) => {
    expect(found({ ...BASE, ...parts })).toEqual(expected);
  });

  test('loop-on-exhausted-route-to-in-body', () => {
    expect(found({ ...BASE, loops: [loop('dh', exhausted('d'))] })).toContain(
      'loop-on-exhausted-route-to-in-body loops[0].onExhausted',
    );
  });

  test('exhausted-target-reachable-otherwise, a warning', () => {
    const warned = (parts: Partial<Definition>) =>
      check({ ...BASE, ...parts }).warnings.map((it) => `${it.code} ${it.path} ${it.nodeId}`);
    const expected = ['exhausted-target-reachable-otherwise loops[0].onExhausted x'];
    expect(warned({ loops: [loop('dh', exhausted('x'))] })).toEqual([]);
    expect(warned({ edges: arcs('d>h h>x'), loops: [loop('dh', exhausted('x'))] })).toEqual(expected);
    expect(
      warned({
        edges: [...BASE.edges, edge('p', 'x', onStatus('failed'))],
        loops: [loop('dh', exhausted('x'))],
      }),
    ).toEqual(expected);
    expect(warned({ edges: arcs('d>h h>x'), loops: [loop('dh')] })).toEqual([]);
  });
});

describe('a body is sequential: one end, and nothing that starts twice in one pass (contract section 6)', () => {
  const TERMINAL = 'loop-body-must-have-single-terminal loops[0].bodyNodeIds';
  const join = (members: string, more: object = {}) => ({
    groupId: 'g',
    memberNodeIds: Array.from(members),
    expectedSteps: members.length,
    quorum: members.length,
    onQuorumMet: 'joinOnQuorum' as const,
    ...more,
  });
  const people = (ids: string) => Array.from(ids).map((it) => human(it, 'ann'));
  test.each<[string, Partial<Definition>, string, string[]]>([
    ['a chain', { nodes: [agent('a'), ...people('bc')], edges: arcs('a>b b>c') }, 'abc', []],
    ['one node', { nodes: people('a') }, 'a', []],
    [
      'a chain with exits on the way',
      { nodes: [agent('a'), ...people('b'), agent('x')], edges: arcs('a>b a>x b>x') },
      'ab',
      [],
    ],
    [
      'an entry that is started from two sides',
      { nodes: [...['p', 'q', 'a'].map((it) => agent(it)), ...people('b')], edges: arcs('p>a q>a a>b') },
      'ab',
      [],
    ],
    ['two ends', { nodes: [agent('a'), ...people('bc')], edges: arcs('a>b a>c') }, 'abc', [TERMINAL]],
    [
      'a diamond, whose end starts twice',
      { nodes: [agent('a'), agent('b'), agent('c'), ...people('d')], edges: arcs('a>b a>c b>d c>d') },
      'abcd',
      [TERMINAL],
    ],
    [
      'branches that exclude each other',
      {
        nodes: [agent('a'), agent('b'), ...people('d')],
        edges: [edge('a', 'd'), edge('a', 'b', onStatus('failed')), edge('b', 'd')],
      },
      'abd',
      [],
    ],
    [
      'branches that exclude each other by decision',
      {
        nodes: [human('a', 'ann', rejectTo('b')), agent('b'), ...people('d')],
        edges: [edge('a', 'd', onDecision('approve')), edge('b', 'd')],
      },
      'abd',
      [],
    ],
    [
      'branches that do not, by a condition on the input',
      {
        nodes: [agent('a'), agent('b'), ...people('d')],
        edges: [
          edge('a', 'd'),
          edge('a', 'b', '{"op":"eq","args":[{"var":"execution.input.x"},1]}'),
          edge('b', 'd'),
        ],
      },
      'abd',
      [TERMINAL],
    ],
    [
      'two edges to one target, which start it once',
      { nodes: [agent('a'), ...people('b')], edges: [edge('a', 'b'), edge('a', 'b', onStatus('completed'))] },
      'ab',
      [],
    ],
    [
      'branches that are joined inside',
      { nodes: [agent('a'), ...people('bcd')], edges: arcs('a>b a>c b>d c>d'), groups: [join('bc')] },
      'abcd',
      [],
    ],
    [
      'branches that are grouped, but not joined',
      {
        nodes: [agent('a'), ...people('bcd')],
        edges: arcs('a>b a>c b>d c>d'),
        groups: [join('bc', { onQuorumMet: 'waitAll' })],
      },
      'abcd',
      [TERMINAL],
    ],
  ])('%s', (_, parts, body, expected) => {
    expect(found({ ...parts, loops: [loop(body)] })).toEqual(expected);
  });

  const parallel = { nodes: [agent('d'), ...people('bc'), agent('p')], edges: arcs('d>b d>c b>p c>p') };
  test.each<[string, Partial<Definition>, string, string[]]>([
    ['all of the quorum', { groups: [join('bc')] }, 'dbc', []],
    [
      'less than all of it',
      { groups: [join('bc', { quorum: 1 })] },
      'dbc',
      ['loop-group-bounded-quorum-must-equal-expected loops[0].bodyNodeIds'],
    ],
    [
      'all that is expected of more members',
      { groups: [join('bc', { quorum: 1, expectedSteps: 1 })] },
      'dbc',
      [],
    ],
    ['no group', {}, 'dbc', [TERMINAL]],
    [
      'a group that does not join',
      { groups: [join('bc', { onQuorumMet: 'cancelOnQuorum', quorum: 1 })] },
      'dbc',
      [TERMINAL],
    ],
    [
      'an exit that is not a member',
      { edges: arcs('d>b d>c b>p c>p d>p'), groups: [join('bc')] },
      'dbc',
      [TERMINAL],
    ],
    ['a member without an own exit', { edges: arcs('d>b d>c b>p'), groups: [join('b')] }, 'dbc', []],
    [
      'an exit on a rejection counts as one',
      {
        nodes: [human('d', 'ann', rejectTo('x')), ...people('bc'), agent('p'), agent('x')],
        groups: [join('bc')],
      },
      'dbc',
      [TERMINAL],
    ],
    [
      'a member outside the body',
      {
        nodes: [...parallel.nodes, human('e', 'ann', rejectTo('x')), agent('x')],
        edges: [...parallel.edges, edge('e', 'p')],
        groups: [join('bce')],
      },
      'dbc',
      [TERMINAL],
    ],
  ])('or it is bounded by a joinOnQuorum group: %s', (_, parts, body, expected) => {
    expect(found({ ...parallel, ...parts, loops: [loop(body)] })).toEqual(expected);
  });

  test('a cycle elsewhere is not held against it', () => {
    const nodes = [...BASE.nodes, ...['r', 's', 't'].map((it) => agent(it))];
    const edges = [...BASE.edges, ...arcs('r>s s>t t>s')];
    expect(found({ nodes, edges, loops: [loop('dh')] })).toEqual(['cycle-detected edges']);
  });
});

describe('several loops', () => {
  test('loop-duplicate-id', () => {
    const nodes = [human('a', 'ann'), human('b', 'bob')];
    expect(found({ nodes, loops: [loop('a'), loop('b')] })).toEqual(['loop-duplicate-id loops[1].loopId']);
  });

  test('loop-node-in-multiple-loops, for every node that was in one before', () => {
    const nodes = [agent('a'), human('b', 'ann')];
    const loops = [loop('ab'), loop('ab', { loopId: 'm' })];
    const { issues } = check({ nodes, edges: arcs('a>b'), loops });
    expect(issues.map(({ code, path, nodeId }) => `${code} ${path} ${nodeId}`)).toEqual([
      'loop-node-in-multiple-loops loops[1] a',
      'loop-node-in-multiple-loops loops[1] b',
    ]);
  });
});

describe('onReject.loopBack', () => {
  const back = (toNodeId: string, more: object = {}) => ({ onReject: { loopBack: { toNodeId, ...more } } });
  const AT = 'nodes[1].config.onReject.loopBack';
  const withBack = (toNodeId: string, more: object = {}, parts: Partial<Definition> = {}) =>
    found({
      ...BASE,
      nodes: [agent('d'), human('h', 'ann', back(toNodeId, more)), agent('p'), agent('x')],
      ...parts,
    });

  test.each<[string, string, object, string[]]>([
    ['to a node before', 'd', {}, []],
    ['to itself', 'h', {}, []],
    ['to a node behind', 'p', {}, [`loop-back-path-missing ${AT}.toNodeId`]],
    ['to a node aside', 'x', {}, [`loop-back-path-missing ${AT}.toNodeId`]],
    ['to nowhere', 'z', {}, [`on-reject-target-missing ${AT}.toNodeId`]],
    ['with a predicate that is code', 'd', { when: 'x' }, [`when-not-json ${AT}.when`]],
    ['with a route', 'd', exhausted('x'), []],
    [
      'with a route to nowhere',
      'd',
      exhausted('z'),
      [`loop-on-exhausted-route-to-not-found ${AT}.onExhausted`],
    ],
  ])('%s', (_, toNodeId, more, expected) => {
    expect(withBack(toNodeId, more)).toEqual(expected);
  });

  test('is held to the rules of every loop', () => {
    const diamond = arcs('d>p d>x p>h x>h');
    expect(withBack('d', {}, { edges: diamond })).toEqual([`loop-body-must-have-single-terminal ${AT}`]);
    expect(withBack('d', exhausted('d'))).toContain(`loop-on-exhausted-route-to-in-body ${AT}.onExhausted`);
    expect(withBack('d', {}, { loops: [loop('d')] })).toEqual([`loop-node-in-multiple-loops ${AT}`]);
  });

  test('two of them overlap in the nodes between', () => {
    const nodes = [agent('d'), human('h', 'ann', back('d')), human('p', 'bob', back('h')), agent('x')];
    expect(found({ ...BASE, nodes })).toEqual([
      'loop-node-in-multiple-loops nodes[2].config.onReject.loopBack',
    ]);
  });

  // The loop needs a path. All other faults are listed too.
  test.each([
    ['to a node behind', 'p', 'loop-back-path-missing'],
    ['to nowhere', 'z', 'on-reject-target-missing'],
  ])('what else is wrong with one %s is found as well', (_, toNodeId, code) => {
    const codes = withBack(toNodeId, { when: 'x > 1', ...exhausted('nowhere') }).map(
      (it) => it.split(' ')[0],
    );
    expect(codes.sort()).toEqual([code, 'loop-on-exhausted-route-to-not-found', 'when-not-json'].sort());
  });
});
