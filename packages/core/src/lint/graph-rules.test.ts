import { op, variable, when } from '../expression/build.js';
import { describe, expect, test } from 'vitest';
import type { Definition } from '../definition/definition.js';
import type { JsonValue } from '../definition/json.js';
import { agent, edge, human, onDecision, onStatus, rejectTo } from '../test-support/run.js';
import { lintModel } from './model.js';
import { readDefinition } from './read.js';

const definition = (parts: Partial<Definition>): Definition => ({
  definitionId: 'definition',
  name: 'Definition',
  nodes: [],
  edges: [],
  ...parts,
});
function issues(parts: Partial<Definition>) {
  const json = definition(parts) as unknown as JsonValue;
  const read = readDefinition(json, { maxStepsPerExecution: 10_000, agentIds: null });
  return read.ok ? [] : read.issues;
}
const found = (parts: Partial<Definition>) => issues(parts).map(({ code, path }) => `${code} ${path}`);
const agents = (ids: string) => Array.from(ids).map((it) => agent(it));
/** `arcs('a>b b>c')` */
const arcs = (text: string) => text.split(' ').map((it) => edge(it.charAt(0), it.charAt(2)));
const loop = (body: string, more: object = {}) => ({
  loopId: 'l',
  entryNodeId: body.charAt(0),
  bodyNodeIds: Array.from(body),
  ...more,
});
const exhausted = (routeToNodeId: string) => ({ onExhausted: { routeToNodeId } });

describe('roots: nodes that no edge and no onExhausted route points at (contract section 2)', () => {
  test.each<[string, Partial<Definition>, string[]]>([
    ['the first of a chain', { nodes: agents('abc'), edges: arcs('a>b b>c') }, ['a']],
    [
      'several, in the order in which they are written',
      { nodes: agents('zcya'), edges: arcs('c>y') },
      ['z', 'c', 'a'],
    ],
    ['nodes without edges', { nodes: agents('ba') }, ['b', 'a']],
    ['not the target of a rejection', { nodes: [agent('r'), human('h', 'ann', rejectTo('r'))] }, ['h']],
    [
      'not the target of a breach',
      { nodes: agents('ab'), edges: [edge('a', 'b', onStatus('breached'))] },
      ['a'],
    ],
    [
      'not the route of an exhausted loop',
      { nodes: [human('h', 'ann'), agent('x')], loops: [loop('h', exhausted('x'))] },
      ['h'],
    ],
    [
      'not the route of a loopBack',
      {
        nodes: [
          agent('x'),
          human('h', 'ann', { onReject: { loopBack: { toNodeId: 'h', ...exhausted('x') } } }),
        ],
      },
      ['h'],
    ],
    [
      'the entry of a loop, which a rewind starts without an edge',
      { nodes: [agent('d'), human('h', 'ann')], edges: arcs('d>h'), loops: [loop('dh')] },
      ['d'],
    ],
  ])('%s', (_, parts, roots) => {
    expect(found(parts)).toEqual([]);
    expect(lintModel(definition(parts)).fullGraph.roots()).toEqual(roots);
  });
});

describe('unreachable-node: no root leads to it', () => {
  const unreachable = (parts: Partial<Definition>) =>
    issues(parts)
      .filter((it) => it.code === 'unreachable-node')
      .map(({ nodeId, path }) => `${nodeId} ${path}`);

  test.each<[string, Partial<Definition>, string[]]>([
    ['several roots and lone nodes are fine', { nodes: agents('abcd'), edges: arcs('a>b') }, []],
    [
      'a cycle that nothing leads into',
      { nodes: agents('abc'), edges: arcs('b>c c>b') },
      ['b nodes[1]', 'c nodes[2]'],
    ],
    [
      'what lies behind it',
      { nodes: agents('abcd'), edges: arcs('b>c c>b c>d') },
      ['b nodes[1]', 'c nodes[2]', 'd nodes[3]'],
    ],
    ['a cycle that a root leads into', { nodes: agents('abc'), edges: arcs('a>b b>c c>b') }, []],
    [
      'a node that only an onExhausted route leads to',
      { nodes: [human('h', 'ann'), agent('x')], loops: [loop('h', exhausted('x'))] },
      [],
    ],
    [
      'what lies behind such a node',
      { nodes: [human('h', 'ann'), ...agents('xy')], edges: arcs('x>y'), loops: [loop('h', exhausted('x'))] },
      [],
    ],
    [
      'a route out of a body that is unreachable itself',
      {
        nodes: [human('h', 'ann'), ...agents('ax')],
        edges: arcs('h>a a>h'),
        loops: [loop('h', exhausted('x'))],
      },
      ['h nodes[0]', 'a nodes[1]', 'x nodes[2]'],
    ],
  ])('%s', (_, parts, expected) => {
    expect(unreachable(parts)).toEqual(expected);
  });
});

describe('cycle-detected', () => {
  const cycles = (parts: Partial<Definition>) =>
    issues(parts)
      .filter((it) => it.code === 'cycle-detected')
      .map((it) => it.message.split(' is a cycle')[0]);

  test.each<[string, Partial<Definition>, RegExp]>([
    ['of two', { nodes: agents('abc'), edges: arcs('a>b b>c c>b') }, /^(b → c → b|c → b → c)$/],
    ['of one', { nodes: agents('ab'), edges: arcs('a>b b>b') }, /^b → b$/],
    [
      'through a rejection',
      { nodes: [agent('a'), agent('b'), human('h', 'ann', rejectTo('b'))], edges: arcs('a>b b>h') },
      /^(b → h → b|h → b → h)$/,
    ],
    [
      'through an edge that never fires',
      { nodes: agents('ab'), edges: [edge('a', 'b'), edge('b', 'a', onStatus('breached'))] },
      /a → b → a|b → a → b/,
    ],
    [
      'through an onExhausted route, which leaves every node of the body',
      {
        nodes: [agent('a'), agent('d'), human('h', 'ann')],
        edges: arcs('a>d d>h'),
        loops: [loop('dh', exhausted('a'))],
      },
      /^(d → h → a → d|a → d → h → a|h → a → d → h|a → d → a|d → a → d)$/,
    ],
  ])('%s', (_, parts, expected) => {
    expect(cycles(parts)).toEqual([expect.stringMatching(expected)]);
    expect(issues(parts).find((it) => it.code === 'cycle-detected')?.message).toMatch(
      /to go back use a loop \(loops\[\] or onReject.loopBack\)/,
    );
  });

  test('none in a diamond, nor where a loop goes back', () => {
    expect(cycles({ nodes: agents('abcd'), edges: arcs('a>b a>c b>d c>d') })).toEqual([]);
    const back = human('h', 'ann', { onReject: { loopBack: { toNodeId: 'd', ...exhausted('x') } } });
    expect(found({ nodes: [agent('d'), back, agent('x')], edges: arcs('d>h') })).toEqual([]);
  });

  // Section 14: all faults are listed at once. The second cycle appears after the first is fixed.
  test('two cycles that have nothing to do with each other are two findings', () => {
    expect(cycles({ nodes: agents('rabcd'), edges: arcs('r>a a>b b>a r>c c>d d>c') })).toHaveLength(2);
  });
});

describe('edges', () => {
  test('dangling-edge: either end, at the end that is missing', () => {
    expect(found({ nodes: agents('ab'), edges: [...arcs('a>b x>b a>y'), edge('p', 'q')] })).toEqual([
      'dangling-edge edges[1].from',
      'dangling-edge edges[2].to',
      'dangling-edge edges[3].from',
      'dangling-edge edges[3].to',
    ]);
  });

  const nodes = [human('h', 'ann', rejectTo('r')), agent('r'), agent('p')];
  const REJECT = onDecision('reject');
  const SPACED = ' { "args": [ {"var": "output.decision"}, "reject" ], "op": "eq" } ';
  test.each<[string, ReturnType<typeof edge>[], string[]]>([
    ['the same edge twice', [edge('h', 'p'), edge('h', 'p')], ['duplicate-edge edges[1]']],
    [
      'three times',
      [edge('h', 'p'), edge('h', 'p'), edge('h', 'p')],
      ['duplicate-edge edges[1]', 'duplicate-edge edges[2]'],
    ],
    [
      'the same when in other words',
      [edge('h', 'p', REJECT), edge('h', 'p', SPACED)],
      ['duplicate-edge edges[1]'],
    ],
    ['a when and none', [edge('h', 'p'), edge('h', 'p', REJECT)], []],
    ['another when', [edge('h', 'p', onDecision('approve')), edge('h', 'p', REJECT)], []],
    [
      'another number that is cut to the same one',
      [1, 1.5].map((it) => edge('h', 'p', when(op('eq', variable('output.n'), it)))),
      [],
    ],
    ['another target', [edge('h', 'p'), edge('h', 'r')], []],
    ['another source', [edge('h', 'p'), edge('r', 'p')], []],
    ['the reject edge by hand, beside routeToNodeId', [edge('h', 'r', REJECT)], []],
    ['the same, spaced and ordered in another way', [edge('h', 'r', SPACED)], []],
    [
      'the reject edge by hand, twice',
      [edge('h', 'r', REJECT), edge('h', 'r', SPACED)],
      ['duplicate-edge edges[1]'],
    ],
  ])('duplicate-edge: %s', (_, edges, expected) => {
    expect(found({ nodes, edges })).toEqual(expected);
  });
});

describe('how many', () => {
  const chain = (count: number) => Array.from({ length: count }, (_, index) => agent(`n${index}`));
  const parallel = (count: number) =>
    Array.from({ length: count }, (_, index) => edge('n0', 'n1', onDecision(`d${index}`)));

  test('duplicate-node-id: every node but the first of its name', () => {
    expect(issues({ nodes: agents('abaca') }).map(({ code, path, nodeId }) => [code, path, nodeId])).toEqual([
      ['duplicate-node-id', 'nodes[2].nodeId', 'a'],
      ['duplicate-node-id', 'nodes[4].nodeId', 'a'],
    ]);
    expect(found({ nodes: [agent('a'), agent('A')] })).toEqual([]);
  });

  test('too-many-nodes: 100 and no more', () => {
    expect(found({ nodes: chain(100) })).toEqual([]);
    expect(found({ nodes: chain(101) })).toEqual(['too-many-nodes nodes']);
  });

  test('too-many-edges: 500 and no more, not counting those that onReject stands for', () => {
    const nodes = [agent('n0'), agent('n1'), human('h', 'ann', rejectTo('n1'))];
    expect(found({ nodes, edges: parallel(500) })).toEqual([]);
    expect(found({ nodes, edges: parallel(501) })).toEqual(['too-many-edges edges']);
  });
});
