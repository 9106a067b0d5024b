/**
 * The canonical form of a definition: one spelling per meaning. All forms of `onReject` become
 * plain nodes, edges and loops (contract sections 2 and 19), the only forms that the linter and the
 * interpreter know.
 */
import type { Definition, DefinitionEdge, EndNode, HumanNode } from './definition.js';
import {
  type EdgeLoop,
  type ExpandedEdges,
  type GroupLead,
  REJECT,
  REJECT_WHEN,
  expandEdges,
  groupsById,
  idOfEnd,
  isGroupEnd,
} from './edge-words.js';
import { jsonEquals } from './json.js';
import { DEFAULTS } from './limits.js';
import { isTooLongWhen } from './parts.js';
import type { Path } from './path.js';
import { isDecidedByPeople } from '../nodes/schema.js';

export { REJECT_WHEN } from './edge-words.js';

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
  /** Group whose edge, in place of its members', this edge was made from. */
  readonly fromGroupId: string | null;
  /** Group that the edge was written to. */
  readonly toGroupId: string | null;
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
  /** Node whose `onReject.loopBack` or edge makes this loop. */
  readonly loopBackOf: string | null;
  /** Node or group whose edge makes this loop. */
  readonly edgeOf: DefinitionEdge['from'] | null;
}

/** An end that `onReject.end` stands for. */
interface CanonicalEnd {
  readonly node: EndNode;
  /** Path of the `onReject.end`. */
  readonly path: Path;
}

export interface CanonicalGraph {
  readonly ends: readonly CanonicalEnd[];
  readonly edges: readonly CanonicalEdge[];
  /** Nodes that groups start by their own result, in the order written. */
  readonly leads: readonly GroupLead[];
  /** True if the edges of groups are more than a definition may have. The lists are then cut. */
  readonly isTooMany: boolean;
  readonly loops: readonly CanonicalLoop[];
  /** Loops from a `loopBack` without a path. Their body is empty; the linter reports them. */
  readonly pathlessLoops: readonly CanonicalLoop[];
}

/** The edges and loops of `definition`, synthesized ones last. */
export function canonicalGraph(definition: Definition): CanonicalGraph {
  const expanded = expandEdges(definition);
  const writtenEdges = expanded.edges.map((edge): CanonicalEdge => ({ ...edge, synthesized: false }));
  const humans = humanNodes(definition);
  const routes = new Set(humans.flatMap(({ node }) => routeOf(node) ?? []));
  const byHand = new Set(
    expanded.edges.filter((edge) => routes.has(arcKey(edge)) && isRejectEdge(edge)).map(arcKey),
  );
  const rejectEdges = humans.flatMap(({ node, path }) => rejectEdge(node, path, byHand));
  const ends = new Map(humans.flatMap(({ node, path }) => endOf(node, path)));
  const edges = [...writtenEdges, ...rejectEdges];
  const paths = new Paths([...edges, ...leadArcs(expanded.leads)]);
  const loopBacks = [
    ...definition.nodes.flatMap((node, index) => [
      ...(isDecidedByPeople(node) ? loopBack(node, ['nodes', index, 'config', 'onReject'], paths) : []),
      ...nodeLoops(expanded, node.nodeId, paths),
    ]),
    ...groupLoops(definition, expanded, paths),
  ];
  const writtenLoops = (definition.loops ?? []).map(canonicalLoop);
  return {
    ends: [...ends.values()],
    edges,
    leads: expanded.leads,
    isTooMany: expanded.isTooMany,
    loops: [...writtenLoops, ...loopBacks.filter((loop) => loop.bodyNodeIds.length > 0)],
    pathlessLoops: loopBacks.filter((loop) => loop.bodyNodeIds.length === 0),
  };
}

/** A lead counts as an edge from every member. */
export const leadArcs = (leads: readonly GroupLead[]): Arc[] =>
  leads.flatMap(({ memberNodeIds, to }) => memberNodeIds.map((from) => ({ from, to })));

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

/** Id of the end that the node's `onReject.end` stands for. No author can choose it. */
export const endNodeId = (nodeId: string): string => `auto_${nodeId}_end`;

/** The end that `onReject.end` stands for, with its id. */
function endOf({ nodeId, config }: HumanNode, path: Path): [nodeId: string, end: CanonicalEnd][] {
  const outcome = config?.onReject?.end;
  if (outcome === undefined) return [];
  const node = { nodeId: endNodeId(nodeId), type: 'end', config: { outcome, terminate: true } } as const;
  return [[node.nodeId, { node, path: [...path, 'end'] }]];
}

function rejectEdge(node: HumanNode, path: Path, byHand: ReadonlySet<string>): CanonicalEdge[] {
  const { routeToNodeId: to, end } = node.config?.onReject ?? {};
  if (end !== undefined) {
    const toEnd = endNodeId(node.nodeId);
    return [
      {
        ...{ from: node.nodeId, to: toEnd, when: REJECT_WHEN, otherwise: false },
        path: [...path, 'end'],
        ...SYNTHESIZED,
      },
    ];
  }
  if (to === undefined || byHand.has(arcKey({ from: node.nodeId, to }))) return [];
  return [
    {
      ...{ from: node.nodeId, to, when: REJECT_WHEN, otherwise: false },
      path: [...path, 'routeToNodeId'],
      ...SYNTHESIZED,
    },
  ];
}

const SYNTHESIZED = { synthesized: true, fromGroupId: null, toGroupId: null } as const;

/** True for an explicit edge equal to the one `routeToNodeId` implies; both count as one edge. */
function isRejectEdge({ when }: { readonly when: string | null }): boolean {
  if (when === REJECT_WHEN) return true;
  if (when === null || isTooLongWhen(when)) return false;
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
    edgeOf: null,
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
      edgeOf: null,
    },
  ];
}

/** Loops that edges of this node make, in the place of its `onReject.loopBack`. */
const nodeLoops = ({ loops }: ExpandedEdges, nodeId: string, paths: Paths): CanonicalLoop[] =>
  loops
    .filter(({ from }) => !isGroupEnd(from) && idOfEnd(from) === nodeId)
    .map((it) => ({
      ...edgeLoop(it),
      loopId: `auto_${nodeId}_loopback`,
      bodyNodeIds: paths.nodesBetween(it.to, nodeId),
      loopBackOf: nodeId,
    }));

function groupLoops(definition: Definition, { loops }: ExpandedEdges, paths: Paths): CanonicalLoop[] {
  const groups = groupsById(definition);
  return loops
    .filter(({ from }) => isGroupEnd(from))
    .map((it) => {
      const groupId = idOfEnd(it.from);
      const members = groups.get(groupId)?.memberNodeIds ?? [];
      return {
        ...edgeLoop(it),
        loopId: `auto_of_group_${groupId}_loopback`,
        bodyNodeIds: [...new Set(members.flatMap((nodeId) => paths.nodesBetween(it.to, nodeId)))],
        loopBackOf: null,
      };
    });
}

const edgeLoop = ({ from, to, maxIterations, exhaustedNodeId, path }: EdgeLoop) => ({
  entryNodeId: to,
  maxIterations: maxIterations ?? DEFAULTS.loopIterations,
  when: null,
  exhaustedNodeId,
  path,
  edgeOf: from,
});

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
