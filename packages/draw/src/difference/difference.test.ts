import { definitionSchema } from '../../../core/src/definition/definition.js';
import { expect, test } from 'vitest';
import { type Drawable, differenceOf, drawSvg, drawTerminal } from '../index.js';

const first: Drawable = {
  name: 'Sign-off',
  nodes: [
    { nodeId: 'legal', type: 'human', config: { commentBody: 'Please check.', reviewers: [] } },
    { nodeId: 'old', type: 'agent' },
  ],
  edges: [
    { from: 'legal', to: 'old' },
    { from: 'legal', to: 'old', when: '{"op":"not","args":[true]}' },
  ],
  groups: null,
};
const second: Drawable = {
  name: 'Sign-off, anew',
  nodes: [
    { nodeId: 'legal', type: 'human', config: { reviewers: [], commentBody: 'Check it.' } },
    { nodeId: 'new', type: 'agent' },
  ],
  edges: [{ from: 'legal', to: 'new' }],
  groups: [{ groupId: 'g', memberNodeIds: ['legal'] }],
};

const told = (before: Drawable, after: Drawable) =>
  differenceOf(before, after).parts.map(({ change, part, id }) => `${change} ${part} ${id}`);

test('parts are added, removed and changed', () => {
  expect(told(first, second)).toEqual([
    'changed node legal',
    'added node new',
    'removed node old',
    'added edge legal → new',
    'removed edge legal → old',
    'removed edge legal → old when {"op":"not","args":[true]}',
    'added group g',
    'changed field name',
  ]);
});

test.each(Object.keys(definitionSchema.shape).filter((it) => !['$schema', 'definitionId'].includes(it)))(
  'a definition with and without %s differs',
  (field) => {
    const list = [{ nodeId: 'n', groupId: 'n', loopId: 'n', from: 'n', to: 'n' }];
    const value = ['nodes', 'edges', 'groups', 'loops'].includes(field) ? list : 'x';
    const without = { nodes: [], edges: [] };
    expect(told(without, { ...without, [field]: value })).toHaveLength(1);
  },
);

test('edges of groups and words are told apart', () => {
  const group = { kind: 'group', groupId: 'g' };
  const before = { nodes: [], edges: [{ from: group, to: 'a' }] };
  const after = { nodes: [], edges: [{ from: group, to: { kind: 'node', nodeId: 'a' }, on: 'reject' }] };
  expect(told(before, after)).toEqual(['added edge group g → a on reject', 'removed edge group g → a']);
});

test('both versions are in one drawing', () => {
  const { union, marks } = differenceOf(first, second);
  expect(marks).toEqual({ legal: 'changed', new: 'added', old: 'removed' });
  const svg = drawSvg(union, { marks });
  for (const text of ['~ changed', '+ added', '− removed']) expect(svg).toContain(text);
  expect(drawTerminal(union, { marks })).toMatch(/old.*− removed/);
});

test('neither the order of keys nor that of edges is a difference, and nothing differs from itself', () => {
  expect(told(first, first)).toEqual([]);
  const turned = {
    ...first,
    edges: (first.edges ?? []).toReversed(),
    nodes: first.nodes.map((it) => Object.fromEntries(Object.entries(it).toReversed())),
  };
  expect(told(first, turned)).toEqual([]);
});

test('a node called __proto__ is a node', () => {
  const nodes = [{ nodeId: '__proto__', type: 'agent' }];
  const { parts, marks } = differenceOf({ nodes: [], edges: [] }, { nodes, edges: [] });
  expect(parts.map((it) => it.id)).toEqual(['__proto__']);
  expect(Object.entries(marks)).toEqual([['__proto__', 'added']]);
});
