/** Rules on revision loops, those of `onReject.loopBack` included. */
import { nodesBetween } from '../../definition/canonical.js';
import type { Path } from '../../definition/path.js';
import type { Graph } from '../graph.js';
import type { LintModel, ModelGroup, ModelLoop } from '../model.js';
import { type Finding, type Rule, quoted, repeated } from '../rule.js';
import { startsInBody } from '../worst-case.js';

type Judgement = Omit<Finding, 'code' | 'path'> & { readonly field?: string };

/** A rule that judges each loop by itself. */
function each(
  code: Finding['code'],
  reads: Rule['reads'],
  judge: (loop: ModelLoop, model: LintModel) => readonly Judgement[],
  loopsOf = ({ loops }: LintModel) => loops,
): Rule {
  return {
    codes: [code],
    reads,
    check: (model) =>
      loopsOf(model).flatMap((loop) =>
        judge(loop, model).map(({ field, ...finding }) => ({
          ...finding,
          code,
          path: fieldPath(loop, field),
          ...(loop.loopBackOf !== null && finding.nodeId === undefined && { nodeId: loop.loopBackOf }),
        })),
      ),
  };
}

/** Of the fields of a loop a loopBack has only this one; for the others it is named as a whole. */
function fieldPath({ path, loopBackOf }: ModelLoop, field: string | undefined): Path {
  if (field === undefined || (loopBackOf !== null && field !== 'onExhausted')) return path;
  return [...path, field];
}

const duplicateId: Rule = {
  codes: ['loop-duplicate-id'],
  reads: 'element',
  check: ({ loops }) =>
    repeated(loops, (loop) => loop.loopId).map(({ loopId, path }) => ({
      code: 'loop-duplicate-id',
      message: `another loop is named "${loopId}" already; give each its own loopId`,
      path: [...path, 'loopId'],
    })),
};

const entryInBody = each('loop-entry-must-be-in-body', 'element', (loop) =>
  loop.bodyNodeIds.includes(loop.entryNodeId)
    ? []
    : [
        {
          field: 'entryNodeId',
          message: `the entry "${loop.entryNodeId}" is not in the body; add it to bodyNodeIds`,
        },
      ],
);

const memberMissing = each('loop-body-member-missing', 'graph', (loop, { nodeOf }) =>
  loop.bodyNodeIds
    .filter((nodeId) => !nodeOf.has(nodeId))
    .map((nodeId) => ({
      field: 'bodyNodeIds',
      message: `there is no node "${nodeId}"; add it or take it out of the body`,
    })),
);

const unreachableFromEntry = each('loop-body-unreachable-from-entry', 'graph', (loop, model) => {
  const reached = bodyGraph(loop, model).reachableFrom([loop.entryNodeId]);
  return loop.bodyNodeIds
    .filter((nodeId) => model.nodeOf.has(nodeId) && !reached.has(nodeId))
    .map((nodeId) => ({
      field: 'bodyNodeIds',
      message: `no path inside the body leads from the entry "${loop.entryNodeId}" to "${nodeId}", so a rewind would not run it again; add an edge or take it out of the body`,
      nodeId,
    }));
});

const nodeInMultipleLoops: Rule = {
  codes: ['loop-node-in-multiple-loops'],
  reads: 'graph',
  check: ({ loops }) => {
    const memberships = loops.flatMap((loop) => loop.bodyNodeIds.map((nodeId) => ({ nodeId, loop })));
    return repeated(memberships, ({ nodeId }) => nodeId).map(({ nodeId, loop }) => ({
      code: 'loop-node-in-multiple-loops',
      message: `"${nodeId}" is in the body of "${loop.loopId}" and of another loop; a node may be in one loop: merge them into one of loops[]`,
      path: loop.path,
      nodeId,
    }));
  },
};

const routeNotFound = each(
  'loop-on-exhausted-route-to-not-found',
  'graph',
  ({ exhaustedNodeId }, { nodeOf }) =>
    exhaustedNodeId === null || nodeOf.has(exhaustedNodeId)
      ? []
      : [{ field: 'onExhausted', message: `there is no node "${exhaustedNodeId}"; add it or name another` }],
  ({ loops, pathlessLoops }) => [...loops, ...pathlessLoops],
);

const routeInBody = each('loop-on-exhausted-route-to-in-body', 'element', (loop) =>
  loop.exhaustedNodeId !== null && loop.bodyNodeIds.includes(loop.exhaustedNodeId)
    ? [
        {
          field: 'onExhausted',
          message: `"${loop.exhaustedNodeId}" is in the body, which has no iteration left; route to a node outside`,
        },
      ]
    : [],
);

/** The join whose members are exactly the body nodes with edges out of the body. */
function boundingGroup(loop: ModelLoop, { outgoing, groups }: LintModel): ModelGroup | undefined {
  const exits = loop.bodyNodeIds.filter((nodeId) =>
    (outgoing.get(nodeId) ?? []).some((edge) => !loop.bodyNodeIds.includes(edge.to)),
  );
  return groups.find(
    ({ group, policy }) =>
      policy === 'joinOnQuorum' &&
      group.memberNodeIds.length === exits.length &&
      exits.every((nodeId) => group.memberNodeIds.includes(nodeId)),
  );
}

const quorumMustEqualExpected = each(
  'loop-group-bounded-quorum-must-equal-expected',
  'graph',
  (loop, model) => {
    const group = boundingGroup(loop, model)?.group;
    if (group === undefined || group.quorum === group.expectedSteps) return [];
    return [
      {
        field: 'bodyNodeIds',
        message: `the body is left through group "${group.groupId}", whose quorum of ${group.quorum} could be met while another member still rejects; make the quorum equal to expectedSteps (${group.expectedSteps})`,
      },
    ];
  },
);

const singleTerminal = each('loop-body-must-have-single-terminal', 'graph', (loop, model) => {
  if (boundingGroup(loop, model) !== undefined) return [];
  const body = bodyGraph(loop, model);
  const terminals = body.nodeIds.filter((nodeId) => body.successors(nodeId).size === 0);
  const several = body.nodeIds.filter((nodeId) => startsInBody(loop, nodeId, model) > 1);
  const advice =
    'make the body a sequence, or let it end in the members of one joinOnQuorum group with quorum equal to expectedSteps';
  return [
    ...(terminals.length === 1
      ? []
      : [
          {
            field: 'bodyNodeIds',
            message: `the body ends in ${terminals.length === 0 ? 'no node' : quoted(terminals)} instead of one node; ${advice}`,
          },
        ]),
    ...(several.length === 0
      ? []
      : [
          {
            field: 'bodyNodeIds',
            message: `one pass through the body can start ${quoted(several)} more than once; ${advice}`,
          },
        ]),
  ];
});

/** The nodes of the body and the edges between them. */
function bodyGraph(loop: ModelLoop, { graph, nodeOf }: LintModel): Graph {
  return graph.among(loop.bodyNodeIds.filter((nodeId) => nodeOf.has(nodeId)));
}

const loopBackPathMissing: Rule = {
  codes: ['loop-back-path-missing'],
  reads: 'graph',
  check: ({ nodes, edges, nodeOf }) =>
    nodes.flatMap(({ node, path }): Finding[] => {
      const loopBack = node.type === 'human' ? node.config?.onReject?.loopBack : undefined;
      if (loopBack === undefined || !nodeOf.has(loopBack.toNodeId)) return [];
      if (nodesBetween(loopBack.toNodeId, node.nodeId, edges).length > 0) return [];
      return [
        {
          code: 'loop-back-path-missing',
          message: `no path leads from "${loopBack.toNodeId}" to "${node.nodeId}", so going back there would never return; name a node before this one`,
          path: [...path, 'config', 'onReject', 'loopBack', 'toNodeId'],
          nodeId: node.nodeId,
        },
      ];
    }),
};

const exhaustedTargetReachable = each(
  'exhausted-target-reachable-otherwise',
  'graph',
  (loop, { edges, loops }) => {
    const target = loop.exhaustedNodeId;
    if (target === null) return [];
    const edge = edges.find((it) => it.to === target);
    const other = loops.find((it) => it !== loop && it.exhaustedNodeId === target);
    if (edge === undefined && other === undefined) return [];
    const by = edge === undefined ? `loop "${other?.loopId}"` : `the edge from "${edge.from}"`;
    return [
      {
        field: 'onExhausted',
        message: `"${target}" can also be started by ${by}, so it may run without this loop being exhausted; route to a node of its own`,
        nodeId: target,
      },
    ];
  },
);

export const loopRules: readonly Rule[] = [
  duplicateId,
  entryInBody,
  memberMissing,
  unreachableFromEntry,
  nodeInMultipleLoops,
  routeNotFound,
  routeInBody,
  quorumMustEqualExpected,
  singleTerminal,
  loopBackPathMissing,
  exhaustedTargetReachable,
];
