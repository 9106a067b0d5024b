/** Random workflows with their edges in words, with groups as ends, and with edges of groups. */
import type { JsonObject, JsonValue } from '@org/approval-core';
import { textIn, toJson } from '@org/approval-internal/json';
import fc from 'fast-check';
import { Choices, objects } from './choices.js';
import { agent, edge, onDecision, onStatus } from './workflow.js';

const REJECT = onDecision('reject');
/** Words by the condition that they stand for. */
const WORDS = new Map([
  [onDecision('approve'), 'approve'],
  [REJECT, 'reject'],
  [onStatus('breached'), 'breach'],
  [onStatus('failed'), 'failure'],
]);

const numbers = fc.array(fc.nat(99), { minLength: 7, maxLength: 23 });

/** A workflow in both spellings, which compile to the same form apart from the groups of edges. */
export interface TwoSpellings {
  /** Conditions, `onReject` and edges of members. */
  readonly plain: JsonObject;
  /** Words, edges with loops, and groups as ends. */
  readonly words: JsonObject;
}

/** Writes the workflows of `from` in words too. */
export const randomSpellings = (from: fc.Arbitrary<JsonObject>): fc.Arbitrary<TwoSpellings> =>
  fc.tuple(from, numbers).map(([plain, list]) => ({ plain, words: inWords(plain, new Choices(list)) }));

/** Adds edges of `waitAll` and `cancelOnQuorum` groups to the workflows of `from`. */
export const withGroupEdges = (from: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
  fc.tuple(from, numbers).map(([workflow, list]) => {
    const choices = new Choices(list);
    return inWords(leading(workflow, choices), choices);
  });

/** The same workflow, with some parts in words. */
export function inWords(workflow: JsonObject, choices: Choices): JsonObject {
  const short = rejectionsInWords(workflow, choices);
  const groups = objects(workflow['groups']);
  const written = [...objects(workflow['edges']), ...short.routes];
  const outOf = choices.of([true, false]) ? written : fromGroups(written, groups);
  const joined = choices.of([true, false]) ? outOf : intoGroups(outOf, groups);
  const edges = joined.map((it) => inWord(it, choices));
  return { ...workflow, nodes: short.nodes, edges: [...edges, ...short.loops] };
}

/** Writes `onReject` as edges. Derived edges are the last ones, so that only the first may move. */
function rejectionsInWords(workflow: JsonObject, choices: Choices) {
  const edges = objects(workflow['edges']);
  const made: { nodes: JsonObject[]; routes: JsonObject[]; loops: JsonObject[] } = {
    nodes: [],
    routes: [],
    loops: [],
  };
  let mayMove = choices.of([true, true, false]);
  for (const node of objects(workflow['nodes'])) {
    const { onReject, ...config } = (node['config'] ?? {}) as JsonObject;
    const { routeToNodeId: to, end, loopBack } = (onReject ?? {}) as JsonObject;
    const from = textIn(node, 'nodeId');
    const isWritten = edges.some((it) => it['from'] === from && it['to'] === to && it['when'] === REJECT);
    if (typeof to === 'string' && mayMove && !isWritten) {
      made.routes.push({ from, to, on: 'reject' });
      made.nodes.push({ ...node, config });
      continue;
    }
    if (to !== undefined || end !== undefined) mayMove = false;
    const loop = loopBack as JsonObject | undefined;
    if (loop === undefined || 'when' in loop || choices.of([true, false])) {
      made.nodes.push(node);
      continue;
    }
    const { toNodeId, onExhausted, ...rest } = loop;
    const exhausted = (onExhausted as JsonObject | undefined)?.['routeToNodeId'];
    made.nodes.push({ ...node, config });
    made.loops.push({ from, to: toNodeId ?? null, on: 'reject', loop: rest });
    if (exhausted !== undefined) made.loops.push({ from, to: exhausted, on: 'exhausted' });
  }
  return made;
}

const membersOf = (group: JsonObject): readonly JsonValue[] => group['memberNodeIds'] as JsonValue[];
const endOfGroup = (group: JsonObject): JsonObject => ({ kind: 'group', groupId: group['groupId'] ?? null });

/** Replaces the same edge of every member of a join, one after the other, by one of the group. */
function fromGroups(edges: readonly JsonObject[], groups: readonly JsonObject[]): JsonObject[] {
  const joins = groups.filter((it) => it['onQuorumMet'] === 'joinOnQuorum');
  return replaced(edges, joins, (group, { from: _from, to = null, ...how }) => {
    const isRejected = how['on'] === 'reject' || how['when'] === REJECT;
    if (!isRejected && Object.keys(how).length > 0) return null;
    return {
      run: membersOf(group).map((from) => ({ from, to, ...how })),
      by: { from: endOfGroup(group), to, ...(isRejected && { on: 'reject' }) },
    };
  });
}

/** Replaces edges to each member of a group, one after the other, by one to the group. */
const intoGroups = (edges: readonly JsonObject[], groups: readonly JsonObject[]): JsonObject[] =>
  replaced(edges, groups, (group, { from = null, to: _to, ...how }) => ({
    run: membersOf(group).map((to) => ({ from, to, ...how })),
    by: { from, to: endOfGroup(group), ...how },
  }));

interface Replacement {
  readonly run: readonly JsonObject[];
  readonly by: JsonObject;
}

function replaced(
  edges: readonly JsonObject[],
  groups: readonly JsonObject[],
  replacement: (group: JsonObject, first: JsonObject) => Replacement | null,
): JsonObject[] {
  const list: JsonObject[] = [];
  for (let at = 0; at < edges.length; at++) {
    const first = edges[at] ?? {};
    const found = groups
      .map((it) => replacement(it, first))
      .find((it) => it?.run.every((edge, index) => isSame(edge, edges[at + index])));
    list.push(found?.by ?? first);
    at += (found?.run.length ?? 1) - 1;
  }
  return list;
}

const isSame = (a: JsonObject, b: JsonObject | undefined): boolean =>
  ['from', 'to', 'when', 'on'].every((it) => a[it] === b?.[it]);

const isGroup = (end: JsonValue | undefined): boolean => typeof end === 'object';

function inWord(written: JsonObject, choices: Choices): JsonObject {
  const { from = null, to = null, when, ...rest } = written;
  const ends = { from: asEnd(from, choices), to: asEnd(to, choices) };
  if ('on' in rest) return { ...ends, ...rest };
  const isPlain = choices.of([true, false]);
  if (when === undefined) {
    if (isPlain) return ends;
    return { ...ends, on: isGroup(from) ? 'approve' : 'success' };
  }
  const word = WORDS.get(textIn(written, 'when'));
  // An edge of a group has no condition.
  if (word !== undefined && (!isPlain || isGroup(from))) return { ...ends, on: word };
  return { ...ends, when, ...(!isPlain && { on: 'custom' }) };
}

const asEnd = (end: JsonValue, choices: Choices): JsonValue =>
  typeof end === 'string' && choices.of([true, false, false]) ? { kind: 'node', nodeId: end } : end;

/** Adds nodes that groups start by their own results. */
function leading(workflow: JsonObject, choices: Choices): JsonObject {
  const made: { nodes: JsonValue[]; edges: JsonValue[] } = { nodes: [], edges: [] };
  for (const group of objects(workflow['groups'])) {
    if (group['onQuorumMet'] === 'joinOnQuorum') continue;
    for (const on of choices.of([['approve'], ['reject'], ['approve', 'reject'], ['always']])) {
      const nodeId = `${textIn(group, 'groupId')}-${on}`;
      made.nodes.push(toJson(agent(nodeId, 'worker')));
      made.edges.push({ ...edge('', nodeId), from: endOfGroup(group), on });
    }
  }
  return {
    ...workflow,
    nodes: [...objects(workflow['nodes']), ...made.nodes],
    edges: [...objects(workflow['edges']), ...made.edges],
  };
}
