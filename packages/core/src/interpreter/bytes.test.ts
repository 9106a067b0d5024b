/** The incremental size of an execution equals a full count at any time. */
import { expect, test } from 'vitest';
import { compileDefinition } from '../compile/compile-definition.js';
import { JsonSizes } from '../definition/bytes.js';
import { stepBytes } from './bytes.js';
import type { RecordedDecision, StepState } from './state.js';

const definition = compileDefinition({
  definitionId: 'flow',
  name: 'Flow',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
    },
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
});

const decisionOf = (index: number): RecordedDecision => ({
  reviewerId: `u${index}`,
  decision: 'approve',
  reason: 'é'.repeat(index),
  recordedAt: index,
});

const stepWith = (decisions: readonly RecordedDecision[], more: object = {}): StepState =>
  ({
    stepId: 's',
    nodeId: 'review',
    input: {},
    output: null,
    decisions,
    resolutions: [],
    ...more,
  }) as unknown as StepState;

test('a list of answers counts as its JSON', () => {
  if (!definition.ok) throw new Error('the definition has issues');
  const node = definition.compiled.nodes['review']!;
  const all = Array.from({ length: 12 }, (_, index) => decisionOf(index));
  const lists = [
    ...all.map((_, index) => all.slice(0, index + 1)),
    all.slice(0, 5),
    all.filter((_, index) => index !== 3),
    [...all.slice(0, 3), decisionOf(40), ...all.slice(4), decisionOf(41)],
    [],
    all,
  ];
  const sizes = new JsonSizes();
  const empty = stepBytes(node, stepWith([]), sizes);
  for (const list of lists) {
    const alone = empty + Buffer.byteLength(JSON.stringify(list)) - 2;
    expect(stepBytes(node, stepWith(list), sizes)).toBe(alone);
  }
});

test('a step holds its input, its output, its people and its resolutions beside its answers', () => {
  if (!definition.ok) throw new Error('the definition has issues');
  const node = definition.compiled.nodes['review']!;
  const sizeOf = (more: object) => stepBytes(node, stepWith([], more), new JsonSizes());
  const before = sizeOf({});
  const text = 'x'.repeat(1_000);
  for (const more of [{ input: { text } }, { resolutions: [{ text }] }]) {
    expect(sizeOf(more) - before).toBe(Buffer.byteLength(JSON.stringify(Object.values(more)[0])) - 2);
  }
  expect(sizeOf({ output: { text } }) - before).toBe(Buffer.byteLength(JSON.stringify({ text })) - 4);
  expect(sizeOf({ people: { text } }) - before).toBe(Buffer.byteLength(JSON.stringify({ text })));
});
