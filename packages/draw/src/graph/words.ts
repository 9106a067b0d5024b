/** Edges of a draft in words, and with groups as their ends, as edges between nodes. */
import { type Json, objectIn, textIn, textsIn } from './json.js';
import { PICTURE_LIMITS } from './limits.js';
import { between } from './short-form.js';

export interface PlainParts {
  readonly edges: readonly Json[];
  readonly groups: readonly Json[];
  readonly loops: readonly Json[];
}

const decisionIs = (decision: string): Json => ({
  op: 'eq',
  args: [{ var: 'output.decision' }, decision],
});
const statusIs = (status: string, op = 'eq'): Json => ({ op, args: [{ var: 'step.status' }, status] });

/** Conditions that words stand for. */
const WHEN_OF: ReadonlyMap<string | null, Json> = new Map([
  ['approve', decisionIs('approve')],
  ['reject', decisionIs('reject')],
  ['breach', statusIs('breached')],
  ['failure', statusIs('failed')],
  ['always', { op: 'or', args: [statusIs('cancelled', 'ne'), decisionIs('reject')] }],
]);

/**
 * Expands words and ends.
 * @throws RangeError for more edges than a picture may have.
 */
export function plainParts(edges: readonly Json[], groups: readonly Json[]): PlainParts {
  const byId = new Map(groups.map((it) => [textIn(it, 'groupId'), it]));
  const plain: Json[] = [];
  const leads = new Map<Json, { approve: string[]; reject: string[] }>();
  for (const edge of edges) {
    const [from, to] = [endOf(edge, 'from', byId), endOf(edge, 'to', byId)];
    const on = textIn(edge, 'on');
    if (from === null || to === null || on === 'exhausted' || isLoopEdge(edge)) continue;
    if (plain.length + from.nodeIds.length * to.nodeIds.length > PICTURE_LIMITS.edges)
      throw new RangeError(
        `the definition has more than ${PICTURE_LIMITS.edges} edges after its groups are expanded`,
      );
    if (from.group !== null && policyOf(from.group) !== 'joinOnQuorum') {
      const own = leads.get(from.group) ?? { approve: [], reject: [] };
      leads.set(from.group, own);
      if (on !== 'reject') own.approve.push(...to.nodeIds);
      if (on === 'reject' || on === 'always') own.reject.push(...to.nodeIds);
      continue;
    }
    const conditions = conditionsOf(edge, on, from.group !== null);
    for (const source of from.nodeIds)
      for (const target of to.nodeIds)
        for (const when of conditions) plain.push({ ...edge, from: source, to: target, when });
  }
  return {
    edges: plain,
    groups: groups.map((it) => ({ ...it, ...(leads.has(it) && { leads: leads.get(it) }) })),
    loops: edges.filter(isLoopEdge).flatMap((edge) => loopOf(edge, { edges, byId, plain })),
  };
}

/** A join has the edges of its members for each of its results. */
function conditionsOf(edge: Json, on: string | null, isOfGroup: boolean): readonly unknown[] {
  if (isOfGroup && on !== 'reject') return on === 'always' ? [null, decisionIs('reject')] : [null];
  return [edge['when'] ?? WHEN_OF.get(on) ?? null];
}

type Groups = ReadonlyMap<string | null, Json>;

interface End {
  readonly group: Json | null;
  readonly nodeIds: readonly string[];
}

function endOf(edge: Json, name: 'from' | 'to', groups: Groups): End | null {
  const end = objectIn(edge, name);
  const nodeId = textIn(edge, name) ?? textIn(end, 'nodeId');
  if (nodeId !== null) return { group: null, nodeIds: [nodeId] };
  const group = groups.get(textIn(end, 'groupId'));
  return group === undefined ? null : { group, nodeIds: textsIn(group, 'memberNodeIds') };
}

/** Policy of a group, as written or compiled. */
export const policyOf = (group: Json): string =>
  textIn(group, 'policy') ?? textIn(group, 'onQuorumMet') ?? 'waitAll';

const isLoopEdge = (edge: Json): boolean =>
  textIn(edge, 'on') === 'reject' && objectIn(edge, 'loop') !== null;

/** Id of an end in a few words. */
export function endText(edge: Json, name: 'from' | 'to'): string | null {
  const end = objectIn(edge, name);
  const groupId = textIn(end, 'groupId');
  return textIn(edge, name) ?? textIn(end, 'nodeId') ?? (groupId === null ? null : `group ${groupId}`);
}

interface Around {
  readonly edges: readonly Json[];
  readonly byId: Groups;
  readonly plain: readonly Json[];
}

function loopOf(edge: Json, { edges, byId, plain }: Around): Json[] {
  const [from, to] = [endOf(edge, 'from', byId), endOf(edge, 'to', byId)];
  const [last, entry] = [from?.nodeIds.at(-1), to?.nodeIds[0]];
  if (from === null || last === undefined || entry === undefined) return [];
  const source = endText(edge, 'from');
  const exhausted = edges.find((it) => textIn(it, 'on') === 'exhausted' && endText(it, 'from') === source);
  const groupId = from.group === null ? null : textIn(from.group, 'groupId');
  return [
    {
      loopId: `auto_${groupId === null ? last : `of_group_${groupId}`}_loopback`,
      entryNodeId: entry,
      bodyNodeIds: [...new Set(from.nodeIds.flatMap((it) => between(entry, it, plain)))],
      terminalNodeId: last,
      maxIterations: objectIn(edge, 'loop')?.['maxIterations'],
      exhaustedNodeId: exhausted === undefined ? null : endOf(exhausted, 'to', byId)?.nodeIds[0],
    },
  ];
}

/** Edges that a group takes by its own result, from each of its members. */
export function leadEdges(group: Json): Json[] {
  const leads = objectIn(group, 'leads');
  const [approve, reject] = [textsIn(leads, 'approve'), textsIn(leads, 'reject')];
  const ways = [
    ...approve.map((to) => ({ to, on: reject.includes(to) ? 'always' : 'approve' })),
    ...reject.filter((it) => !approve.includes(it)).map((to) => ({ to, on: 'reject' })),
  ];
  return ways.flatMap((way) => textsIn(group, 'memberNodeIds').map((from) => ({ from, ...way })));
}
