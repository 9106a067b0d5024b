import { expect, test } from 'vitest';
import { compileDefinition } from '../../../compile/compile-definition.js';
import type { JsonValue } from '../../../definition/json.js';
import { edgeStepId, exhaustedStepId, isAfterExhausted, loopStepId } from '../../../interpreter/step-id.js';
import { agent, edge, human } from '../../../test-support/run.js';
import { loopAround, loopsOf } from './loops.js';
import { viewCompiled } from './views.js';

const loop = {
  loopId: 'rework',
  entryNodeId: 'draft',
  bodyNodeIds: ['draft', 'review'],
  maxIterations: 2,
  onExhausted: { routeToNodeId: 'escalate' },
};
const definition = {
  definitionId: 'flow',
  name: 'Flow',
  nodes: [agent('draft'), human('review', 'ann'), agent('escalate'), agent('publish')],
  edges: [edge('draft', 'review'), edge('review', 'publish')],
  loops: [loop],
};
const checked = compileDefinition(definition as unknown as JsonValue);

test('the loops of a view are those of the definition', () => {
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  const view = viewCompiled(checked.compiled);
  const { loopId, bodyNodeIds } = loop;
  const rework = { loopId, bodyNodeIds, exhaustedNodeId: 'escalate' };
  expect(loopsOf(view)).toEqual([rework]);
  expect(loopAround(view, 'review')).toEqual(rework);
  expect(loopAround(view, 'publish')).toBeNull();
  expect(loopsOf({ loops: [{ loopId: 1 }, {}, { loopId: 'other', bodyNodeIds: 'all' }] })).toEqual([]);
});

test('a step that follows from an exhausted loop is known by its id', () => {
  const first = exhaustedStepId('rework', 'escalate');
  for (const stepId of [first, edgeStepId(first, 'publish')]) {
    expect([isAfterExhausted(stepId), isAfterExhausted(stepId, 'rework')]).toEqual([true, true]);
    expect(isAfterExhausted(stepId, 'other')).toBe(false);
  }
  for (const stepId of ['step_draft', loopStepId('rework', 2, 'draft'), edgeStepId('step_draft', 'review')]) {
    expect([isAfterExhausted(stepId), isAfterExhausted(stepId, 'rework')]).toEqual([false, false]);
  }
});
