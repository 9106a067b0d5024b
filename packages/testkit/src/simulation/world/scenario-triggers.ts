/**
 * Schedules and event triggers of random scenarios, and the definitions that their subflows run.
 */
import { type JsonObject, op, variable, when } from '@org/approval-core';
import { traitsOf } from '@org/approval-core/internal';
import { fieldOf, isJsonList, isJsonObject, textIn, toJson } from '@org/approval-internal/json';
import { CHILD, SIGNAL } from '../random-workflow.js';
import { agent, edge, human } from '../workflow.js';
import type { SeededRandom } from './random.js';
import { BEGINNING } from './schedule.js';

/** Type of every event of the simulated host. */
export const HOST_EVENT = 'order.paid';

/** Two instants: one while faults happen, and one after them. */
const LAST_INSTANT = BEGINNING + 90_000;

/** Adds a schedule, or a trigger that listens for events of the host, to some definitions. */
export function withTriggers(definition: JsonObject, random: SeededRandom): JsonObject {
  const schedule = {
    cron: '* * * * *',
    until: LAST_INSTANT,
    initiatorId: 'outsider',
    overlap: random.pick(['allow', 'allow', 'skip']),
  };
  const event = {
    types: [HOST_EVENT],
    when: when(op('eq', variable('event.payload.wanted'), true)),
    context: { url: 'https://example.com/it', lenient: true, event: '{{event.id}}' },
  };
  const triggers = [
    ...(random.chance(0.25) ? [{ triggerId: 'minute', schedule }] : []),
    ...(random.chance(0.35) ? [{ triggerId: 'told', event }] : []),
  ];
  return triggers.length === 0 ? definition : { ...definition, triggers: toJson(triggers) };
}

/** Returns true if the definition listens for events of the host. */
export const listens = ({ triggers }: JsonObject): boolean =>
  (isJsonList(triggers) ? triggers : []).some((it) => fieldOf(it, 'event') != null);

const startsRuns = (node: JsonObject): boolean => traitsOf(node['type'])?.startsRuns === true;
const nodesOf = ({ nodes }: JsonObject): readonly JsonObject[] =>
  isJsonList(nodes) ? nodes.filter(isJsonObject) : [];

const isPlainAgent = (node: JsonObject): boolean =>
  traitsOf(node['type'])?.callsAgent === true && fieldOf(node['config'], 'blocking') !== true;

/** Agents that are a stage, or behind one; no members of groups, and not in loops. */
const IS_ALONE = /^(s\d+|sink|group-s\d+-\w+)$/;

/** Replaces half of the plain agents that are alone by calls and runs, which are rare otherwise. */
export function withCalls(definition: JsonObject, random: SeededRandom): JsonObject {
  const nodes = nodesOf(definition).map((node) => {
    const nodeId = textIn(node, 'nodeId');
    if (!IS_ALONE.test(nodeId) || !isPlainAgent(node) || random.chance(0.5)) return node;
    const { slaMs, retry } = node;
    const kept = { nodeId, name: nodeId, ...(slaMs !== undefined && { slaMs }) };
    const url = 'https://erp.example.com/orders/{{execution.executionId}}';
    return random.chance(0.5)
      ? toJson({ ...kept, type: 'webhook', ...(retry !== undefined && { retry }), config: { url } })
      : toJson({ ...kept, type: 'subflow', config: { definitionId: CHILD.definitionId } });
  });
  return { ...definition, nodes };
}

const REVIEW = human(CHILD.decides, ['ann', 'bob'], { onReject: { end: 'rejected' } });
const DEEPER = 'deeper';
const SHAPES: readonly (readonly [nodes: readonly object[], edges: readonly object[]])[] = [
  [[REVIEW], []],
  [[agent('work', 'worker'), REVIEW], [edge('work', CHILD.decides)]],
  [
    [REVIEW, { nodeId: 'await', type: 'wait', config: { signal: SIGNAL, withinMs: 5_000 } }],
    [edge(CHILD.decides, 'await')],
  ],
  [
    [REVIEW, { nodeId: 'sub', type: 'subflow', config: { definitionId: DEEPER } }],
    [edge(CHILD.decides, 'sub')],
  ],
];

/** The definitions that a random one runs, each after those that it runs itself. */
export function childrenFor(definition: JsonObject, random: SeededRandom): JsonObject[] {
  if (!nodesOf(definition).some(startsRuns)) return [];
  const [nodes, edges] = random.pick(SHAPES);
  const deeper = human('last', 'cem', { onReject: { end: 'rejected' } });
  return [
    toJson({ definitionId: DEEPER, name: 'Deeper', nodes: [deeper], edges: [] }),
    toJson({ definitionId: CHILD.definitionId, name: 'Child', nodes, edges }),
  ].filter(isJsonObject);
}

/** Made-up definitions for the subflows of a given one: a person decides, or an agent passes. */
export function madeUpChildren(definition: JsonObject): JsonObject[] {
  const deciders = new Map<string, Set<string>>();
  for (const { config } of nodesOf(definition).filter(startsRuns)) {
    const id = textIn(config, 'definitionId');
    const known = deciders.get(id) ?? new Set();
    const decides = fieldOf(config, 'decisionFrom');
    if (typeof decides === 'string') known.add(decides);
    deciders.set(id, known);
  }
  return [...deciders].flatMap(([definitionId, nodeIds]) => {
    const people = [...nodeIds].map((it) => human(it, 'ann', { onReject: { end: 'rejected' } }));
    const nodes = people.length > 0 ? people : [agent('work')];
    const made = toJson({ definitionId, name: definitionId, nodes, edges: [] });
    return isJsonObject(made) ? [made] : [];
  });
}
