import { NODE_TYPES } from '@org/approval-core/internal';
import { expect, test } from 'vitest';
import { SMALL, definitionOf } from './shape.js';

test('a large definition has a node of every kind', () => {
  const { nodes } = definitionOf({ ...SMALL, nodes: 20, edges: 18, headers: 1 });
  expect([...new Set(nodes.map((it) => it.type))].toSorted()).toEqual([...NODE_TYPES].toSorted());
});
