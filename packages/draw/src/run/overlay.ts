/** A run on its graph: status of each node, taken arrows, and what can still happen. */
import type { DrawableRun, DrawableStep } from '../graph/drawable.js';
import type { Graph, GraphEdge } from '../graph/graph.js';
import { PICTURE_LIMITS } from '../graph/limits.js';
import { takenEdges } from './taken.js';

/** State of a node: the status of its step, or the decision of a completed one. */
export type NodeState = (typeof NODE_STATES)[number];

const NODE_STATES = [
  ...(['pending', 'running', 'waiting', 'completed', 'skipped', 'failed', 'breached', 'cancelled'] as const),
  ...(['approved', 'rejected'] as const),
];

/** Reach of a part: it happened, it may still happen, or it cannot happen any more. */
export type Reach = 'taken' | 'possible' | 'gone';

export interface Overlay {
  /** States of the steps of a node, oldest first. */
  readonly layers: ReadonlyMap<string, readonly NodeState[]>;
  readonly reachOfNode: (nodeId: string) => Reach;
  readonly reachOfEdge: (edge: GraphEdge) => Reach;
}

const OPEN = new Set(['pending', 'running', 'waiting']);
const LIVE = new Set(['pending', 'running']);

export function overlayOf(graph: Graph, run: DrawableRun): Overlay {
  const steps = run.steps.slice(-PICTURE_LIMITS.steps);
  const layers = new Map<string, NodeState[]>();
  for (const step of steps) {
    const states = layers.get(step.nodeId);
    if (states === undefined) layers.set(step.nodeId, [stateOf(step)]);
    else states.push(stateOf(step));
  }
  const taken = takenEdges(graph, steps);
  const open = LIVE.has(run.status) ? steps.filter((it) => OPEN.has(it.status)).map((it) => it.nodeId) : [];
  const ahead = aheadOf(graph, open);
  const counting = graph.frames.filter(
    (it) => it.kind === 'group' && it.nodeIds.some((node) => ahead.has(node)),
  );
  const undecided = new Set(counting.flatMap((it) => it.nodeIds));
  const joining = new Set(counting.filter((it) => it.joins).flatMap((it) => it.nodeIds));
  const isPossible = ({ from, byGroup }: GraphEdge) =>
    ahead.has(from) || joining.has(from) || (byGroup === true && undecided.has(from));
  return {
    layers,
    reachOfNode: (nodeId) => (layers.has(nodeId) ? 'taken' : ahead.has(nodeId) ? 'possible' : 'gone'),
    reachOfEdge: (edge) => (taken.has(edge) ? 'taken' : isPossible(edge) ? 'possible' : 'gone'),
  };
}

function stateOf({ status, output }: DrawableStep): NodeState {
  if (status === 'completed' && output?.['decision'] === 'approve') return 'approved';
  if (status === 'completed' && output?.['decision'] === 'reject') return 'rejected';
  return NODE_STATES.find((it) => it === status) ?? 'pending';
}

/** Every node that an open step may lead to, its own node included. */
function aheadOf(graph: Graph, open: readonly string[]): Set<string> {
  const targets = new Map<string, string[]>();
  for (const { from, to } of graph.edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  // A rejection anywhere in a loop restarts the whole loop.
  for (const frame of graph.frames) {
    const back = graph.edges.find((it) => it.kind === 'loop' && frame.nodeIds.includes(it.from));
    if (frame.kind !== 'loop' || back === undefined) continue;
    for (const it of frame.nodeIds) targets.set(it, [...(targets.get(it) ?? []), back.to]);
  }
  const ahead = new Set(open);
  for (const nodeId of ahead) for (const it of targets.get(nodeId) ?? []) ahead.add(it);
  return ahead;
}
