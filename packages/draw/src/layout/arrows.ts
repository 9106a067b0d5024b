/** Selects the arrows that position nodes, and their direction, without cycles. */
import type { Graph, GraphEdge } from '../graph/graph.js';

export interface Arrow {
  readonly edge: GraphEdge;
  /** Laid out from the target to the source, since it leads back. */
  readonly isReversed: boolean;
  /** Spans too many layers: its source shows a chip with the name of its target instead. */
  readonly isLoose: boolean;
}

/** Maximum of layers that all arrows together cross, since layout costs grow faster than this. */
const CROSSED_LAYERS = 800;

export function arrowsOf({ nodes, edges }: Graph): Arrow[] {
  const reversed = backEdges(
    nodes.map((it) => it.nodeId),
    edges,
  );
  const layers = layersOf(
    nodes.map((it) => it.nodeId),
    edges.filter((it) => !reversed.has(it)),
  );
  const spanOf = ({ from, to }: GraphEdge) => Math.abs((layers.get(to) ?? 0) - (layers.get(from) ?? 0));
  const loose = new Set<GraphEdge>();
  let crossed = edges.reduce((sum, it) => sum + spanOf(it), 0);
  for (const it of edges.toSorted((a, b) => spanOf(b) - spanOf(a))) {
    if (crossed <= CROSSED_LAYERS) break;
    loose.add(it);
    crossed -= spanOf(it);
  }
  return edges.map((edge) => ({ edge, isReversed: reversed.has(edge), isLoose: loose.has(edge) }));
}

/** Loops, and edges that close a cycle in a draft. */
function backEdges(nodeIds: readonly string[], edges: readonly GraphEdge[]): Set<GraphEdge> {
  const back = new Set(edges.filter((it) => it.kind === 'loop'));
  const next = bySource(edges.filter((it) => !back.has(it)));
  const pointed = new Set([...next.values()].flat().map((it) => it.to));
  const done = new Set<string>();
  const path = new Set<string>();
  // The recursion is at most as deep as the number of nodes.
  const walk = (nodeId: string) => {
    path.add(nodeId);
    for (const edge of next.get(nodeId) ?? []) {
      if (path.has(edge.to)) back.add(edge);
      else if (!done.has(edge.to)) walk(edge.to);
    }
    path.delete(nodeId);
    done.add(nodeId);
  };
  const roots = nodeIds.filter((it) => !pointed.has(it));
  for (const it of [...roots, ...nodeIds]) if (!done.has(it)) walk(it);
  return back;
}

/** Length of the longest path to each node, by nodeId. */
function layersOf(nodeIds: readonly string[], edges: readonly GraphEdge[]): Map<string, number> {
  const next = bySource(edges);
  const waiting = new Map(nodeIds.map((it) => [it, 0]));
  for (const { to } of edges) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const layers = new Map(nodeIds.map((it) => [it, 0]));
  const ready = nodeIds.filter((it) => waiting.get(it) === 0);
  for (const nodeId of ready) {
    for (const { to } of next.get(nodeId) ?? []) {
      layers.set(to, Math.max(layers.get(to) ?? 0, (layers.get(nodeId) ?? 0) + 1));
      const left = (waiting.get(to) ?? 1) - 1;
      waiting.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return layers;
}

function bySource(edges: readonly GraphEdge[]): Map<string, GraphEdge[]> {
  const next = new Map<string, GraphEdge[]>();
  for (const it of edges) next.set(it.from, [...(next.get(it.from) ?? []), it]);
  return next;
}
