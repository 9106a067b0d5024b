/**
 * The canonical form of a definition: one spelling per meaning. Both forms of `onReject` become
 * plain edges and loops (contract section 2), the only forms the linter and interpreter know.
 */
import type { Definition, DefinitionEdge, HumanNode } from './definition.js';
import { jsonEquals } from './json.js';
import { DEFAULTS } from './limits.js';
import { isTooLongWhen } from './parts.js';
import type { Path } from './path.js';
import { isDecidedByPeople } from '../nodes/schema.js';

export interface CanonicalEdge {
  readonly from: string;
  readonly to: string;
  /** JSON text of an expression tree; null for the success edge. */
  readonly when: string | null;
  /** True for an edge that fires when no other edge of its step fired. */
  readonly otherwise: boolean;
  /** Path in the definition as written. */
  readonly path: Path;
  readonly synthesized: boolean;
}

export interface CanonicalLoop {
  readonly loopId: string;
  readonly entryNodeId: string;
  readonly bodyNodeIds: readonly string[];
  readonly maxIterations: number;
  /** Rejections that rewind the loop, as JSON text of an expression tree; null for all. */
  readonly when: string | null;
  readonly exhaustedNodeId: string | null;
  readonly path: Path;
  /** Node whose `onReject.loopBack` makes this loop. */
  readonly loopBackOf: string | null;
}

export interface CanonicalGraph {
  readonly edges: readonly CanonicalEdge[];
  readonly loops: readonly CanonicalLoop[];
  /** Loops from a `loopBack` without a path. Their body is empty; the linter reports them. */
  readonly pathlessLoops: readonly CanonicalLoop[];
}

/** Condition of the edge that `onReject.routeToNodeId` stands for. */
const REJECT = { op: 'eq', args: [{ var: 'output.decision' }, 'reject'] };
export const REJECT_WHEN = JSON.stringify(REJECT);

/** The edges and loops of `definition`, synthesized ones last. */
export function canonicalGraph(definition: Definition): CanonicalGraph {
  const writtenEdges = definition.edges.map((edge, index): CanonicalEdge => ({
    from: edge.from,
    to: edge.to,
    when: edge.when ?? null,
    otherwise: edge.on === 'otherwise',
    path: ['edges', index],
    synthesized: false,
  }));
  const humans = humanNodes(definition);
  const routes = new Set(humans.flatMap(({ node }) => routeOf(node) ?? []));
  const byHand = new Set(
    definition.edges.filter((edge) => routes.has(arcKey(edge)) && isRejectEdge(edge)).map(arcKey),
  );
  const rejectEdges = humans.flatMap(({ node, path }) => rejectEdge(node, path, byHand));
  const edges = [...writtenEdges, ...rejectEdges];
  const paths = new Paths(edges);
  const loopBacks = humans.flatMap(({ node, path }) => loopBack(node, path, paths));
  const writtenLoops = (definition.loops ?? []).map(canonicalLoop);
  return {
    edges,
    loops: [...writtenLoops, ...loopBacks.filter((loop) => loop.bodyNodeIds.length > 0)],
    pathlessLoops: loopBacks.filter((loop) => loop.bodyNodeIds.length === 0),
  };
}

function humanNodes(definition: Definition): { node: HumanNode; path: Path }[] {
  return definition.nodes.flatMap((node, index) =>
    isDecidedByPeople(node) ? [{ node, path: ['nodes', index, 'config', 'onReject'] }] : [],
  );
}

/** The arc that `routeToNodeId` stands for. */
function routeOf({ nodeId, config }: HumanNode): string | null {
  const to = config?.onReject?.routeToNodeId;
  return to === undefined ? null : arcKey({ from: nodeId, to });
}

function rejectEdge(node: HumanNode, path: Path, byHand: ReadonlySet<string>): CanonicalEdge[] {
  const to = node.config?.onReject?.routeToNodeId;
  if (to === undefined || byHand.has(arcKey({ from: node.nodeId, to }))) return [];
  return [
    {
      ...{ from: node.nodeId, to, when: REJECT_WHEN, otherwise: false },
      path: [...path, 'routeToNodeId'],
      synthesized: true,
    },
  ];
}

/** True for an explicit edge equal to the one `routeToNodeId` implies; both count as one edge. */
function isRejectEdge({ when }: DefinitionEdge): boolean {
  if (when === undefined || isTooLongWhen(when)) return false;
  try {
    return jsonEquals(JSON.parse(when), REJECT);
  } catch {
    return false; // The linter reports it as when-not-json.
  }
}

const arcKey = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  JSON.stringify([from, to]);

function canonicalLoop(loop: NonNullable<Definition['loops']>[number], index: number): CanonicalLoop {
  return {
    loopId: loop.loopId,
    entryNodeId: loop.entryNodeId,
    bodyNodeIds: loop.bodyNodeIds,
    maxIterations: loop.maxIterations ?? DEFAULTS.loopIterations,
    when: loop.onIterationReject?.when ?? null,
    exhaustedNodeId: loop.onExhausted?.routeToNodeId ?? null,
    path: ['loops', index],
    loopBackOf: null,
  };
}

function loopBack(node: HumanNode, path: Path, paths: Paths): CanonicalLoop[] {
  const authored = node.config?.onReject?.loopBack;
  if (authored === undefined) return [];
  return [
    {
      loopId: `auto_${node.nodeId}_loopback`,
      entryNodeId: authored.toNodeId,
      bodyNodeIds: paths.nodesBetween(authored.toNodeId, node.nodeId),
      maxIterations: authored.maxIterations ?? DEFAULTS.loopIterations,
      when: authored.when ?? null,
      exhaustedNodeId: authored.onExhausted?.routeToNodeId ?? null,
      path: [...path, 'loopBack'],
      loopBackOf: node.nodeId,
    },
  ];
}

interface Arc {
  readonly from: string;
  readonly to: string;
}

/** Paths of a graph. The closure of each node is computed once. */
export class Paths {
  private readonly forward: (nodeId: string) => ReadonlySet<string>;
  private readonly backward: (nodeId: string) => ReadonlySet<string>;

  constructor(arcs: readonly Arc[]) {
    this.forward = closures(arcs.map(({ from, to }) => [from, to]));
    this.backward = closures(arcs.map(({ from, to }) => [to, from]));
  }

  /** Every node on a path from `from` to `to`, both ends included; empty without a path. */
  nodesBetween(from: string, to: string): string[] {
    const before = this.backward(to);
    return [...this.forward(from)].filter((nodeId) => before.has(nodeId));
  }
}

/** Returns a function from a node to every node it reaches, itself included. */
function closures(arcs: readonly (readonly [string, string])[]): (nodeId: string) => ReadonlySet<string> {
  const next = new Map<string, Set<string>>();
  for (const [near, far] of arcs) {
    const known = next.get(near);
    if (known) known.add(far);
    else next.set(near, new Set([far]));
  }
  const known = new Map<string, ReadonlySet<string>>();
  return (nodeId) => {
    const found = known.get(nodeId);
    if (found) return found;
    const seen = new Set([nodeId]);
    for (const near of seen) for (const far of next.get(near) ?? []) seen.add(far);
    known.set(nodeId, seen);
    return seen;
  };
}
