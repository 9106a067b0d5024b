/** Rules on the edges of one step together. */
import { OUTCOMES, type Outcome, knownAt } from '../../expression/guard.js';
import { coverEveryCase } from '../../expression/remaining.js';
import { decidedBy } from '../../nodes/lint.js';
import type { LintModel, ModelEdge, ModelGroup } from '../model.js';
import { type Finding, type Rule, repeated } from '../rule.js';

const otherwiseTwice: Rule<'otherwise-twice'> = {
  codes: ['otherwise-twice'],
  reads: 'element',
  check: ({ edges }) =>
    repeated(
      edges.filter((it) => it.otherwise),
      ({ from }) => from,
    ).map(({ from, path }) => ({
      code: 'otherwise-twice',
      message: `node "${from}" already has an edge with on "otherwise", and may have one; remove one, or give it a condition`,
      path: [...path, 'on'],
      nodeId: from,
    })),
};

const branchMayBeEmpty: Rule<'branch-may-be-empty'> = {
  codes: ['branch-may-be-empty'],
  reads: 'graph',
  *check(model) {
    for (const { node, path } of model.nodes) {
      const { nodeId } = node;
      if (model.joined.has(nodeId)) continue;
      const outcome = decidedBy(node) === 'nobody' ? 'undecided' : 'approved';
      if (mayBeEmpty(edgesOn(model, nodeId, outcome), outcome))
        yield finding(`${outcome === 'approved' ? 'an approval' : 'the completion'} of "${nodeId}"`, {
          path,
          nodeId,
        });
    }
    for (const join of model.joins) {
      if (joinMayBeEmpty(model, join))
        yield finding(`the quorum of group "${join.group.groupId}"`, { path: join.path });
    }
  },
};

const finding = (what: string, where: Pick<Finding, 'path' | 'nodeId'>): Finding<'branch-may-be-empty'> => ({
  code: 'branch-may-be-empty',
  message: `${what} may find no edge whose condition holds, and nothing would follow; add an edge with on "otherwise", or one without a condition`,
  ...where,
});

/** Edges that can fire on this outcome. A node without any is a leaf. */
const edgesOn = ({ outgoing }: LintModel, nodeId: string, outcome: Outcome): readonly ModelEdge[] =>
  (outgoing.get(nodeId) ?? []).filter((it) => it.firesOn.has(outcome));

/** An edge with an invalid condition has its own finding. */
function mayBeEmpty(edges: readonly ModelEdge[], outcome: Outcome): boolean {
  if (edges.length === 0) return false;
  const conditions = edges.map(({ guard, otherwise }) => (otherwise ? null : (guard?.when ?? null)));
  if (conditions.some((it) => it === null)) return false;
  return !coverEveryCase(
    conditions.flatMap((it) => it ?? []),
    knownAt(OUTCOMES[outcome]),
  );
}

/**
 * The edges of the approving members are evaluated together: one member that leads on is enough.
 */
function joinMayBeEmpty(model: LintModel, { group }: ModelGroup): boolean {
  const edges = new Map(group.memberNodeIds.map((it) => [it, edgesOn(model, it, 'approved')]));
  if ([...edges.values()].every((it) => it.length === 0)) return false;
  const isCovered = (nodeId: string): boolean => {
    const of = edges.get(nodeId) ?? [];
    return of.length > 0 && !mayBeEmpty(of, 'approved');
  };
  if ((group.requiredNodeIds ?? []).some(isCovered)) return false;
  // Every quorum has a covered member if fewer members than the quorum are uncovered.
  return group.memberNodeIds.filter((it) => !isCovered(it)).length >= group.quorum;
}

export const edgeRules = [otherwiseTwice, branchMayBeEmpty];
