import { describe, expect, test } from 'vitest';
import { agent, edge, human, onDecision, rejectTo } from '../test-support/run.js';
import { Paths, REJECT_WHEN, canonicalGraph } from './canonical.js';
import type { Definition } from './definition.js';

const graph = (parts: Partial<Definition>) =>
  canonicalGraph({ definitionId: 'definition', name: 'Definition', nodes: [], edges: [], ...parts });
const review = (more: object = {}) => human('review', 'ann', more);
const loopBack = (more: object = {}) => ({ onReject: { loopBack: { toNodeId: 'draft', ...more } } });
const SPACED = ' { "args": [ {"var": "output.decision"}, "reject" ], "op": "eq" } ';

describe('onReject.routeToNodeId becomes an edge (contract section 2)', () => {
  test('gated on a rejection, after the written ones, with the path of what was written', () => {
    const nodes = [review(rejectTo('rework')), agent('rework'), human('second', 'bob', rejectTo('rework'))];
    expect(graph({ nodes, edges: [edge('review', 'second')] }).edges).toEqual([
      {
        from: 'review',
        to: 'second',
        when: null,
        otherwise: false,
        path: ['edges', 0],
        synthesized: false,
        fromGroupId: null,
        toGroupId: null,
      },
      {
        from: 'review',
        to: 'rework',
        when: REJECT_WHEN,
        otherwise: false,
        path: ['nodes', 0, 'config', 'onReject', 'routeToNodeId'],
        synthesized: true,
        fromGroupId: null,
        toGroupId: null,
      },
      {
        from: 'second',
        to: 'rework',
        when: REJECT_WHEN,
        otherwise: false,
        path: ['nodes', 2, 'config', 'onReject', 'routeToNodeId'],
        synthesized: true,
        fromGroupId: null,
        toGroupId: null,
      },
    ]);
    expect(JSON.parse(REJECT_WHEN)).toEqual({ op: 'eq', args: [{ var: 'output.decision' }, 'reject'] });
  });

  const nodes = [review(rejectTo('rework')), agent('rework'), agent('other')];
  test.each<[string, string]>([
    ['as it is', REJECT_WHEN],
    ['spaced and ordered in another way', SPACED],
  ])('which may be written by hand as well: %s', (_, when) => {
    const { edges } = graph({ nodes, edges: [edge('review', 'rework', when)] });
    expect(edges).toEqual([
      {
        from: 'review',
        to: 'rework',
        when,
        otherwise: false,
        path: ['edges', 0],
        synthesized: false,
        fromGroupId: null,
        toGroupId: null,
      },
    ]);
  });

  test.each<[string, ReturnType<typeof edge>]>([
    ['to another node', edge('review', 'other', REJECT_WHEN)],
    ['from another node', edge('other', 'rework', REJECT_WHEN)],
    ['on another decision', edge('review', 'rework', onDecision('approve'))],
    ['on no decision', edge('review', 'rework')],
    ['that is no JSON', edge('review', 'rework', 'output.decision == "reject"')],
  ])('an edge %s is not that edge', (_, written) => {
    expect(graph({ nodes, edges: [written] }).edges.map((it) => it.synthesized)).toEqual([false, true]);
  });
});

describe('onReject.loopBack becomes a loop', () => {
  const edges = [edge('draft', 'check'), edge('check', 'review'), edge('review', 'publish')];
  const nodes = (more: object) => [agent('draft'), agent('check'), review(more), agent('publish')];

  test('with everything that it says', () => {
    const more = { maxIterations: 3, when: SPACED, onExhausted: { routeToNodeId: 'publish' } };
    expect(graph({ nodes: nodes(loopBack(more)), edges }).loops).toEqual([
      {
        loopId: 'auto_review_loopback',
        entryNodeId: 'draft',
        bodyNodeIds: ['draft', 'check', 'review'],
        maxIterations: 3,
        when: SPACED,
        exhaustedNodeId: 'publish',
        path: ['nodes', 2, 'config', 'onReject', 'loopBack'],
        loopBackOf: 'review',
        edgeOf: null,
      },
    ]);
  });

  test('with the defaults: 5 iterations, every rejection, no route', () => {
    expect(graph({ nodes: nodes(loopBack()), edges }).loops).toMatchObject([
      { maxIterations: 5, when: null, exhaustedNodeId: null },
    ]);
  });

  test('and no edge', () => {
    expect(graph({ nodes: nodes(loopBack()), edges }).edges).toHaveLength(3);
  });

  test('after the written ones, in the order of the nodes', () => {
    const loops = [{ loopId: 'written', entryNodeId: 'publish', bodyNodeIds: ['publish'] }];
    const both = [agent('draft'), review(loopBack()), human('b', 'bob', loopBack({ toNodeId: 'b' }))];
    const canonical = graph({ nodes: both, edges: [edge('draft', 'review')], loops });
    expect(canonical.loops.map((it) => [it.loopId, it.loopBackOf])).toEqual([
      ['written', null],
      ['auto_review_loopback', 'review'],
      ['auto_b_loopback', 'b'],
    ]);
    expect(canonical.loops[0]).toMatchObject({ maxIterations: 5, when: null, path: ['loops', 0] });
  });

  test('over paths that lead through rejections, too', () => {
    const nodes = [
      agent('draft'),
      human('first', 'bob', rejectTo('repair')),
      agent('repair'),
      review(loopBack()),
    ];
    const { loops } = graph({ nodes, edges: [edge('draft', 'first'), edge('repair', 'review')] });
    expect(loops[0]?.bodyNodeIds).toEqual(['draft', 'first', 'repair', 'review']);
  });

  test('but none where no path leads back', () => {
    expect(graph({ nodes: nodes(loopBack({ toNodeId: 'publish' })), edges }).loops).toEqual([]);
    expect(graph({ nodes: nodes(loopBack({ toNodeId: 'nowhere' })), edges }).loops).toEqual([]);
  });
});

describe('nodes between two nodes: every node on a path, both ends included', () => {
  const arcs = ['a>b', 'b>d', 'a>c', 'c>d', 'd>e', 'c>x', 'y>d', 'b>z'].map((it) => {
    const [from = '', to = ''] = it.split('>');
    return { from, to };
  });
  test.each<[string, string, string[]]>([
    ['a', 'd', ['a', 'b', 'c', 'd']],
    ['a', 'e', ['a', 'b', 'c', 'd', 'e']],
    ['b', 'e', ['b', 'd', 'e']],
    ['a', 'b', ['a', 'b']],
    ['a', 'a', ['a']],
    ['e', 'a', []],
    ['x', 'd', []],
    ['a', 'nowhere', []],
  ])('%s to %s', (from, to, expected) => {
    expect(new Paths(arcs).nodesBetween(from, to)).toEqual(expected);
  });

  test('cycles do no harm', () => {
    expect(new Paths([edge('a', 'b'), edge('b', 'a'), edge('b', 'c')]).nodesBetween('a', 'c').sort()).toEqual(
      ['a', 'b', 'c'],
    );
  });
});
