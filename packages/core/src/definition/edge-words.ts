/** Edges in words and edges of groups, as plain edges, leads of groups and loops. */
import type { Definition, DefinitionEdge, DefinitionGroup } from './definition.js';
import { LIMITS } from './limits.js';
import type { Path } from './path.js';

type End = DefinitionEdge['from'];
type Word = NonNullable<DefinitionEdge['on']>;

const decisionIs = (decision: string) => ({ op: 'eq', args: [{ var: 'output.decision' }, decision] });
const statusIs = (status: string, op = 'eq') => ({ op, args: [{ var: 'step.status' }, status] });

/** Condition of a rejection, which `onReject.routeToNodeId` stands for too. */
export const REJECT = decisionIs('reject');
export const REJECT_WHEN = JSON.stringify(REJECT);

/** Conditions that words stand for. A word without one has none, or depends on its edge. */
const WHEN_OF: { readonly [W in Word]?: string } = {
  approve: JSON.stringify(decisionIs('approve')),
  reject: REJECT_WHEN,
  breach: JSON.stringify(statusIs('breached')),
  failure: JSON.stringify(statusIs('failed')),
  always: JSON.stringify({ op: 'or', args: [statusIs('cancelled', 'ne'), REJECT] }),
};

/** An edge between two nodes, made from one that an author wrote. */
export interface PlainEdge {
  readonly from: string;
  readonly to: string;
  readonly when: string | null;
  readonly otherwise: boolean;
  readonly path: Path;
  readonly fromGroupId: string | null;
  readonly toGroupId: string | null;
}

/** Result of a group that leads to a node. */
export type LeadOutcome = 'approve' | 'reject';

/** A node that a group starts by its own result. */
export interface GroupLead {
  readonly groupId: string;
  readonly memberNodeIds: readonly string[];
  readonly on: LeadOutcome;
  readonly to: string;
  readonly path: Path;
}

/** A loop that an edge makes. */
export interface EdgeLoop {
  readonly from: End;
  readonly to: string;
  readonly maxIterations: number | undefined;
  readonly exhaustedNodeId: string | null;
  readonly path: Path;
}

export interface ExpandedEdges {
  readonly edges: readonly PlainEdge[];
  readonly leads: readonly GroupLead[];
  readonly loops: readonly EdgeLoop[];
  /** True if there are more than `LIMITS.edges`. The lists are then cut. */
  readonly isTooMany: boolean;
}

export const isGroupEnd = (end: End): end is { kind: 'group'; groupId: string } =>
  typeof end === 'object' && end.kind === 'group';

/** Id of the node or group at this end. */
export const idOfEnd = (end: End): string =>
  typeof end === 'string' ? end : end.kind === 'group' ? end.groupId : end.nodeId;

/** Key of an end. A node has one key in both spellings. */
export const keyOfEnd = (end: End): string => `${isGroupEnd(end) ? 'group' : 'node'} ${idOfEnd(end)}`;

/** The word of an edge, as far as its fields say one. */
export const wordOf = ({ from, on, when }: DefinitionEdge): Word =>
  on ?? (when !== undefined ? 'custom' : isGroupEnd(from) ? 'approve' : 'success');

export const isLoopEdge = (edge: DefinitionEdge): boolean =>
  edge.on === 'reject' && edge.loop !== undefined && !isGroupEnd(edge.to);

const isExhaustedEdge = (edge: DefinitionEdge): boolean => edge.on === 'exhausted';

/** Groups by id. */
export const groupsById = ({ groups = [] }: Definition): ReadonlyMap<string, DefinitionGroup> =>
  new Map(groups.toReversed().map((it) => [it.groupId, it]));

/** Expands the edges of `definition`, in the order written. */
export function expandEdges(definition: Definition): ExpandedEdges {
  const written = definition.edges ?? [];
  const groups = groupsById(definition);
  const found: Found = { edges: [], leads: [], isTooMany: false, groups };
  const loops: EdgeLoop[] = [];
  const exhausted = new Map(
    written.filter(isExhaustedEdge).map((edge) => [keyOfEnd(edge.from), idOfEnd(edge.to)]),
  );
  written.forEach((edge, index) => {
    const path = ['edges', index];
    if (isLoopEdge(edge))
      loops.push({
        from: edge.from,
        to: idOfEnd(edge.to),
        maxIterations: edge.loop?.maxIterations,
        exhaustedNodeId: exhausted.get(keyOfEnd(edge.from)) ?? null,
        path,
      });
    else if (!isExhaustedEdge(edge)) expand(edge, path, found);
  });
  const { edges, leads, isTooMany } = found;
  return { edges, leads, loops, isTooMany };
}

interface Found {
  readonly edges: PlainEdge[];
  readonly leads: GroupLead[];
  readonly groups: ReadonlyMap<string, DefinitionGroup>;
  isTooMany: boolean;
}

function expand(edge: DefinitionEdge, path: Path, found: Found): void {
  const { from, to } = edge;
  const targets = isGroupEnd(to) ? (found.groups.get(to.groupId)?.memberNodeIds ?? []) : [idOfEnd(to)];
  const toGroupId = isGroupEnd(to) ? to.groupId : null;
  const word = wordOf(edge);
  const group = isGroupEnd(from) ? found.groups.get(from.groupId) : undefined;
  const isLed = group !== undefined && (group.onQuorumMet ?? 'waitAll') !== 'joinOnQuorum';
  const outcomes = isGroupEnd(from) ? outcomesOf(word) : [null];
  for (const outcome of outcomes) {
    if (isLed && outcome !== null) {
      const { groupId, memberNodeIds } = group;
      for (const target of targets) {
        if (!hasRoom(found)) return;
        found.leads.push({ groupId, memberNodeIds, on: outcome, to: target, path });
      }
      continue;
    }
    const sources = isGroupEnd(from) ? (group?.memberNodeIds ?? []) : [idOfEnd(from)];
    for (const source of sources) {
      for (const target of targets) {
        if (!hasRoom(found)) return;
        const when = outcome === null ? whenOf(edge, word) : outcome === 'reject' ? REJECT_WHEN : null;
        const fromGroupId = isGroupEnd(from) ? from.groupId : null;
        const otherwise = word === 'otherwise';
        found.edges.push({ from: source, to: target, when, otherwise, path, fromGroupId, toGroupId });
      }
    }
  }
}

/** An edge that has a word and a condition is reported. */
const whenOf = ({ when }: DefinitionEdge, word: Word): string | null => when ?? WHEN_OF[word] ?? null;

function outcomesOf(word: Word): readonly LeadOutcome[] {
  if (word === 'always') return ['approve', 'reject'];
  return word === 'reject' ? ['reject'] : ['approve'];
}

function hasRoom(found: Found): boolean {
  if (found.edges.length + found.leads.length < LIMITS.edges) return true;
  found.isTooMany = true;
  return false;
}
