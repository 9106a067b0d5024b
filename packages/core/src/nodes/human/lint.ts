/** Rules on human nodes. */
import type { DefinitionNode, HumanNode } from '../../definition/definition.js';
import { didYouMean } from '../../definition/nearest.js';
import type { LintModel } from '../../lint/model.js';
import type { Finding, Rule } from '../../lint/rule.js';
import { configured } from '../lint-configured.js';
import type { LintKind } from '../lint-kind.js';

export const human: LintKind<HumanNode> = {
  decides: () => 'people',
  undecided: 'a human node',
  fix: null,
};

const humans = (model: LintModel) =>
  configured(model, (node: DefinitionNode): node is HumanNode => node.type === 'human');

const humanMissingRejectPath: Rule<'human-missing-reject-path'> = {
  codes: ['human-missing-reject-path'],
  reads: 'graph',
  check: (model) => {
    const inLoop = new Set(model.loops.flatMap((loop) => loop.bodyNodeIds));
    return humans(model)
      .filter(
        ({ nodeId, config }) =>
          config.onReject === undefined && !inLoop.has(nodeId) && !model.rejectWords.has(nodeId),
      )
      .map(({ nodeId, path }) => ({
        code: 'human-missing-reject-path',
        message: `the node does not say where a rejection leads; add onReject (end, routeToNodeId or loopBack) or an edge with on "reject", or put the node into the body of a loop`,
        path: [...path, 'config', 'onReject'],
        nodeId,
      }));
  },
};

const onRejectTargetMissing: Rule<'on-reject-target-missing'> = {
  codes: ['on-reject-target-missing'],
  reads: 'graph',
  check: (model) =>
    humans(model).flatMap(({ nodeId, config: { onReject }, path }): Finding<'on-reject-target-missing'>[] => {
      const target = onReject?.routeToNodeId ?? onReject?.loopBack?.toNodeId;
      if (target === undefined || model.nodeOf.has(target)) return [];
      const field = onReject?.loopBack ? ['loopBack', 'toNodeId'] : ['routeToNodeId'];
      return [
        {
          code: 'on-reject-target-missing',
          message: `node "${target}", the target of a rejection, does not exist${didYouMean(target, model.nodeOf.keys()) || '; add it or name another'}`,
          path: [...path, 'config', 'onReject', ...field],
          nodeId,
        },
      ];
    }),
};

export const humanRules = { ofGraph: [humanMissingRejectPath, onRejectTargetMissing] };
