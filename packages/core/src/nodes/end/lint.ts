/** Rules on end nodes. */
import type { LintModel } from '../../lint/model.js';
import type { Finding, Rule } from '../../lint/rule.js';
import { isEnd } from '../schema.js';

/** Ids of the end nodes, those of `onReject.end` included. */
export const endIds = ({ nodes }: LintModel): ReadonlySet<string> =>
  new Set(nodes.filter(({ node }) => isEnd(node)).map(({ node }) => node.nodeId));

const hasSuccessor: Rule<'end-has-successor'> = {
  codes: ['end-has-successor'],
  reads: 'element',
  check(model) {
    const ends = endIds(model);
    return model.edges
      .filter(({ from }) => ends.has(from))
      .map(({ from, to, path }) => ({
        code: 'end-has-successor',
        message: `"${from}" is an end, so nothing follows it; remove the edge to "${to}"`,
        path,
        nodeId: from,
      }));
  },
};

const isRoot: Rule<'end-is-root'> = {
  codes: ['end-is-root'],
  reads: 'graph',
  check(model) {
    const roots = new Set(model.fullGraph.roots());
    return model.nodes
      .filter(({ node }) => isEnd(node) && roots.has(node.nodeId))
      .map(({ node: { nodeId }, path }) => ({
        code: 'end-is-root',
        message: `nothing leads to the end "${nodeId}", so every execution would start with it; add an edge to it or remove it`,
        path,
        nodeId,
      }));
  },
};

const inGroup: Rule<'end-in-group'> = {
  codes: ['end-in-group'],
  reads: 'element',
  check(model) {
    const ends = endIds(model);
    return model.groups.flatMap(({ group, path }): Finding<'end-in-group'>[] =>
      group.memberNodeIds
        .filter((it) => ends.has(it))
        .map((nodeId) => ({
          code: 'end-in-group',
          message: `"${nodeId}" is an end, which decides nothing that a group could count; remove it from group "${group.groupId}"`,
          path: [...path, 'memberNodeIds'],
          nodeId,
        })),
    );
  },
};

const inLoop: Rule<'end-in-loop'> = {
  codes: ['end-in-loop'],
  reads: 'element',
  check(model) {
    const ends = endIds(model);
    return model.loops.flatMap(({ loopId, bodyNodeIds, path }): Finding<'end-in-loop'>[] =>
      bodyNodeIds
        .filter((it) => ends.has(it))
        .map((nodeId) => ({
          code: 'end-in-loop',
          message: `"${nodeId}" is an end, so a loop cannot run it again; remove it from the body of "${loopId}" and lead an edge out of the body to it`,
          path: [...path, 'bodyNodeIds'],
          nodeId,
        })),
    );
  },
};

export const endRules = { ofGraph: [hasSuccessor, isRoot, inGroup, inLoop] };
