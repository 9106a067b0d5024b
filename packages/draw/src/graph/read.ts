/** Converts a definition or an invalid draft to a graph, and skips parts that cannot be drawn. */
import { clip } from '../text/clip.js';
import { conditionText } from '../text/condition.js';
import type { CompiledDrawable, Drawable } from './drawable.js';
import type { EdgeKind, Graph, GraphEdge, GraphFrame, GraphNode } from './graph.js';
import { PICTURE_LIMITS } from './limits.js';
import { nodeOf } from './node.js';
import { type Json, listIn, objectIn, objectsOf, textIn, textsIn } from './json.js';
import { endsOf, shortFormOf } from './short-form.js';
import { type PlainParts, leadEdges, plainParts, policyOf } from './words.js';

/**
 * @throws RangeError for more nodes, edges, groups or loops than a definition may have.
 */
export function readGraph(definition: Drawable): Graph {
  const compiled = definition.compiled ?? null;
  const written = listOf(definition.nodes, 'nodes');
  const nodes = unique([...written, ...endsOf(written)].flatMap(nodeOf));
  const known = new Set(nodes.map((it) => it.nodeId));
  const { edges, groups, loops } = compiled === null ? authored(definition) : counted(compiled);
  return {
    title: clip(definition.name, PICTURE_LIMITS.title),
    nodes,
    edges: joined([
      ...edges.flatMap(edgeOf),
      ...groups.flatMap(leadEdges).flatMap(groupEdge),
      ...loops.flatMap(loopEdges),
    ]).filter((it) => known.has(it.from) && known.has(it.to) && it.from !== it.to),
    frames: [
      ...groups.flatMap((it) => groupFrame(it, known)),
      ...loops.flatMap((it) => loopFrame(it, known)),
    ],
  };
}

const counted = ({ edges, groups, loops }: CompiledDrawable): PlainParts => ({
  edges: listOf(edges, 'edges'),
  groups: listOf(groups, 'groups'),
  loops: listOf(loops, 'loops'),
});

/** The parts of the definition, with the short forms of human nodes expanded. */
function authored(definition: Drawable): PlainParts {
  const { nodes, edges, groups, loops } = definition;
  const written = counted({ edges: edges ?? [], groups: groups ?? [], loops: loops ?? [] });
  const plain = plainParts(written.edges, written.groups);
  const short = shortFormOf(objectsOf(nodes), plain.edges);
  return {
    groups: plain.groups,
    edges: [...plain.edges, ...short.edges],
    loops: [...written.loops, ...plain.loops, ...short.loops],
  };
}

function listOf(list: unknown, what: 'nodes' | 'edges' | 'groups' | 'loops'): readonly Json[] {
  if (!Array.isArray(list)) return [];
  const most = PICTURE_LIMITS[what];
  if (list.length > most)
    throw new RangeError(`the definition has ${list.length} ${what}; the limit is ${most}`);
  return objectsOf(list);
}

function unique(nodes: readonly GraphNode[]): GraphNode[] {
  return [...new Map(nodes.toReversed().map((it) => [it.nodeId, it])).values()].toReversed();
}

/** Merges arrows that would overlap. */
function joined(edges: readonly GraphEdge[]): GraphEdge[] {
  const byKey = new Map(edges.map((it) => [JSON.stringify([it.from, it.to, it.kind, it.label]), it]));
  return [...byKey.values()];
}

const ROLES = ['success', 'reject', 'breach', 'custom'] as const satisfies EdgeKind[];

function edgeOf(edge: Json): GraphEdge[] {
  const [from, to] = [textIn(edge, 'from'), textIn(edge, 'to')];
  if (from === null || to === null) return [];
  const when = edge['when'] ?? null;
  const kind = ROLES.find((it) => it === edge['role']) ?? (when === null ? 'success' : roleOf(when));
  // A draft has `on`, a compiled edge `otherwise`.
  const isOtherwise = edge['otherwise'] === true || edge['on'] === 'otherwise';
  return [{ from, to, kind, label: isOtherwise ? 'otherwise' : labelOf(kind, when) }];
}

/** Role of an edge in a draft, from its condition; `custom` when only the compiler can tell. */
function roleOf(when: unknown): EdgeKind {
  const text = conditionText(when);
  if (text === 'decision = "reject"') return 'reject';
  return text === 'status = "breached"' ? 'breach' : 'custom';
}

const PLAIN: Readonly<Record<string, string>> = {
  'decision = "reject"': 'reject',
  'decision = "approve"': 'approve',
  'status = "breached"': 'breach',
  'status = "failed"': 'failure',
  'status ≠ "cancelled" or decision = "reject"': 'always',
};

function labelOf(kind: EdgeKind, when: unknown): string {
  if (when === null) return '';
  const text = conditionText(when);
  return clip(PLAIN[text] ?? (text === '' ? kind : text), PICTURE_LIMITS.edgeLabel);
}

/** Arrow of a group's own result. */
function groupEdge(edge: Json): GraphEdge[] {
  const [from, to] = [textIn(edge, 'from'), textIn(edge, 'to')];
  if (from === null || to === null) return [];
  const { kind, label } = GROUP_RESULTS[textIn(edge, 'on') ?? 'approve'] ?? GROUP_RESULTS.approve;
  return [{ from, to, kind, label, byGroup: true }];
}

const GROUP_RESULTS: Readonly<Record<string, { kind: EdgeKind; label: string }>> & {
  readonly approve: { kind: EdgeKind; label: string };
} = {
  approve: { kind: 'success', label: 'quorum met' },
  reject: { kind: 'reject', label: 'quorum missed' },
  always: { kind: 'custom', label: 'group ended' },
};

function loopEdges(loop: Json): GraphEdge[] {
  const entry = textIn(loop, 'entryNodeId');
  const body = textsIn(loop, 'bodyNodeIds');
  const last = textIn(loop, 'terminalNodeId') ?? body.at(-1);
  if (entry === null || last === undefined) return [];
  const exhausted = textIn(loop, 'exhaustedNodeId') ?? textIn(objectIn(loop, 'onExhausted'), 'routeToNodeId');
  const iterations = loop['maxIterations'];
  const back: GraphEdge = { from: last, to: entry, kind: 'loop', label: 'again' };
  if (exhausted === null) return [back];
  const label =
    typeof iterations === 'number' ? `after ${iterations} iterations` : 'after the last iteration';
  return [back, { from: last, to: exhausted, kind: 'exhausted', label }];
}

const numberIn = (part: Json, name: string): string =>
  typeof part[name] === 'number' ? String(part[name]) : '?';

function groupFrame(group: Json, known: ReadonlySet<string>): GraphFrame[] {
  const nodeIds = textsIn(group, 'memberNodeIds').filter((it) => known.has(it));
  if (nodeIds.length === 0) return [];
  const id = textIn(group, 'groupId') ?? '';
  const policy = policyOf(group);
  const required = listIn(group, 'requiredNodeIds').length;
  const needs = `${numberIn(group, 'quorum')} of ${numberIn(group, 'expectedSteps')}`;
  const label = `${id} · ${needs}${required > 0 ? `, ${required} required` : ''} · ${policy}`;
  return [
    {
      kind: 'group',
      id,
      label: clip(label, PICTURE_LIMITS.frameLabel),
      nodeIds,
      joins: policy === 'joinOnQuorum',
    },
  ];
}

function loopFrame(loop: Json, known: ReadonlySet<string>): GraphFrame[] {
  const nodeIds = textsIn(loop, 'bodyNodeIds').filter((it) => known.has(it));
  if (nodeIds.length === 0) return [];
  const id = textIn(loop, 'loopId') ?? '';
  const name = /^auto_(.*)_loopback$/.exec(id)?.[1] ?? id;
  const iterations =
    loop['maxIterations'] === undefined ? '' : ` · up to ${numberIn(loop, 'maxIterations')} iterations`;
  return [
    {
      kind: 'loop',
      id,
      label: clip(`↻ ${name}${iterations}`, PICTURE_LIMITS.frameLabel),
      nodeIds,
      joins: false,
    },
  ];
}
