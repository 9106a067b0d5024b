/** Rules on revision loops, those of `onReject.loopBack` included. */
import { endNodeId } from '../../definition/canonical.js';
import { didYouMean } from '../../definition/nearest.js';
import type { IssueCode } from '../../definition/issue.js';
import type { Path } from '../../definition/path.js';
import type { Graph } from '../graph.js';
import type { LintModel, ModelEdge, ModelGroup, ModelLoop } from '../model.js';
import { isEnd } from '../../nodes/schema.js';
import { type Finding, type Rule, quoted, repeated } from '../rule.js';
import { startsInBody } from '../worst-case.js';

type Judgement = Omit<Finding, 'code' | 'path'> & { readonly field?: string };

/** Creates a rule that checks each loop by itself. */
function each<C extends IssueCode>(
  code: C,
  reads: Rule['reads'],
  judge: (loop: ModelLoop, model: LintModel) => readonly Judgement[],
  loopsOf = ({ loops }: LintModel) => loops,
): Rule<C> {
  return {
    codes: [code],
    reads,
    *check(model) {
      for (const loop of loopsOf(model)) {
        for (const { field, ...finding } of judge(loop, model)) {
          const nodeId = finding.nodeId ?? loop.loopBackOf;
          yield { ...finding, code, path: fieldPath(loop, field), ...(nodeId !== null && { nodeId }) };
        }
      }
    },
  };
}

/** A `loopBack` has only the field `onExhausted`. Other fields map to its whole. */
function fieldPath({ path, loopBackOf, edgeOf }: ModelLoop, field: string | undefined): Path {
  if (field === undefined || edgeOf !== null || (loopBackOf !== null && field !== 'onExhausted')) return path;
  return [...path, field];
}

const duplicateId: Rule<'loop-duplicate-id'> = {
  codes: ['loop-duplicate-id'],
  reads: 'element',
  check: ({ loops }) =>
    repeated(loops, (loop) => loop.loopId).map(({ loopId, path }) => ({
      code: 'loop-duplicate-id',
      message: `another loop already has the id "${loopId}"; give each its own loopId`,
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
      message: `node "${nodeId}" does not exist${didYouMean(nodeId, nodeOf.keys()) || '; add it or remove it from the body'}`,
    })),
);

const unreachableFromEntry = each('loop-body-unreachable-from-entry', 'graph', (loop, model) => {
  const reached = bodyGraph(loop, model).reachableFrom([loop.entryNodeId]);
  return loop.bodyNodeIds
    .filter((nodeId) => model.nodeOf.has(nodeId) && !reached.has(nodeId))
    .map((nodeId) => ({
      field: 'bodyNodeIds',
      message: `no path inside the body leads from the entry "${loop.entryNodeId}" to "${nodeId}", so a rewind would not run it again; add an edge or remove it from the body`,
      nodeId,
    }));
});

const nodeInMultipleLoops: Rule<'loop-node-in-multiple-loops'> = {
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
      : [
          {
            field: 'onExhausted',
            message: `node "${exhaustedNodeId}" does not exist${didYouMean(exhaustedNodeId, nodeOf.keys()) || '; add it or name another'}`,
          },
        ],
  ({ loops, pathlessLoops }) => [...loops, ...pathlessLoops],
);

const routeInBody = each('loop-on-exhausted-route-to-in-body', 'element', (loop) =>
  loop.exhaustedNodeId !== null && loop.bodyNodeIds.includes(loop.exhaustedNodeId)
    ? [
        {
          field: 'onExhausted',
          message: `"${loop.exhaustedNodeId}" is in the body, which has no iterations left; route to a node outside`,
        },
      ]
    : [],
);

/** The join whose members are exactly the body nodes with edges out of the body. */
export function boundingGroup(loop: ModelLoop, model: LintModel): ModelGroup | undefined {
  const exitsBy = (isExit: (edge: ModelEdge) => boolean) =>
    loop.bodyNodeIds.filter((nodeId) =>
      [...(model.outgoing.get(nodeId) ?? []), ...leadsFrom(nodeId, model)].some(
        (it) => !loop.bodyNodeIds.includes(it.to) && isExit(it),
      ),
    );
  // The loop takes a rejection before its end does, so other body nodes may have an end too.
  const exits = exitsBy((it) => it.to !== endNodeId(it.from));
  return (
    joinOf(exits, model) ??
    joinOf(
      exitsBy(() => true),
      model,
    )
  );
}

const leadsFrom = (nodeId: string, { leadEdges }: LintModel) => leadEdges.filter((it) => it.from === nodeId);

function joinOf(exits: readonly string[], { groups }: LintModel): ModelGroup | undefined {
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
  const starts = startsInBody(loop, model);
  const several = body.nodeIds.filter((nodeId) => starts(nodeId) > 1);
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

/** Graph of the body. */
function bodyGraph(loop: ModelLoop, { graph, nodeOf }: LintModel): Graph {
  return graph.among(loop.bodyNodeIds.filter((nodeId) => nodeOf.has(nodeId)));
}

const loopBackPathMissing: Rule<'loop-back-path-missing'> = {
  codes: ['loop-back-path-missing'],
  reads: 'graph',
  check: ({ pathlessLoops, nodeOf }) =>
    pathlessLoops
      .filter(({ entryNodeId, edgeOf }) => edgeOf === null && nodeOf.has(entryNodeId))
      .map(({ entryNodeId, loopBackOf, path }) => ({
        code: 'loop-back-path-missing',
        message: `no path leads from "${entryNodeId}" to "${loopBackOf}", so the loop would never return; name a node before this one`,
        path: [...path, 'toNodeId'],
        ...(loopBackOf !== null && { nodeId: loopBackOf }),
      })),
};

const exhaustedTargetReachable = each(
  'exhausted-target-reachable-otherwise',
  'graph',
  (loop, { edges, leadEdges, loops, nodeOf }) => {
    const target = loop.exhaustedNodeId;
    if (target === null || isEnd(nodeOf.get(target)?.node)) return [];
    const edge = [...edges, ...leadEdges].find((it) => it.to === target);
    const other = loops.find((it) => it !== loop && it.exhaustedNodeId === target);
    if (edge === undefined && other === undefined) return [];
    const by = edge === undefined ? `loop "${other?.loopId}"` : `the edge from "${edge.from}"`;
    return [
      {
        field: 'onExhausted',
        message: `"${target}" can also be started by ${by}, so it may run without this loop being exhausted; route to a separate node`,
        nodeId: target,
      },
    ];
  },
);

export const loopRules = [
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
