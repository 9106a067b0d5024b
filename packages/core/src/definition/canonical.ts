/**
 * The canonical form of a definition: one spelling per meaning. Both forms of `onReject` become plain edges
 * and loops (contract section 2), so that the linter and the interpreter know only those.
 */
import type { Definition, DefinitionEdge, HumanNode } from './definition.js';
import { type JsonValue, canonicalJson } from './json.js';
import { DEFAULTS, LIMITS } from './limits.js';
import type { Path } from './path.js';

export interface CanonicalEdge {
  readonly from: string;
  readonly to: string;
  /** JSON text of an expression tree; null for the success edge. */
  readonly when: string | null;
  /** Where the author wrote it. */
  readonly path: Path;
  readonly synthesized: boolean;
}

export interface CanonicalLoop {
  readonly loopId: string;
  readonly entryNodeId: string;
  readonly bodyNodeIds: readonly string[];
  readonly maxIterations: number;
  /** Which rejections rewind the loop: JSON text of an expression tree; null means every one. */
  readonly when: string | null;
  readonly exhaustedNodeId: string | null;
  readonly path: Path;
  /** Made from `onReject.loopBack` of this node. */
  readonly loopBackOf: string | null;
}

export interface CanonicalGraph {
  readonly edges: readonly CanonicalEdge[];
  readonly loops: readonly CanonicalLoop[];
  /** Made from a `loopBack` that no path leads to: their body is empty, and the linter reports them. */
  readonly pathlessLoops: readonly CanonicalLoop[];
}

/** What `onReject.routeToNodeId` stands for. */
export const REJECT_WHEN = JSON.stringify({ op: 'eq', args: [{ var: 'output.decision' }, 'reject'] });

/** The edges and loops of `definition`, synthesized ones last. */
export function canonicalGraph(definition: Definition): CanonicalGraph {
  const writtenEdges = definition.edges.map((edge, index): CanonicalEdge => ({
    from: edge.from,
    to: edge.to,
    when: edge.when ?? null,
    path: ['edges', index],
    synthesized: false,
  }));
  const rejectEdges = humanNodes(definition).flatMap(({ node, path }) => rejectEdge(node, path, definition));
  const edges = [...writtenEdges, ...rejectEdges];
  const loopBacks = humanNodes(definition).flatMap(({ node, path }) => loopBack(node, path, edges));
  const writtenLoops = (definition.loops ?? []).map(canonicalLoop);
  return {
    edges,
    loops: [...writtenLoops, ...loopBacks.filter((loop) => loop.bodyNodeIds.length > 0)],
    pathlessLoops: loopBacks.filter((loop) => loop.bodyNodeIds.length === 0),
  };
}

function humanNodes(definition: Definition): { node: HumanNode; path: Path }[] {
  return definition.nodes.flatMap((node, index) =>
    node.type === 'human' ? [{ node, path: ['nodes', index, 'config', 'onReject'] }] : [],
  );
}

function rejectEdge(node: HumanNode, path: Path, definition: Definition): CanonicalEdge[] {
  const to = node.config?.onReject?.routeToNodeId;
  if (to === undefined) return [];
  const byHand = definition.edges.some((edge) => isRejectEdge(edge, node.nodeId, to));
  if (byHand) return [];
  return [{ from: node.nodeId, to, when: REJECT_WHEN, path: [...path, 'routeToNodeId'], synthesized: true }];
}

/** Authoring the edge that `routeToNodeId` stands for as well is accepted, and means one edge. */
function isRejectEdge(edge: DefinitionEdge, from: string, to: string): boolean {
  return edge.from === from && edge.to === to && canonicalWhen(edge.when ?? null) === REJECT_CANONICAL;
}

/** The same text for the same tree, however its author spaced it and ordered its keys; text as it is if it is no JSON. */
export function canonicalWhen(when: string | null): string | null {
  if (when === null || when.length > LIMITS.whenLength) return when;
  try {
    return canonicalJson(JSON.parse(when) as JsonValue);
  } catch {
    return when; // The linter reports it as when-not-json.
  }
}

const REJECT_CANONICAL = canonicalWhen(REJECT_WHEN);

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

function loopBack(node: HumanNode, path: Path, edges: readonly CanonicalEdge[]): CanonicalLoop[] {
  const authored = node.config?.onReject?.loopBack;
  if (authored === undefined) return [];
  return [
    {
      loopId: `auto_${node.nodeId}_loopback`,
      entryNodeId: authored.toNodeId,
      bodyNodeIds: nodesBetween(authored.toNodeId, node.nodeId, edges),
      maxIterations: authored.maxIterations ?? DEFAULTS.loopIterations,
      when: authored.when ?? null,
      exhaustedNodeId: authored.onExhausted?.routeToNodeId ?? null,
      path: [...path, 'loopBack'],
      loopBackOf: node.nodeId,
    },
  ];
}

/** Every node on a path from `from` to `to`, both ends included; empty when there is no path. */
export function nodesBetween(
  from: string,
  to: string,
  edges: readonly { readonly from: string; readonly to: string }[],
): string[] {
  const forward = closure(from, edges, (edge) => [edge.from, edge.to]);
  const backward = closure(to, edges, (edge) => [edge.to, edge.from]);
  return [...forward].filter((nodeId) => backward.has(nodeId));
}

function closure<E>(start: string, edges: readonly E[], ends: (edge: E) => [string, string]): Set<string> {
  const next = new Map<string, string[]>();
  for (const edge of edges) {
    const [near, far] = ends(edge);
    const known = next.get(near);
    if (known) known.push(far);
    else next.set(near, [far]);
  }
  const seen = new Set([start]);
  for (const nodeId of seen) for (const far of next.get(nodeId) ?? []) seen.add(far);
  return seen;
}
