/**
 * How many steps a run can start at most: arithmetic over the graph, no enumeration.
 *
 * Every firing edge starts a step of its own, so one step is the root of a tree, and the size of that tree
 * is 1 + the largest sum, over the ways the step can end, of the trees of the targets which that ending
 * starts. What is started by something else than one step's ending is added on top, once for each time it
 * can happen: the successors of a `joinOnQuorum` group, the rewinds of a loop and its exhausted route.
 */
import { OUTCOMES, type Outcome } from '../expression/guard.js';
import { decidedBy } from '../nodes/lint.js';
import type { LintModel, ModelEdge, ModelGroup, ModelLoop } from './model.js';

/** What an edge to this target is worth. */
type Worth = (target: string, edge: ModelEdge) => number;

const OUTCOME_LIST = Object.keys(OUTCOMES) as Outcome[];
const RECOVERIES: readonly Outcome[] = ['failed', 'breached'];
/** A join looks at the edges of those that approved, or of those that rejected. */
const JOIN_OUTCOMES: readonly Outcome[] = ['approved', 'rejected'];

/** The largest number of steps that a run of the (acyclic) definition can have. */
export function worstCaseSteps(model: LintModel): number {
  const order = model.fullGraph.topological();
  if (order === null) return Infinity;
  const tree = treeSizes(model, order, () => 1);
  const worth: Worth = (target) => tree.get(target) ?? 0;
  const roots = sum(model.fullGraph.roots().map((nodeId) => tree.get(nodeId) ?? 0));
  const joins = sum(model.joins.map((it) => joinWorth(it, model, worth)));
  const endsBefore = endingsOf(model, order);
  const loops = sum(model.loops.map((loop) => loopWorth(loop, model, { order, tree, endsBefore })));
  return roots + joins + loops;
}

/** How often one start of the entry can start a node of the body without leaving it; no rewinds counted. */
export function startsInBody(loop: ModelLoop, model: LintModel): (nodeId: string) => number {
  const inside = model.graph.among(loop.bodyNodeIds).topological();
  if (inside === null) return () => 0; // The cycle is reported.
  const joins = joinsIn(loop, model);
  return (nodeId) => {
    const tree = treeSizes(model, inside, (it) => (it === nodeId ? 1 : 0));
    const worth: Worth = (target) => tree.get(target) ?? 0;
    return (tree.get(loop.entryNodeId) ?? 0) + sum(joins.map((it) => joinWorth(it, model, worth)));
  };
}

/** For every node of `order` (sources first): its own weight and the worst that its edges start. */
function treeSizes(model: LintModel, order: readonly string[], weight: (nodeId: string) => number) {
  const sizes = new Map<string, number>();
  for (const nodeId of [...order].reverse()) {
    sizes.set(nodeId, weight(nodeId) + edgesWorth(nodeId, model, (target) => sizes.get(target) ?? 0));
  }
  return sizes;
}

/** The worst that the edges of one step start; a join member fires its recovery edges alone. */
function edgesWorth(nodeId: string, model: LintModel, worth: Worth): number {
  const edges = model.outgoing.get(nodeId) ?? [];
  return worstOf(edges, model.joined.has(nodeId) ? RECOVERIES : OUTCOME_LIST, worth);
}

function joinWorth({ group }: ModelGroup, model: LintModel, worth: Worth): number {
  const edges = group.memberNodeIds.flatMap((nodeId) => model.outgoing.get(nodeId) ?? []);
  return worstOf(edges, JOIN_OUTCOMES, worth);
}

function worstOf(edges: readonly ModelEdge[], outcomes: readonly Outcome[], worth: Worth): number {
  return Math.max(
    0,
    ...outcomes.map((outcome) => {
      const firing = edges.filter((edge) => edge.firesOn.has(outcome));
      // Edges of one step, or of one join, with the same target start it once.
      const byTarget = new Map(firing.map((edge) => [edge.to, worth(edge.to, edge)]));
      return sum(byTarget.values());
    }),
  );
}

/**
 * What rewinds add. In a run a loop is rewound `maxIterations - 1` times at most, however often its entry is started
 * from outside: the iteration is counted once for all. Each rewind starts the entry once more, and a pass that will be
 * rewound starts less than a full one: nothing behind the rejection. So each adds at most one pass cut short.
 *
 * Example: draft → editor → chief → publish, body {draft, editor, chief}, and draft also leads to log, outside. A pass
 * that the chief rejects is draft, log, editor, chief: four steps. `publish` is not counted, since nobody in the body
 * can still reject once the chief has ended; `log` is, since both people can.
 */
function loopWorth(loop: ModelLoop, model: LintModel, { order, tree, endsBefore }: Known): number {
  const body = new Set(loop.bodyNodeIds);
  const rejecters = loop.bodyNodeIds.filter((nodeId) => {
    const node = model.nodeOf.get(nodeId)?.node;
    return node !== undefined && decidedBy(node) === 'people';
  });
  if (rejecters.length === 0) return 0;
  const starts = startsInBody(loop, model);
  const isStartedAgain = rejecters.some((it) => starts(it) > 1);
  // Whether somebody can still reject when one of these nodes has ended.
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
    iteration.set(nodeId, 1 + edgesWorth(nodeId, model, worthAfter([nodeId])));
  }
  const oneIteration =
    (iteration.get(loop.entryNodeId) ?? 0) +
    sum(joinsIn(loop, model).map((it) => joinWorth(it, model, worthAfter(it.group.memberNodeIds))));
  const exhausted = loop.exhaustedNodeId === null ? 0 : (tree.get(loop.exhaustedNodeId) ?? 0);
  return (loop.maxIterations - 1) * oneIteration + exhausted;
}

/** What is the same for every loop. */
interface Known {
  /** Sources first. */
  readonly order: readonly string[];
  readonly tree: ReadonlyMap<string, number>;
  readonly endsBefore: (first: string, second: string) => boolean;
}

/**
 * Whether a step of the first node has ended wherever one of the second was started: every way there leads through it. That some way does is
 * not enough: a quorum is met, or another edge fires, while it still waits.
 */
function endingsOf({ fullGraph }: LintModel, order: readonly string[]): Known['endsBefore'] {
  const bits = new Map(order.map((nodeId, index) => [nodeId, 1n << BigInt(index)]));
  /** Of a node: those that every way to it leads through, and itself. */
  const passed = new Map<string, bigint>();
  for (const nodeId of order) {
    const here = (passed.get(nodeId) ?? 0n) | (bits.get(nodeId) ?? 0n);
    passed.set(nodeId, here);
    for (const to of fullGraph.successors(nodeId)) passed.set(to, (passed.get(to) ?? here) & here);
  }
  return (first, second) => ((passed.get(second) ?? 0n) & (bits.get(first) ?? 0n)) !== 0n;
}

/** The joins that some node of the body is a member of. */
function joinsIn({ bodyNodeIds }: ModelLoop, { joins }: LintModel): ModelGroup[] {
  const body = new Set(bodyNodeIds);
  return joins.filter(({ group }) => group.memberNodeIds.some((it) => body.has(it)));
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const it of numbers) total += it;
  return total;
}
