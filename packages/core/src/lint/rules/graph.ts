/** Rules on nodes and edges as a graph. */
import { itemAt } from '@org/approval-internal/lists';
import { idOfEnd, isGroupEnd } from '../../definition/edge-words.js';
import { didYouMean } from '../../definition/nearest.js';
import { fingerprint } from '../../expression/tree.js';
import type { ModelEdge } from '../model.js';
import { type Rule, repeated } from '../rule.js';

const duplicateNodeId: Rule<'duplicate-node-id'> = {
  codes: ['duplicate-node-id'],
  reads: 'element',
  check: ({ nodes }) =>
    repeated(nodes, ({ node }) => node.nodeId).map(({ node, path }) => ({
      code: 'duplicate-node-id',
      message: `another node already has the id "${node.nodeId}"; give each its own nodeId`,
      path: [...path, 'nodeId'],
      nodeId: node.nodeId,
    })),
};

const danglingEdge: Rule<'dangling-edge'> = {
  codes: ['dangling-edge'],
  reads: 'graph',
  check: ({ definition: { edges = [] }, groups, nodeOf }) => {
    const groupIds = new Set(groups.map(({ group }) => group.groupId));
    return edges.flatMap((edge, index) =>
      (['from', 'to'] as const).flatMap((end) => {
        const id = idOfEnd(edge[end]);
        const [what, known] = isGroupEnd(edge[end]) ? ['group', groupIds] : ['node', nodeOf];
        if (known.has(id)) return [];
        return [
          {
            code: 'dangling-edge' as const,
            message: `${what} "${id}" does not exist${didYouMean(id, known.keys()) || '; add it or correct the edge'}`,
            path: ['edges', index, end],
          },
        ];
      }),
    );
  },
};

const duplicateEdge: Rule<'duplicate-edge'> = {
  codes: ['duplicate-edge'],
  reads: 'element',
  check: ({ edges }) =>
    repeated(alike(edges.filter((edge) => !edge.synthesized)), edgeKey).map(({ from, to, path }) => ({
      code: 'duplicate-edge',
      message: `an edge from "${from}" to "${to}" with the same condition already exists; remove one`,
      path,
    })),
};

/** Parsed trees have one spelling, regardless of white space and key order. */
const edgeKey = ({ from, to, when, guard, otherwise }: ModelEdge): string =>
  JSON.stringify([from, to, otherwise, guard === null ? when : guard.when]);

/** Edges that may have a duplicate, found by fingerprint. Only these are serialized. */
function alike(edges: readonly ModelEdge[]): ModelEdge[] {
  const keys = edges.map(
    ({ from, to, guard }) => `${guard?.when ? fingerprint(guard.when) : 0} ${from} ${to}`,
  );
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return edges.filter((_, index) => (counts.get(itemAt(keys, index)) ?? 0) > 1);
}

const cycleDetected: Rule<'cycle-detected'> = {
  codes: ['cycle-detected'],
  reads: 'graph',
  check: ({ fullGraph }) =>
    fullGraph.cycles().map((cycle) => {
      const nodeId = itemAt(cycle, 0);
      return {
        code: 'cycle-detected',
        message: `${[...cycle, nodeId].join(' → ')} is a cycle; to go back use a loop (loops[] or onReject.loopBack), whose onExhausted may not lead back either`,
        path: ['edges'],
        nodeId,
      };
    }),
};

const unreachableNode: Rule<'unreachable-node'> = {
  codes: ['unreachable-node'],
  reads: 'graph',
  check: ({ nodes, fullGraph }) => {
    const reached = fullGraph.reachableFrom(fullGraph.roots());
    return nodes
      .filter(({ node }) => !reached.has(node.nodeId))
      .map(({ node: { nodeId }, path }) => ({
        code: 'unreachable-node',
        message: `no path leads to "${nodeId}" from a node that an execution starts with; add an edge to it or remove it`,
        path,
        nodeId,
      }));
  },
};

export const graphRules = [duplicateNodeId, danglingEdge, duplicateEdge, cycleDetected, unreachableNode];
