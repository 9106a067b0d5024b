/** Input of the rules: the canonical graph with parsed conditions, and the paths of its parts. */
import { keysOf } from '@org/approval-internal/lists';
import { type CanonicalEdge, type CanonicalLoop, canonicalGraph, leadArcs } from '../definition/canonical.js';
import type { Definition, DefinitionGroup, DefinitionNode, QuorumPolicy } from '../definition/definition.js';
import { type GroupLead, REJECT_WHEN, idOfEnd, isGroupEnd } from '../definition/edge-words.js';
import { type InSteps, atOnce } from '../definition/in-steps.js';
import type { Path } from '../definition/path.js';
import {
  type EdgeRole,
  type FoldedGuard,
  OUTCOMES,
  type Outcome,
  canFire,
  guardOf,
  roleOf,
} from '../expression/guard.js';
import { type WhenFault, parseWhen } from '../expression/parse.js';
import { patternBudget } from '../expression/pattern-size.js';
import type { Expression } from '../expression/tree.js';
import { InputPaths } from '../input/paths.js';
import { type SchemaFault, schemaFaults } from '../input/schema.js';
import { type Arc, Graph } from './graph.js';

export interface ModelNode {
  readonly node: DefinitionNode;
  readonly path: Path;
}
export interface ModelEdge extends CanonicalEdge {
  /** null for an invalid `when`. The edge then counts as one that any outcome can fire. */
  readonly guard: FoldedGuard | null;
  readonly role: EdgeRole;
  /** Outcomes of the source step that can make the edge fire. */
  readonly firesOn: ReadonlySet<Outcome>;
}
export interface ModelGroup {
  readonly group: DefinitionGroup;
  readonly policy: QuorumPolicy;
  readonly path: Path;
}
export interface ModelLoop extends CanonicalLoop {
  /** Rejections that rewind the loop; null for all. */
  readonly predicate: Expression | null;
}
/** A `when` that does not parse. */
interface ModelWhenFault extends WhenFault {
  readonly path: Path;
}

export interface LintModel {
  readonly definition: Definition;
  /** Nodes as written, then the ends of `onReject.end`. */
  readonly nodes: readonly ModelNode[];
  /** First node of each id. */
  readonly nodeOf: ReadonlyMap<string, ModelNode>;
  readonly edges: readonly ModelEdge[];
  readonly outgoing: ReadonlyMap<string, readonly ModelEdge[]>;
  /** Nodes that groups start by their own result, and the same as edges from every member. */
  readonly leads: readonly GroupLead[];
  readonly leadEdges: readonly ModelEdge[];
  /** True if the edges of groups are more than a definition may have. */
  readonly isTooMany: boolean;
  /** Nodes with an edge with on `reject`, of their own or of their group. */
  readonly rejectWords: ReadonlySet<string>;
  readonly groups: readonly ModelGroup[];
  /** The `joinOnQuorum` groups, and their members. */
  readonly joins: readonly ModelGroup[];
  readonly joined: ReadonlySet<string>;
  readonly loops: readonly ModelLoop[];
  /** Loops of a `loopBack` without a path. */
  readonly pathlessLoops: readonly ModelLoop[];
  readonly whenFaults: readonly ModelWhenFault[];
  readonly inputFaults: readonly SchemaFault[];
  /** Paths of the input schema; null without one, or if it has faults. */
  readonly inputPaths: InputPaths | null;
  /** Edges only. */
  readonly graph: Graph;
  /** Edges, plus an arc from each node of a loop's body to the target of its `onExhausted`. */
  readonly fullGraph: Graph;
}

/** Number of edges whose conditions are parsed per step. */
const EDGES_PER_STEP = 32;

export const lintModel = (definition: Definition): LintModel => atOnce(modelInSteps(definition));

export function* modelInSteps(definition: Definition): InSteps<LintModel> {
  const canonical = canonicalGraph(definition);
  const whenFaults: ModelWhenFault[] = [];
  const patterns = patternBudget();
  const parse = (when: string | null, path: Path): Expression | null => {
    if (when === null) return null;
    const parsed = parseWhen(when, patterns);
    if (parsed.ok) return parsed.expression;
    whenFaults.push(...parsed.faults.map((fault) => ({ ...fault, path: [...path, ...fault.path] })));
    return null;
  };
  const edges: ModelEdge[] = [];
  for (const edge of canonical.edges) {
    edges.push(modelEdge(edge, parse));
    if (edges.length % EDGES_PER_STEP === 0) yield;
  }
  const modelLoop = (loop: CanonicalLoop): ModelLoop => ({
    ...loop,
    predicate: parse(loop.when, predicatePath(loop)),
  });
  const loops = canonical.loops.map(modelLoop);
  const leadEdges = canonical.leads.flatMap((lead) =>
    lead.memberNodeIds.map((from) => modelEdge(leadEdge(lead, from), parse)),
  );
  const arcs = [...edges, ...leadArcs(canonical.leads)];
  const written = definition.nodes.map((node, index): ModelNode => ({ node, path: ['nodes', index] }));
  const nodes: readonly ModelNode[] = [...written, ...canonical.ends];
  const groups = (definition.groups ?? []).map((group, index): ModelGroup => ({
    group,
    policy: group.onQuorumMet ?? 'waitAll',
    path: ['groups', index],
  }));
  const joins = groups.filter(({ policy }) => policy === 'joinOnQuorum');
  const nodeIds = nodes.map(({ node }) => node.nodeId);
  yield;
  const { inputSchema } = definition;
  const inputFaults = inputSchema === undefined ? [] : [...schemaFaults(inputSchema)];
  const isUsable = inputSchema !== undefined && inputFaults.length === 0;
  return {
    definition,
    nodes,
    nodeOf: new Map([...nodes].reverse().map((it) => [it.node.nodeId, it])),
    edges,
    outgoing: groupedByFrom(edges),
    leads: canonical.leads,
    leadEdges,
    isTooMany: canonical.isTooMany,
    rejectWords: rejectWordsOf(definition),
    groups,
    joins,
    joined: new Set(joins.flatMap(({ group }) => group.memberNodeIds)),
    loops,
    pathlessLoops: canonical.pathlessLoops.map(modelLoop),
    whenFaults,
    inputFaults,
    inputPaths: isUsable ? new InputPaths(inputSchema) : null,
    graph: new Graph(nodeIds, arcs),
    fullGraph: new Graph(nodeIds, [...arcs, ...exhaustedArcs(loops)]),
  };
}

const leadEdge = ({ groupId, on, to, path }: GroupLead, from: string): CanonicalEdge => ({
  ...{ from, to, when: on === 'reject' ? REJECT_WHEN : null, otherwise: false, path },
  ...{ synthesized: false, fromGroupId: groupId, toGroupId: null },
});

function rejectWordsOf({ edges = [], groups = [] }: Definition): Set<string> {
  const members = new Map(groups.map((it) => [it.groupId, it.memberNodeIds]));
  const sources = edges.filter((it) => it.on === 'reject').map((it) => it.from);
  return new Set(
    sources.flatMap((from) => (isGroupEnd(from) ? (members.get(from.groupId) ?? []) : [idOfEnd(from)])),
  );
}

function modelEdge(
  edge: CanonicalEdge,
  parse: (when: string | null, path: Path) => Expression | null,
): ModelEdge {
  const when = parse(edge.when, [...edge.path, 'when']);
  const guard = when === null && edge.when !== null ? null : guardOf(when);
  const firesOn = ALL_OUTCOMES.filter((outcome) => guard === null || canFire(guard, outcome));
  return { ...edge, guard, role: guard === null ? 'custom' : roleOf(guard), firesOn: new Set(firesOn) };
}

const ALL_OUTCOMES = keysOf(OUTCOMES);

function groupedByFrom(edges: readonly ModelEdge[]): Map<string, ModelEdge[]> {
  const grouped = new Map<string, ModelEdge[]>();
  for (const edge of edges) {
    const known = grouped.get(edge.from);
    if (known) known.push(edge);
    else grouped.set(edge.from, [edge]);
  }
  return grouped;
}

export const predicatePath = (loop: CanonicalLoop): Path =>
  loop.loopBackOf === null && loop.edgeOf === null
    ? [...loop.path, 'onIterationReject', 'when']
    : [...loop.path, 'when'];

function exhaustedArcs(loops: readonly CanonicalLoop[]): Arc[] {
  return loops.flatMap(({ bodyNodeIds, exhaustedNodeId }) =>
    exhaustedNodeId === null ? [] : bodyNodeIds.map((from) => ({ from, to: exhaustedNodeId })),
  );
}
