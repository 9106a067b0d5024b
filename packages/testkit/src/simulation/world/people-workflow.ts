/** Definitions about people: steps with many reviewers, so that much happens while they wait. */
import type { JsonObject } from '@org/approval-core';
import { isJsonObject, toJson, textIn } from '@org/approval-internal/json';
import { agent, edge, human, onStatus } from '../workflow.js';
import type { SeededRandom } from './random.js';

const RULES = [
  {},
  {},
  { decisionRule: { kind: 'count', approvals: 4, rejections: 2 } },
  { decisionRule: { kind: 'weight', approvals: 4 }, minDistinctApprovers: 3 },
  { decisionRule: { kind: 'percent', approvals: 60, of: 'cast' }, allowAbstain: true },
  { decisionRule: { kind: 'percent', approvals: 50, of: 'eligible' }, allowAbstain: true },
] as const;

function step(
  nodeId: string,
  random: SeededRandom,
  [first, ...rest]: readonly [string, ...string[]],
  more: object,
): JsonObject {
  const mandatory = { userId: first, mandatory: true };
  const others = rest.map((userId) => ({
    userId,
    mandatory: random.chance(0.5),
    veto: false,
  }));
  const pool = { pool: { users: ['eve', 'fay', 'gus', 'lea'] }, count: 2, mandatory: true };
  const team = { pool: { group: 'team' }, mandatory: random.chance(0.5) };
  const list = [mandatory, ...others, pool, ...(random.chance(0.7) ? [team] : [])];
  const inOrder = random.chance(0.5);
  const hasDeadline = random.chance(0.3);
  const node = toJson({
    ...human(
      nodeId,
      list.map((it, index) => ({ ...it, ...(inOrder && index > 2 && { order: 2 }) })),
      {
        ...random.pick(RULES),
        ...more,
        ...(hasDeadline && { slaMs: 60_000, pauseMs: 20_000 }),
        ...(random.chance(0.3) && { onSubjectChange: 'keep' }),
        reminders: [{ afterMs: 500 }, { afterMs: 5_000 }],
        onReject: { routeToNodeId: 'sink' },
        allow: ['delegate', 'substitute', 'claim', 'add', 'retract', 'ask'],
        claimMs: 60_000,
      },
    ),
    retry: { maximumAttempts: 3 },
  });
  return isJsonObject(node) ? node : {};
}

const USUAL = ['ann', 'bob', 'cem', 'dan'] as const;

/** One step, or two that must have different deciders. */
export function peopleWorkflow(random: SeededRandom): JsonObject {
  const separation = random.pick([{}, { excludeInitiator: true }, { excludeContributors: true }]);
  const first = step('first', random, USUAL, { separation });
  const apart = { separation: { ...separation, excludeDecidersOf: ['first'] } };
  const second = random.chance(0.4)
    ? step('second', random, ['hal', 'ida', 'jon', 'kim'], apart)
    : step('second', random, USUAL, {});
  const nodes = random.chance(0.5) ? [first, second] : [first];
  const late = nodes.filter((it) => it['slaMs'] !== undefined).map((it) => textIn(it, 'nodeId'));
  return {
    definitionId: 'people',
    name: 'People',
    nodes: [...nodes, toJson(agent('sink', '__mock__'))],
    edges: [
      ...(nodes.length > 1 ? [edge('first', 'second')] : []),
      ...late.map((nodeId) => edge(nodeId, 'sink', onStatus('breached'))),
    ],
  };
}
