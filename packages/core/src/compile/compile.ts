/** Compiles a lint model to the form that the interpreter runs. */
import type { DefinitionNode } from '../definition/definition.js';
import type { GroupLead, LeadOutcome } from '../definition/edge-words.js';
import { deepFreeze } from '../definition/freeze.js';
import { guardOf } from '../expression/guard.js';
import type { Pins } from '../lint/pins.js';
import type { LintModel, ModelEdge, ModelGroup, ModelLoop } from '../lint/model.js';
import type {
  CompiledDefinition,
  CompiledEdge,
  CompiledGroup,
  CompiledLoop,
  CompiledNode,
} from './compiled.js';
import { compileNode } from '../nodes/compile.js';
import { isDecidedByPeople, startsRuns } from '../nodes/schema.js';
import { RUN_ROOTS } from '../definition/presentation.js';
import { compilePresentation } from './presentation.js';
import { withResults } from './with-results.js';

/** Compiles a model, which must come from a lint without issues. */
export function compile(model: LintModel, pins?: Pins): CompiledDefinition {
  const edges = model.edges.map(compileEdge);
  const loops = model.loops.map(compileLoop);
  const loopOf = Object.fromEntries(
    loops.flatMap((loop, index) => loop.bodyNodeIds.map((nodeId) => [nodeId, index])),
  );
  const groups = model.groups.map((group) => compileGroup(group, loops, model.leads));
  const groupOf = Object.fromEntries(
    groups.flatMap((group, index) => group.memberNodeIds.map((nodeId) => [nodeId, index])),
  );
  const nodes = Object.fromEntries(model.nodes.map(({ node }) => [node.nodeId, withSla(node, pins)]));
  const separated = separatedOf(model);
  const { inputSchema, strict, presentation } = model.definition;
  const isPresented = presentation !== undefined || Object.values(nodes).some((it) => 'presentation' in it);
  const compiled = deepFreeze<CompiledDefinition>({
    format: 1,
    roots: model.fullGraph.roots(),
    nodes,
    edges,
    groups,
    loops,
    outgoing: outgoingOf(edges),
    groupOf,
    loopOf,
    ...(separated !== null && { separated }),
    ...(strict === true && { strict }),
    ...(presentation !== undefined && { presentation: compilePresentation(presentation, RUN_ROOTS) }),
    ...(isPresented && { name: model.definition.name }),
    ...(inputSchema !== undefined && { inputSchema }),
  });
  return withResults(compiled);
}

const withSla = (node: DefinitionNode, pins: Pins | undefined): CompiledNode => ({
  ...compileNode(node, pins),
  ...(node.sla !== undefined && { sla: node.sla }),
});

/** Separation is symmetric: each of two nodes lists the other. */
function separatedOf({ nodes }: LintModel): Record<string, string[]> | null {
  const separated = new Map<string, Set<string>>();
  const note = (a: string, b: string) => separated.set(a, (separated.get(a) ?? new Set()).add(b));
  for (const { node } of nodes) {
    const others =
      isDecidedByPeople(node) || startsRuns(node) ? (node.config?.separation?.excludeDecidersOf ?? []) : [];
    for (const other of others) {
      note(node.nodeId, other);
      note(other, node.nodeId);
    }
  }
  if (separated.size === 0) return null;
  return Object.fromEntries([...separated].map(([nodeId, others]) => [nodeId, [...others]]));
}

/** Indexes of edges by source, in the order written. */
function outgoingOf(edges: readonly CompiledEdge[]): Record<string, number[]> {
  const outgoing = new Map<string, number[]>();
  edges.forEach(({ from }, index) => {
    const known = outgoing.get(from);
    if (known) known.push(index);
    else outgoing.set(from, [index]);
  });
  return Object.fromEntries(outgoing);
}

function compileEdge({ from, to, role, guard, otherwise, ...edge }: ModelEdge): CompiledEdge {
  const { when, readsStatus, readsOutput } = guard ?? guardOf(null);
  const { fromGroupId, toGroupId } = edge;
  return {
    ...{ from, to, role, when, readsStatus, readsOutput },
    ...(otherwise && { otherwise }),
    ...(fromGroupId !== null && { fromGroupId }),
    ...(toGroupId !== null && { toGroupId }),
  };
}

function compileLoop(loop: ModelLoop): CompiledLoop {
  return {
    loopId: loop.loopId,
    entryNodeId: loop.entryNodeId,
    bodyNodeIds: loop.bodyNodeIds,
    maxIterations: loop.maxIterations,
    when: loop.predicate,
    exhaustedNodeId: loop.exhaustedNodeId,
  };
}

function compileGroup(
  { group, policy }: ModelGroup,
  loops: readonly CompiledLoop[],
  leads: readonly GroupLead[],
): CompiledGroup {
  const own = leads.filter((it) => it.groupId === group.groupId);
  const leadsOn = (on: LeadOutcome) => [...new Set(own.filter((it) => it.on === on).map((it) => it.to))];
  const loopIdsOfMembers = group.memberNodeIds.map(
    (nodeId) => loops.find((loop) => loop.bodyNodeIds.includes(nodeId))?.loopId ?? null,
  );
  const distinct = [...new Set(loopIdsOfMembers)];
  return {
    groupId: group.groupId,
    memberNodeIds: group.memberNodeIds,
    requiredNodeIds: group.requiredNodeIds ?? [],
    expectedSteps: group.expectedSteps,
    quorum: group.quorum,
    policy,
    loopIds: distinct.filter((it) => it !== null),
    uniform: distinct.length === 1,
    ...(own.length > 0 && { leads: { approve: leadsOn('approve'), reject: leadsOn('reject') } }),
  };
}
