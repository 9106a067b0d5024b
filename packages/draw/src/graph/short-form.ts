/** `onReject` of human nodes, expanded to the ends, edges and loops that it stands for. */
import { type Json, objectIn, textIn } from './json.js';

export interface ShortForm {
  readonly edges: readonly Json[];
  readonly loops: readonly Json[];
}

export function shortFormOf(nodes: readonly Json[], edges: readonly Json[]): ShortForm {
  const short = rejectionsOf(nodes);
  return {
    edges: short.flatMap(({ nodeId, onReject }) => {
      const end = textIn(onReject, 'end');
      const to = textIn(onReject, 'routeToNodeId') ?? (end === null ? null : endIdOf(nodeId));
      const when = { op: 'eq', args: [{ var: 'output.decision' }, 'reject'] };
      return to === null ? [] : [{ from: nodeId, to, when, role: 'reject' }];
    }),
    loops: short.flatMap(({ nodeId, onReject }) => {
      const loopBack = objectIn(onReject, 'loopBack');
      const entry = textIn(loopBack, 'toNodeId');
      if (loopBack === null || entry === null) return [];
      const bodyNodeIds = between(entry, nodeId, edges);
      const loopId = `auto_${nodeId}_loopback`;
      return [{ ...loopBack, loopId, entryNodeId: entry, bodyNodeIds, terminalNodeId: nodeId }];
    }),
  };
}

/** The ends that `onReject.end` stands for. */
export const endsOf = (nodes: readonly Json[]): readonly Json[] =>
  rejectionsOf(nodes).flatMap(({ nodeId, onReject }) => {
    const outcome = textIn(onReject, 'end');
    if (outcome === null) return [];
    return [{ nodeId: endIdOf(nodeId), type: 'end', config: { outcome, terminate: true } }];
  });

const rejectionsOf = (nodes: readonly Json[]) =>
  nodes.flatMap((node) => {
    const nodeId = textIn(node, 'nodeId');
    const onReject = objectIn(objectIn(node, 'config'), 'onReject');
    return nodeId === null || onReject === null ? [] : [{ nodeId, onReject }];
  });

/** Id of the end that `onReject.end` stands for. */
const endIdOf = (nodeId: string): string => `auto_${nodeId}_end`;

/** Every node on a path from one to the other, both included. */
export function between(first: string, last: string, edges: readonly Json[]): string[] {
  const behind = reachedFrom(first, edges, 'from', 'to');
  const before = reachedFrom(last, edges, 'to', 'from');
  return [...new Set([first, ...[...behind].filter((it) => before.has(it)), last])];
}

function reachedFrom(start: string, edges: readonly Json[], here: string, there: string): Set<string> {
  const next = new Map<string, string[]>();
  for (const edge of edges) {
    const [a, b] = [textIn(edge, here), textIn(edge, there)];
    if (a !== null && b !== null) next.set(a, [...(next.get(a) ?? []), b]);
  }
  const reached = new Set([start]);
  for (const nodeId of reached) for (const it of next.get(nodeId) ?? []) reached.add(it);
  return reached;
}
