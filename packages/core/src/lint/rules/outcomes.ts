/** Warnings about the outcome of a rejection (docs/reference/contract.md, section 19). */
import { decidedBy } from '../../nodes/lint.js';
import { isDecidedByPeople, isEnd } from '../../nodes/schema.js';
import type { LintModel } from '../model.js';
import { type Finding, type Rule, quoted } from '../rule.js';

const endBeforeQuorum: Rule<'end-before-quorum'> = {
  codes: ['end-before-quorum'],
  reads: 'graph',
  check: ({ groups, nodeOf }) =>
    groups.flatMap(({ group, policy, path }): Finding<'end-before-quorum'>[] => {
      if (policy !== 'waitAll' || group.quorum >= group.memberNodeIds.length) return [];
      const ending = group.memberNodeIds.filter((nodeId) => {
        const node = nodeOf.get(nodeId)?.node;
        return isDecidedByPeople(node) && node.config?.onReject?.end !== undefined;
      });
      if (ending.length === 0) return [];
      return [
        {
          code: 'end-before-quorum',
          message: `one rejection by ${quoted(ending)} ends the execution, although ${group.quorum} of ${group.memberNodeIds.length} members would meet the quorum; use cancelOnQuorum or joinOnQuorum, which wait until the quorum is out of reach`,
          path: [...path, 'onQuorumMet'],
        },
      ];
    }),
};

const rejectLeadsToDecision: Rule<'reject-leads-to-decision'> = {
  codes: ['reject-leads-to-decision'],
  reads: 'graph',
  check(model) {
    const { nodeOf, fullGraph } = model;
    const edges = [...model.edges, ...model.leadEdges];
    if (fullGraph.topological() === null) return []; // The cycle is reported.
    const ends = model.nodes.filter(({ node }) => isEnd(node)).map(({ node }) => node.nodeId);
    return edges.flatMap(({ from, to, role, path }): Finding<'reject-leads-to-decision'>[] => {
      if (role !== 'reject' || !isDecidedByPeople(nodeOf.get(from)?.node)) return [];
      const asked = firstAsked(model, to).find((it) => !ends.some((end) => fullGraph.leadsTo(it, end)));
      if (asked === undefined) return [];
      return [
        {
          code: 'reject-leads-to-decision',
          message: `a rejection of "${from}" leads to "${asked}", and an approval there makes the outcome of the execution approved; add an end behind "${asked}", or onReject.end, to say what its decision means`,
          path,
          nodeId: from,
        },
      ];
    });
  },
};

/** Human nodes that a step of this node leads to before any other decision, itself included. */
function firstAsked({ fullGraph, nodeOf }: LintModel, nodeId: string): string[] {
  const asked: string[] = [];
  const seen = new Set([nodeId]);
  for (const it of seen) {
    const node = nodeOf.get(it)?.node;
    if (node === undefined) continue;
    if (decidedBy(node) === 'people') asked.push(it);
    if (decidedBy(node) === 'nobody') for (const next of fullGraph.successors(it)) seen.add(next);
  }
  return asked;
}

export const outcomeRules = [endBeforeQuorum, rejectLeadsToDecision];
