/** Random ends in random workflows: as `onReject.end`, as nodes behind others, and behind loops. */
import type { JsonObject, JsonValue } from '@org/approval-core';
import fc from 'fast-check';
import { toJson } from '@org/approval-internal/json';
import { Choices, objects } from './choices.js';
import { randomLoopWithGroup, randomSeparation, randomWorkflow } from './random-workflow.js';
import { agent, edge, human, onDecision, onStatus } from './workflow.js';

const OUTCOMES = ['approved', 'rejected', 'rejected', 'held'];

/** Valid definitions with ends of every form. */
export const randomEnds: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.oneof(
      { weight: 6, arbitrary: randomWorkflow },
      { weight: 1, arbitrary: randomLoopWithGroup },
      { weight: 1, arbitrary: randomSeparation },
    ),
    fc.array(fc.nat(99), { minLength: 7, maxLength: 23 }),
  )
  .map(([workflow, numbers]) => withEnds(workflow, new Choices(numbers)));

function withEnds(workflow: JsonObject, choices: Choices): JsonObject {
  const nodes = objects(workflow['nodes']).map((it) => rejectedElsewhere(it, choices));
  const text = JSON.stringify(nodes);
  const isMissing = text.includes('"escalation"') && !nodes.some((it) => it['nodeId'] === 'escalation');
  const escalation = isMissing
    ? [human('escalation', 'eve', { onReject: { routeToNodeId: 'bin' } }), agent('bin', 'worker')]
    : [];
  const all = [...nodes, ...escalation.map((it) => toJson(it) as JsonObject)];
  const ends = endsBehind(all, choices);
  const edges = [...objects(workflow['edges']), ...ends.edges];
  return { ...workflow, nodes: [...all, ...ends.nodes], edges };
}

/** Replaces the route to the sink by an end or by another person. */
function rejectedElsewhere(node: JsonObject, choices: Choices): JsonObject {
  const config = node['config'] as JsonObject | undefined;
  const route = (config?.['onReject'] as JsonObject | undefined)?.['routeToNodeId'];
  if (route !== 'sink') return node;
  const onReject = choices.of<JsonObject>([
    { routeToNodeId: 'sink' },
    { routeToNodeId: 'escalation' },
    { end: 'rejected' },
    { end: 'rejected' },
    { end: 'declined' },
  ]);
  return { ...node, config: { ...config, onReject } };
}

/** Ends behind nodes that are in no group and no loop, so that the definition stays valid. */
function endsBehind(nodes: readonly JsonObject[], choices: Choices) {
  const made: { nodes: JsonValue[]; edges: JsonValue[] } = { nodes: [], edges: [] };
  for (const node of nodes) {
    const { nodeId } = node;
    if (typeof nodeId !== 'string') continue;
    const isAlone = /^s\d+$/.test(nodeId) || ['sink', 'escalation', 'bin'].includes(nodeId);
    if (!isAlone || !choices.of([true, false, false])) continue;
    const when = choices.of([
      undefined,
      onDecision('reject'),
      onDecision('approve'),
      onStatus('failed'),
      onStatus('breached'),
    ]);
    const terminate = choices.of([true, false]);
    made.nodes.push({
      nodeId: `${nodeId}-end`,
      type: 'end',
      config: { outcome: choices.of(OUTCOMES), terminate },
    });
    made.edges.push(edge(nodeId, `${nodeId}-end`, when));
  }
  return made;
}
