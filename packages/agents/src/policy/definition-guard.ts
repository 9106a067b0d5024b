/** Checks that only approvals lead to the grant node (permits G3), by the definition alone. */
import type { DefinitionView, JsonObject } from '@org/approval-core';
import type { Expression } from '@org/approval-core/definition';
import { type LoopOfDefinition, canFire, guardOf, loopsOf, traitsOf } from '@org/approval-core/internal';
import type { PolicyIssueCode } from '../types.js';

export interface DefinitionFault {
  readonly code: Exclude<PolicyIssueCode, 'policy-allow-prefix' | 'policy-unreachable'>;
  readonly message: string;
}

type Guarded = Pick<DefinitionView, 'nodes' | 'compiled'>;

/** Returns the faults of a definition for a rule that grants at this node. */
export function definitionFaults(definition: Guarded, grantNodeId: string): DefinitionFault[] {
  const faults: DefinitionFault[] = [];
  if (!definition.nodes.some((it) => it['nodeId'] === grantNodeId)) {
    const message = `the definition has no node "${grantNodeId}"; name the one that only approvals lead to`;
    faults.push({ code: 'grant-node-missing', message });
  } else if (isReachableWithoutApproval(definition, grantNodeId)) {
    const message = `"${grantNodeId}" can be reached without an approval: by a root, a rejection, a breach, a failure or an exhausted loop; let only approvals lead to it`;
    faults.push({ code: 'grant-node-unguarded', message });
  }
  const unbound = definition.nodes.filter((it) => isHuman(it) && !isDigestBound(it));
  if (unbound.length > 0) {
    const names = unbound.map((it) => `"${it['nodeId'] as string}"`).join(', ');
    const message = `every human node needs requireSubjectDigest: true, and onSubjectChange "reset"; so do ${names}`;
    faults.push({ code: 'not-digest-bound', message });
  }
  return faults;
}

const isHuman = (node: JsonObject): boolean => traitsOf(node['type'])?.decidedByPeople === true;

function isDigestBound(node: JsonObject): boolean {
  const config = node['config'] as JsonObject;
  return config['requireSubjectDigest'] === true && (config['onSubjectChange'] ?? 'reset') === 'reset';
}

/** Follows every edge except those out of human nodes that only an approval takes. */
function isReachableWithoutApproval({ nodes, compiled }: Guarded, grantNodeId: string): boolean {
  const humans = new Set(nodes.filter(isHuman).map((it) => it['nodeId']));
  const arcs = [
    ...compiled.edges.filter(({ from, when }) => !humans.has(from) || !isApprovalOnly(when)),
    ...compiled.groups.flatMap((group) => leadArcs(group, humans)),
    ...loopsOf(compiled).flatMap(exhaustedArcs),
  ];
  const seen = new Set(compiled.roots);
  for (const nodeId of seen) for (const { from, to } of arcs) if (from === nodeId) seen.add(to);
  return seen.has(grantNodeId);
}

/**
 * True for an edge from a human step that only an approval takes. A completion without a decision
 * is ignored: only `force-complete` does that, and no run is granted by it.
 */
function isApprovalOnly(when: JsonObject | null): boolean {
  const guard = guardOf(when as unknown as Expression | null);
  const otherwise = ['rejected', 'failed', 'breached'] as const;
  return canFire(guard, 'approved') && !otherwise.some((outcome) => canFire(guard, outcome));
}

/**
 * Edges of a group that fire without an approval of a person: from every member on a rejection, and
 * from a member that is not human on any result.
 */
function leadArcs(group: JsonObject, humans: ReadonlySet<unknown>): { from: string; to: string }[] {
  const { leads, memberNodeIds } = group as unknown as GroupOfDefinition;
  if (leads === undefined) return [];
  return memberNodeIds.flatMap((from) =>
    [...leads.reject, ...(humans.has(from) ? [] : leads.approve)].map((to) => ({ from, to })),
  );
}

/** The fields of a compiled group that its own edges need. */
interface GroupOfDefinition {
  readonly memberNodeIds: readonly string[];
  readonly leads?: { readonly approve: readonly string[]; readonly reject: readonly string[] };
}

function exhaustedArcs({ bodyNodeIds, exhaustedNodeId }: LoopOfDefinition): { from: string; to: string }[] {
  if (exhaustedNodeId === null) return [];
  return bodyNodeIds.map((from) => ({ from, to: exhaustedNodeId }));
}
