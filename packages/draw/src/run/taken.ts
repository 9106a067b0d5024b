/** The arrows that a run took, from step ids, which derive from their origin. */
import type { DrawableStep } from '../graph/drawable.js';
import type { Graph, GraphEdge } from '../graph/graph.js';

const TO = '__to__';

export function takenEdges(graph: Graph, steps: readonly DrawableStep[]): Set<GraphEdge> {
  const byId = new Map(steps.map((it) => [it.stepId, it]));
  const into = new Map<string, GraphEdge[]>();
  for (const edge of graph.edges) into.set(edge.to, [...(into.get(edge.to) ?? []), edge]);
  const taken = new Set<GraphEdge>();
  const latest = new Map<string, DrawableStep>();
  for (const step of steps) {
    for (const it of edgesInto(step, into.get(step.nodeId) ?? [], { graph, byId, latest })) taken.add(it);
    latest.set(step.nodeId, step);
  }
  return taken;
}

interface Known {
  readonly graph: Graph;
  readonly byId: ReadonlyMap<string, DrawableStep>;
  /** The latest step so far, by nodeId. */
  readonly latest: ReadonlyMap<string, DrawableStep>;
}

/** The arrows to a step's node that started the step. */
function edgesInto(
  { stepId, input }: DrawableStep,
  edges: readonly GraphEdge[],
  { graph, byId, latest }: Known,
): readonly GraphEdge[] {
  const before = stepId.slice(0, Math.max(0, stepId.lastIndexOf(TO)));
  // Ids that were too long are hashed; the input then names the origin.
  const parent = byId.get(before) ?? byId.get(String(input['fromStepId']));
  if (parent !== undefined)
    return fired(
      edges.filter((it) => it.from === parent.nodeId && it.byGroup === undefined),
      parent,
    );
  const loop = /^loop_(.+)_(?:iter_\d+|exhausted)$/.exec(before)?.[1];
  if (loop !== undefined) {
    const kind = before.endsWith('_exhausted') ? 'exhausted' : 'loop';
    const body = frameNodes(graph, 'loop', loop);
    return edges.filter((it) => it.kind === kind && body.has(it.from));
  }
  const group = /^group_(.+?)(?:_iter_\d+)?$/.exec(before)?.[1];
  if (group === undefined) return [];
  const members = frameNodes(graph, 'group', group);
  const own = edges.filter((it) => it.byGroup === true && members.has(it.from));
  if (own.length > 0) return own.filter((it) => fitsResult(it, input['outcome']));
  return edges.filter((edge) => {
    const member = members.has(edge.from) ? latest.get(edge.from) : undefined;
    return member !== undefined && fired([edge], member).length > 0;
  });
}

const fitsResult = ({ kind }: GraphEdge, outcome: unknown): boolean =>
  kind === 'custom' || kind === (outcome === 'reject' ? 'reject' : 'success');

/** The arrows between two nodes that fit the outcome of the source. */
function fired(edges: readonly GraphEdge[], { status, output }: DrawableStep): readonly GraphEdge[] {
  const rejected = status === 'completed' && output?.['decision'] === 'reject';
  const succeeded = !rejected && (status === 'completed' || status === 'skipped');
  return edges.filter(({ kind }) => {
    if (kind === 'custom') return true;
    if (kind === 'success') return succeeded;
    if (kind === 'reject') return rejected;
    return kind === 'breach' && status === 'breached';
  });
}

function frameNodes(graph: Graph, kind: 'group' | 'loop', id: string): ReadonlySet<string> {
  const frame = graph.frames.find((it) => it.kind === kind && it.id === id);
  return new Set(frame?.nodeIds);
}
