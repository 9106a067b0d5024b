/** Rules on nodes and edges as a graph. */
import { canonicalWhen } from '../../definition/canonical.js';
import { LIMITS } from '../../definition/limits.js';
import type { ModelEdge } from '../model.js';
import { type Rule, repeated } from '../rule.js';

const tooManyNodes: Rule = {
  codes: ['too-many-nodes'],
  reads: 'element',
  check: ({ nodes }) =>
    nodes.length <= LIMITS.nodes
      ? []
      : [
          {
            code: 'too-many-nodes',
            message: `the definition has ${nodes.length} nodes, and may have ${LIMITS.nodes}; split the workflow in two`,
            path: ['nodes'],
          },
        ],
};

const tooManyEdges: Rule = {
  codes: ['too-many-edges'],
  reads: 'element',
  check: ({ definition: { edges } }) =>
    edges.length <= LIMITS.edges
      ? []
      : [
          {
            code: 'too-many-edges',
            message: `the definition has ${edges.length} edges, and may have ${LIMITS.edges}; merge edges between the same two nodes, or split the workflow in two`,
            path: ['edges'],
          },
        ],
};

const duplicateNodeId: Rule = {
  codes: ['duplicate-node-id'],
  reads: 'element',
  check: ({ nodes }) =>
    repeated(nodes, ({ node }) => node.nodeId).map(({ node, path }) => ({
      code: 'duplicate-node-id',
      message: `another node is named "${node.nodeId}" already; give each its own nodeId`,
      path: [...path, 'nodeId'],
      nodeId: node.nodeId,
    })),
};

const danglingEdge: Rule = {
  codes: ['dangling-edge'],
  reads: 'graph',
  check: ({ edges, nodeOf }) =>
    edges.flatMap((edge) =>
      (['from', 'to'] as const)
        // A reject route to nowhere is reported where it is written, as on-reject-target-missing.
        .filter((end) => !nodeOf.has(edge[end]) && !edge.synthesized)
        .map((end) => ({
          code: 'dangling-edge' as const,
          message: `there is no node "${edge[end]}"; add it or correct the edge`,
          path: [...edge.path, end],
        })),
    ),
};

const duplicateEdge: Rule = {
  codes: ['duplicate-edge'],
  reads: 'element',
  check: ({ edges }) =>
    repeated(
      edges.filter((edge) => !edge.synthesized),
      edgeKey,
    ).map(({ from, to, path }) => ({
      code: 'duplicate-edge',
      message: `an edge from "${from}" to "${to}" with the same condition stands before this one; remove one`,
      path,
    })),
};

const edgeKey = ({ from, to, when }: ModelEdge): string => JSON.stringify([from, to, canonicalWhen(when)]);

const cycleDetected: Rule = {
  codes: ['cycle-detected'],
  reads: 'graph',
  check: ({ fullGraph }) =>
    fullGraph.cycles().map((cycle) => {
      const nodeId = cycle[0] as string;
      return {
        code: 'cycle-detected',
        message: `${[...cycle, nodeId].join(' → ')} is a cycle; to go back use a loop (loops[] or onReject.loopBack), whose onExhausted may not lead back either`,
        path: ['edges'],
        nodeId,
      };
    }),
};

const unreachableNode: Rule = {
  codes: ['unreachable-node'],
  reads: 'graph',
  check: ({ nodes, fullGraph }) => {
    const reached = fullGraph.reachableFrom(fullGraph.roots());
    return nodes
      .filter(({ node }) => !reached.has(node.nodeId))
      .map(({ node: { nodeId }, path }) => ({
        code: 'unreachable-node',
        message: `no path leads to "${nodeId}" from a node that a run starts with; add an edge to it or remove it`,
        path,
        nodeId,
      }));
  },
};

export const graphRules: readonly Rule[] = [
  tooManyNodes,
  tooManyEdges,
  duplicateNodeId,
  danglingEdge,
  duplicateEdge,
  cycleDetected,
  unreachableNode,
];
