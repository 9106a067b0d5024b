/** Rules on quorum groups. */
import { didYouMean } from '../../definition/nearest.js';
import type { IssueCode } from '../../definition/issue.js';
import { decidedBy, lintKind } from '../../nodes/lint.js';
import { isEnd } from '../../nodes/schema.js';
import type { LintModel, ModelGroup } from '../model.js';
import { type Finding, type Rule, listed, quoted, repeated } from '../rule.js';

/** Creates a rule that checks each group by itself. */
function each<C extends IssueCode>(
  code: C,
  reads: Rule['reads'],
  judge: (
    it: ModelGroup,
    model: LintModel,
  ) => readonly (Omit<Finding, 'code' | 'path'> & { field?: string })[],
): Rule<C> {
  return {
    codes: [code],
    reads,
    *check(model) {
      for (const it of model.groups) {
        for (const { field, ...finding } of judge(it, model)) {
          yield { ...finding, code, path: field === undefined ? it.path : [...it.path, field] };
        }
      }
    },
  };
}

const duplicateId: Rule<'group-duplicate-id'> = {
  codes: ['group-duplicate-id'],
  reads: 'element',
  check: ({ groups }) =>
    repeated(groups, ({ group }) => group.groupId).map(({ group, path }) => ({
      code: 'group-duplicate-id',
      message: `another group already has the id "${group.groupId}"; give each its own groupId`,
      path: [...path, 'groupId'],
    })),
};

const membersEmpty = each('group-members-empty', 'element', ({ group }) =>
  group.memberNodeIds.length > 0
    ? []
    : [{ field: 'memberNodeIds', message: 'the group has no members; name its nodes' }],
);

const memberMissing = each('group-member-missing', 'graph', ({ group }, { nodeOf }) =>
  group.memberNodeIds
    .filter((nodeId) => !nodeOf.has(nodeId))
    .map((nodeId) => ({
      field: 'memberNodeIds',
      message: `node "${nodeId}" does not exist${didYouMean(nodeId, nodeOf.keys()) || '; add it or remove it from the group'}`,
    })),
);

const expectedSteps = each('group-expected-steps-invalid', 'element', ({ group }) => {
  const members = group.memberNodeIds.length;
  if (group.expectedSteps >= 1 && group.expectedSteps <= members) return [];
  return [
    {
      field: 'expectedSteps',
      message: `expectedSteps is ${group.expectedSteps}, but the group has ${members} members; ${members === 0 ? 'add members first' : `give 1 to ${members}`}`,
    },
  ];
});

const quorum = each('group-quorum-invalid', 'element', ({ group }) => {
  if (group.quorum >= 1 && group.quorum <= group.expectedSteps) return [];
  return [
    {
      field: 'quorum',
      message: `a quorum of ${group.quorum} does not fit ${group.expectedSteps} expected steps; ${group.expectedSteps < 1 ? 'correct expectedSteps first' : `give 1 to ${group.expectedSteps}`}`,
    },
  ];
});

const requiredNotInMembers = each('group-required-not-in-members', 'element', ({ group }) =>
  (group.requiredNodeIds ?? [])
    .filter((nodeId) => !group.memberNodeIds.includes(nodeId))
    .map((nodeId) => ({
      field: 'requiredNodeIds',
      message: `"${nodeId}" is required but not a member; add it to memberNodeIds`,
    })),
);

const requiredExceedsQuorum = each('group-required-exceeds-quorum', 'element', ({ group }) => {
  const required = group.requiredNodeIds?.length ?? 0;
  // A quorum below 1 has its own finding.
  if (required <= Math.max(group.quorum, 1)) return [];
  return [
    {
      field: 'requiredNodeIds',
      message: `${required} members are required for a quorum of ${group.quorum}; raise the quorum or require fewer`,
    },
  ];
});

const nodeInMultipleGroups: Rule<'group-node-in-multiple-groups'> = {
  codes: ['group-node-in-multiple-groups'],
  reads: 'element',
  check: ({ groups }) => {
    const memberships = groups.flatMap(({ group, path }) =>
      [...new Set(group.memberNodeIds)].map((nodeId) => ({ nodeId, path })),
    );
    return repeated(memberships, ({ nodeId }) => nodeId).map(({ nodeId, path }) => ({
      code: 'group-node-in-multiple-groups',
      message: `"${nodeId}" is already a member of another group; a node may be in one group`,
      path: [...path, 'memberNodeIds'],
      nodeId,
    }));
  },
};

const memberWithoutDecision = each('group-non-blocking-agent-member', 'graph', ({ group }, { nodeOf }) =>
  group.memberNodeIds.flatMap((nodeId) => {
    const node = nodeOf.get(nodeId)?.node;
    // An end has its own finding.
    if (node === undefined || isEnd(node) || decidedBy(node) !== 'nobody') return [];
    const { undecided, fix } = lintKind(node);
    return [
      {
        field: 'memberNodeIds',
        message: `"${nodeId}" is ${undecided}, which never decides, so it could never approve; remove it from the group${fix === null ? '' : ` or ${fix}`}`,
        nodeId,
      },
    ];
  }),
);

const memberDependsOnMember = each('group-member-depends-on-member', 'graph', ({ group }, { fullGraph }) =>
  group.memberNodeIds.flatMap((nodeId) => {
    return group.memberNodeIds
      .filter((other) => other !== nodeId && fullGraph.leadsTo(nodeId, other))
      .map((other) => ({
        field: 'memberNodeIds',
        message: `a path leads from "${nodeId}" to "${other}" (onExhausted routes count), but members run in parallel; remove the path or one of them`,
        nodeId: other,
      }));
  }),
);

const joinSharesSuccessors = each(
  'group-joinonquorum-members-must-share-successors',
  'graph',
  ({ group, policy }, { outgoing }) => {
    if (policy !== 'joinOnQuorum') return [];
    const successors = group.memberNodeIds.map((nodeId) => {
      const edges = (outgoing.get(nodeId) ?? []).filter((edge) => edge.firesOn.has('approved'));
      return quoted([...new Set(edges.map((edge) => edge.to))].sort());
    });
    if (new Set(successors).size <= 1) return [];
    const list = group.memberNodeIds.map(
      (nodeId, index) => `"${nodeId}" → ${successors[index] || 'nothing'}`,
    );
    return [
      {
        field: 'memberNodeIds',
        message: `a join starts the successors that all members share, but approvals lead to different nodes: ${listed(list, '; ')}; give all members the same successors`,
      },
    ];
  },
);

const cancelsNothing = each('group-cancelonquorum-cancels-nothing', 'element', ({ group, policy }) =>
  policy === 'cancelOnQuorum' && group.quorum === group.expectedSteps
    ? [
        {
          field: 'onQuorumMet',
          message:
            'the quorum needs every expected step, so no step is left to cancel; lower it or use waitAll',
        },
      ]
    : [],
);

export const groupRules = [
  duplicateId,
  membersEmpty,
  memberMissing,
  expectedSteps,
  quorum,
  requiredNotInMembers,
  requiredExceedsQuorum,
  nodeInMultipleGroups,
  memberWithoutDecision,
  memberDependsOnMember,
  joinSharesSuccessors,
  cancelsNothing,
];
