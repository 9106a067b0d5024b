/**
 * Maximum number of steps that an execution can start, by arithmetic over the graph.
 *
 * Every firing edge starts a separate step, so one step is the root of a tree. The size of that
 * tree
 * is 1 + the largest sum, over the step's outcomes, of the trees of the targets that fire. Starts
 * with another cause are added once per possible occurrence: the successors of a `joinOnQuorum`
 * group, the rewinds of a loop and its exhausted route.
 */
import { keysOf } from '@org/approval-internal/lists';
import type { LeadOutcome } from '../definition/edge-words.js';
import { OUTCOMES, type Outcome } from '../expression/guard.js';
import { decidedBy } from '../nodes/lint.js';
import { type Pins, pinOf } from './pins.js';
import type { LintModel, ModelEdge, ModelGroup, ModelLoop } from './model.js';

/** Maximum number of steps of an execution and of the runs that it starts. */
export const worstCaseOfTree = (model: LintModel, pins: Pins | undefined): number =>
  worstCaseSteps(model, (nodeId) => 1 + (pinOf(pins, nodeId)?.steps ?? 0));

/** Returns the number of steps that an edge to this target adds. */
type Worth = (target: string) => number;

const OUTCOME_LIST = keysOf(OUTCOMES);
const RECOVERIES: readonly Outcome[] = ['failed', 'breached'];
/** A join takes the edges of its approved members, or of its rejected ones. */
const JOIN_OUTCOMES: readonly Outcome[] = ['approved', 'rejected'];

/** Returns the maximum number of steps of an execution of an acyclic definition. */
export function worstCaseSteps(model: LintModel, weight: (nodeId: string) => number = () => 1): number {
  const order = model.fullGraph.topological();
  if (order === null) return Infinity;
  const tree = treeSizes(model, order, weight);
  const worth: Worth = (target) => tree.get(target) ?? 0;
  const roots = sum(model.fullGraph.roots().map((nodeId) => tree.get(nodeId) ?? 0));
  const joins =
    sum(model.joins.map((it) => joinWorth(it, model, worth))) + leadWorth(model.groups, model, worth);
  const endsBefore = endingsOf(model, order);
  const loops = sum(model.loops.map((loop) => loopWorth(loop, model, { order, tree, endsBefore, weight })));
  return roots + joins + loops;
}

/** Counts how often one start of the entry can start a body node, without leaving or rewinding. */
export function startsInBody(loop: ModelLoop, model: LintModel): (nodeId: string) => number {
  const inside = model.graph.among(loop.bodyNodeIds).topological();
  if (inside === null) return () => 0; // The cycle is reported.
  const joins = joinsIn(loop, model);
  return (nodeId) => {
    const tree = treeSizes(model, inside, (it) => (it === nodeId ? 1 : 0));
    const worth: Worth = (target) => tree.get(target) ?? 0;
    return (
      (tree.get(loop.entryNodeId) ?? 0) +
      sum(joins.map((it) => joinWorth(it, model, worth))) +
      leadWorth(groupsIn(loop, model.groups), model, worth)
    );
  };
}

/** Weight of each node of `order` (sources first) plus the worst case of its edges. */
function treeSizes(model: LintModel, order: readonly string[], weight: (nodeId: string) => number) {
  const sizes = new Map<string, number>();
  for (const nodeId of [...order].reverse()) {
    sizes.set(nodeId, weight(nodeId) + edgesWorth(nodeId, model, (target) => sizes.get(target) ?? 0));
  }
  return sizes;
}

/** Worst case of one step's edges. A join member fires only its recovery edges. */
function edgesWorth(nodeId: string, model: LintModel, worth: Worth): number {
  const edges = model.outgoing.get(nodeId) ?? [];
  return worstOf(edges, model.joined.has(nodeId) ? RECOVERIES : OUTCOME_LIST, worth);
}

function joinWorth({ group }: ModelGroup, model: LintModel, worth: Worth): number {
  const edges = group.memberNodeIds.flatMap((nodeId) => model.outgoing.get(nodeId) ?? []);
  return worstOf(edges, JOIN_OUTCOMES, worth);
}

/** Worst case of the nodes that groups start by their own result, once for each group. */
function leadWorth(groups: readonly ModelGroup[], { leads }: LintModel, worth: Worth) {
  return sum(
    groups.map(({ group: { groupId } }) => {
      const of = (on: LeadOutcome) =>
        sum(
          [...new Set(leads.filter((it) => it.groupId === groupId && it.on === on).map((it) => it.to))].map(
            worth,
          ),
        );
      return Math.max(of('approve'), of('reject'));
    }),
  );
}

function worstOf(edges: readonly ModelEdge[], outcomes: readonly Outcome[], worth: Worth): number {
  return Math.max(
    0,
    ...outcomes.map((outcome) => {
      const firing = edges.filter((edge) => edge.firesOn.has(outcome));
      // Several edges of one step, or one join, to the same target start it once.
      const byTarget = new Map(firing.map((edge) => [edge.to, worth(edge.to)]));
      return sum(byTarget.values());
    }),
  );
}

/**
 * Worst case of a loop's rewinds. A loop rewinds at most `maxIterations - 1` times per execution,
 * as
 * the iteration is counted once for all entries. Each rewind starts the entry again and adds at
 * most
 * one pass, cut short by the rejection.
 *
 * Example: draft → editor → chief → publish, body {draft, editor, chief}, and draft also leads to
 * log, outside. A pass that the chief rejects is draft, log, editor, chief: four steps. `publish`
 * is
 * not counted: no body node can still reject once the chief has ended. `log` is counted.
 */
function loopWorth(loop: ModelLoop, model: LintModel, { order, tree, endsBefore, weight }: Known): number {
  const body = new Set(loop.bodyNodeIds);
  const rejecters = loop.bodyNodeIds.filter((nodeId) => {
    const node = model.nodeOf.get(nodeId)?.node;
    return node !== undefined && decidedBy(node) === 'people';
  });
  if (rejecters.length === 0) return 0;
  const starts = startsInBody(loop, model);
  const isStartedAgain = rejecters.some((it) => starts(it) > 1);
  // True if a reviewer can still reject after one of these nodes has ended.
  const canRewindAfter = (ended: readonly string[]) =>
    isStartedAgain ||
    rejecters.some((it) => !ended.includes(it) && ended.some((nodeId) => !endsBefore(it, nodeId)));
  const iteration = new Map<string, number>();
  const worthAfter = (ended: readonly string[]) => {
    const rewinds = canRewindAfter(ended);
    return (target: string) =>
      body.has(target) ? (iteration.get(target) ?? 0) : rewinds ? (tree.get(target) ?? 0) : 0;
  };
  for (const nodeId of [...order].reverse().filter((it) => body.has(it))) {
    iteration.set(nodeId, weight(nodeId) + edgesWorth(nodeId, model, worthAfter([nodeId])));
  }
  const oneIteration =
    (iteration.get(loop.entryNodeId) ?? 0) +
    sum(joinsIn(loop, model).map((it) => joinWorth(it, model, worthAfter(it.group.memberNodeIds)))) +
    // Another member may still reject after a group has led on.
    leadWorth(groupsIn(loop, model.groups), model, (target) =>
      body.has(target) ? (iteration.get(target) ?? 0) : (tree.get(target) ?? 0),
    );
  const exhausted = loop.exhaustedNodeId === null ? 0 : (tree.get(loop.exhaustedNodeId) ?? 0);
  return (loop.maxIterations - 1) * oneIteration + exhausted;
}

/** Values shared by all loops. */
interface Known {
  /** Nodes, sources first. */
  readonly order: readonly string[];
  readonly tree: ReadonlyMap<string, number>;
  readonly weight: (nodeId: string) => number;
  readonly endsBefore: (first: string, second: string) => boolean;
}

/**
 * Returns a test: true if every path to the second node leads through the first, so that its step
 * has ended. One such path is not enough: a quorum or another edge may fire while it waits.
 */
function endingsOf({ fullGraph }: LintModel, order: readonly string[]): Known['endsBefore'] {
  const bits = new Map(order.map((nodeId, index) => [nodeId, 1n << BigInt(index)]));
  /** Per node: itself and the nodes that every path to it leads through. */
  const passed = new Map<string, bigint>();
  for (const nodeId of order) {
    const here = (passed.get(nodeId) ?? 0n) | (bits.get(nodeId) ?? 0n);
    passed.set(nodeId, here);
    for (const to of fullGraph.successors(nodeId)) passed.set(to, (passed.get(to) ?? here) & here);
  }
  return (first, second) => ((passed.get(second) ?? 0n) & (bits.get(first) ?? 0n)) !== 0n;
}

/** Joins with a member in the body. */
const joinsIn = (loop: ModelLoop, { joins }: LintModel): ModelGroup[] => groupsIn(loop, joins);

/** Groups with a member in the body. */
function groupsIn({ bodyNodeIds }: ModelLoop, groups: readonly ModelGroup[]): ModelGroup[] {
  const body = new Set(bodyNodeIds);
  return groups.filter(({ group }) => group.memberNodeIds.some((it) => body.has(it)));
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const it of numbers) total += it;
  return total;
}
