/** Every format and definition of the corpus: same output each time, bounded, no overlaps. */
import { LIMITS } from '@org/approval-core';
import { agent, human } from '@org/approval-testkit/simulation';
import { describe, expect, test } from 'vitest';
import { readGraph } from './graph/read.js';
import { type Drawable, PICTURE_LIMITS, drawDot, drawMermaid, drawSvg, drawTerminal } from './index.js';
import { pictureOf } from './layout/layout.js';
import type { Box } from './layout/picture.js';
import { CORPUS, compiled } from './test-support/corpus.js';

const FORMATS = { drawSvg, drawMermaid, drawDot, drawTerminal };

test('there are thirty definitions, the largest legal ones among them', () => {
  expect(CORPUS).toHaveLength(30);
  expect(Math.max(...CORPUS.map((it) => it.nodes.length))).toBe(LIMITS.nodes);
  expect(Math.max(...CORPUS.map((it) => (it.edges ?? []).length))).toBeGreaterThan(0.85 * LIMITS.edges);
});

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const isInside = (a: Box, b: Box): boolean =>
  a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;

describe.each(CORPUS.map((it) => [it.name, compiled(it)] as const))('%s', (_name, definition) => {
  const picture = pictureOf(readGraph(definition), 'down');

  test('no two nodes lie upon each other, and all are in the picture', () => {
    const { nodes, width, height } = picture;
    expect(nodes).toHaveLength(definition.nodes.length);
    const pairs = nodes.flatMap((a, at) => nodes.slice(at + 1).filter((b) => overlaps(a, b)));
    expect(pairs).toEqual([]);
    expect(nodes.filter((it) => !isInside(it, { x: 0, y: 0, width, height }))).toEqual([]);
  });

  test('a frame is around its own nodes, and no others', () => {
    for (const { frame, ...box } of picture.frames) {
      const inside = picture.nodes.filter((it) => isInside(it, box)).map((it) => it.node.nodeId);
      expect(inside.toSorted()).toEqual([...frame.nodeIds].toSorted());
    }
  });
});

test('arrows that would lie upon each other are one, and a loop says when it is left', () => {
  const nodes = ['a', 'b', 'c'].map((nodeId) => ({ nodeId, type: 'agent' }));
  const edge = { from: 'a', to: 'b' };
  const loop = {
    loopId: 'l',
    entryNodeId: 'a',
    bodyNodeIds: ['a', 'b'],
    maxIterations: 3,
    exhaustedNodeId: 'c',
  };
  const { edges } = readGraph({ nodes, edges: [edge, edge], loops: [loop] });
  expect(edges.map((it) => `${it.from}${it.to} ${it.label}`)).toEqual([
    'ab ',
    'ba again',
    'bc after 3 iterations',
  ]);
});

describe.each(Object.entries(FORMATS))('%s', (_name, draw) => {
  test('gives the same text for the same definition in any order of keys', () => {
    const turned = (it: object) => Object.fromEntries(Object.entries(it).toReversed());
    for (const it of CORPUS.slice(0, 9)) {
      const definition = compiled(it);
      const text = draw(definition);
      expect(draw(structuredClone(definition))).toBe(text);
      expect(draw({ ...definition, nodes: definition.nodes.map(turned) })).toBe(text);
    }
  });

  test('is bounded for the largest', () => {
    for (const it of CORPUS.filter(({ nodes }) => nodes.length > 40))
      expect(draw(compiled(it)).length).toBeLessThan(400_000);
  });

  test('draws a draft with anything wrong in it', () => {
    const drafts: Drawable[] = [
      { nodes: [], edges: [] },
      { name: 7, nodes: [{}, { nodeId: 1 }, { nodeId: 'a', config: null, type: 'human' }], edges: [{}] },
      {
        nodes: [{ nodeId: 'a' }, { nodeId: 'a' }],
        edges: [
          { from: 'a', to: 'a' },
          { from: 'a', to: 'b' },
        ],
      },
      {
        nodes: [{ nodeId: 'a' }, { nodeId: 'b' }],
        edges: [
          { from: 'a', to: 'b', when: 'output.decision == 1' },
          { from: 'b', to: 'a', when: '{"op":"eq"}' },
        ],
        groups: [{ memberNodeIds: 'a' }, { memberNodeIds: ['b', 'c', 7] }],
        loops: [{ bodyNodeIds: ['b', 'a'], entryNodeId: 'c' }],
      },
    ];
    for (const it of drafts) expect(typeof draw(it)).toBe('string');
  });

  test('refuses more than a definition may have, and what is none', () => {
    const nodes = Array.from({ length: 101 }, (_, it) => ({ nodeId: `n${it}` }));
    expect(() => draw({ nodes, edges: [] })).toThrow(/has 101 nodes; the limit is 100/);
    expect(() => draw({ nodes: [], edges: Array.from({ length: 741 }, () => ({})) })).toThrow(RangeError);
    expect(() => draw('x' as never)).toThrow(/give an object|must be an object/);
    expect(() => draw({ nodes: 'x' as never, edges: [] })).toThrow(/nodes must be a list of objects/);
    expect(() => draw({ nodes: [], edges: [] }, { colour: true } as never)).toThrow(
      /colour is not an option/,
    );
    expect(() => draw({ nodes: [], edges: [] }, { run: { status: 'x' } } as never)).toThrow(
      /run\.steps must be/,
    );
  });
});

test('the limits are those of a definition, and of what its short forms add', () => {
  expect(PICTURE_LIMITS.nodes).toBe(LIMITS.nodes);
  expect(PICTURE_LIMITS.groups).toBe(LIMITS.groups);
  expect(PICTURE_LIMITS.loops).toBe(LIMITS.loops + LIMITS.nodes);
  expect(PICTURE_LIMITS.edges).toBeGreaterThanOrEqual(LIMITS.edges + LIMITS.nodes);
  expect(PICTURE_LIMITS.steps).toBe(LIMITS.stepsPerExecution);
});

test('an edge for everything else says so, in a draft and compiled', () => {
  const nodes = ['a', 'b', 'c'].map((nodeId) => ({
    nodeId,
    type: 'agent',
    config: { agentId: '__mock__', urlPath: 'url' },
  }));
  const when = '{"op":"eq","args":[{"var":"output.score"},1]}';
  const draft = {
    ...{ definitionId: 'other', name: 'Other', nodes },
    edges: [
      { from: 'a', to: 'b', when },
      { from: 'a', to: 'c', on: 'otherwise' },
    ],
  };
  for (const it of [draft, compiled(draft as never)]) {
    expect(readGraph(it as never).edges.map((edge) => [edge.to, edge.kind, edge.label])).toContainEqual([
      'c',
      'success',
      'otherwise',
    ]);
  }
});

const board = (onQuorumMet: string): Drawable => ({
  ...{ definitionId: 'board', name: 'Board' },
  nodes: [
    agent('draft'),
    ...['a', 'b'].map((it) => human(it, 'ann')),
    ...['yes', 'no', 'any', 'lost'].map((it) => agent(it)),
  ],
  edges: [
    { from: 'draft', to: { kind: 'group', groupId: 'g' } },
    { from: { kind: 'group', groupId: 'g' }, to: { kind: 'node', nodeId: 'yes' } },
    ...(onQuorumMet === 'joinOnQuorum'
      ? [
          { from: { kind: 'group', groupId: 'g' }, to: 'draft', on: 'reject', loop: { maxIterations: 2 } },
          { from: { kind: 'group', groupId: 'g' }, to: 'lost', on: 'exhausted' },
        ]
      : [
          { from: { kind: 'group', groupId: 'g' }, to: 'no', on: 'reject' },
          { from: { kind: 'group', groupId: 'g' }, to: 'any', on: 'always' },
        ]),
    { from: 'yes', to: 'any', on: 'always' },
    { from: 'yes', to: 'no', on: 'failure' },
    ...(onQuorumMet === 'joinOnQuorum' ? [] : [{ from: 'no', to: 'lost' }]),
  ],
  groups: [{ groupId: 'g', memberNodeIds: ['a', 'b'], expectedSteps: 2, quorum: 2, onQuorumMet }],
});

test.each(['waitAll', 'cancelOnQuorum', 'joinOnQuorum'])('edges of a %s group', (policy) => {
  const draft = board(policy);
  const arrows = (graph: ReturnType<typeof readGraph>) =>
    graph.edges.map(({ from, to, kind, label }) => `${from} ${kind} ${to} ${label}`).toSorted();
  const exact = readGraph(compiled(draft as never));
  expect(readGraph(draft).frames).toEqual(exact.frames);
  const all = arrows(exact);
  expect(arrows(readGraph(draft))).toEqual(all);
  expect(all).toContain('draft success a ');
  expect(all).toContain('yes custom any always');
  expect(all).toContain('yes custom no failure');
  expect(all).toEqual(
    expect.arrayContaining(
      policy === 'joinOnQuorum'
        ? ['a success yes ', 'b success yes ', 'b loop draft again', 'b exhausted lost after 2 iterations']
        : ['a success yes quorum met', 'b reject no quorum missed', 'a custom any group ended'],
    ),
  );
});

test('a draft with more edges than a picture has, once its groups are expanded', () => {
  const memberNodeIds = Array.from({ length: 50 }, (_, it) => `n${it}`);
  const group = { kind: 'group', groupId: 'g' };
  const groups = [{ groupId: 'g', memberNodeIds, onQuorumMet: 'joinOnQuorum' }];
  expect(() => readGraph({ nodes: [], edges: [{ from: group, to: group }], groups })).toThrow(
    /more than 740 edges/,
  );
});

test('a draft is drawn as its compiled form is', () => {
  for (const it of CORPUS.slice(0, 13)) {
    const [draft, exact] = [readGraph(it), readGraph(compiled(it))];
    const arrows = (graph: typeof draft) =>
      graph.edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`).toSorted();
    expect(arrows(draft)).toEqual(arrows(exact));
  }
});
