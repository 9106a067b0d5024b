import { compileDefinition } from '@org/approval-core';
import { NODE_TYPES } from '@org/approval-core/internal';
import { expect, test } from 'vitest';
import { SMALL, definitionOf } from './shape.js';

test('a large definition has a node of every kind, and is valid', () => {
  const definition = definitionOf({ ...SMALL, nodes: 20, edges: 19, headers: 1 });
  expect(compileDefinition(JSON.parse(JSON.stringify(definition)) as never)).toMatchObject({ ok: true });
  expect([...new Set(definition.nodes.map((it) => it.type))].toSorted()).toEqual([...NODE_TYPES].toSorted());
});
