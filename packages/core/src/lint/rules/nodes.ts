/** Rules on single nodes. Rules on one kind are in `nodes/<kind>/lint.ts`. */
import type { DefinitionNode } from '../../definition/definition.js';
import { canHoldOn } from '../../expression/guard.js';
import { kindRules } from '../../nodes/lint.js';
import type { ModelEdge } from '../model.js';
import type { Rule } from '../rule.js';

const nodeMissingConfig: Rule<'node-missing-config'> = {
  codes: ['node-missing-config'],
  reads: 'element',
  check: ({ nodes }) =>
    nodes
      .filter(({ node }) => node.config === undefined)
      .map(({ node: { nodeId, type }, path }) => ({
        code: 'node-missing-config',
        message: `a node of type ${type} needs a config; add config: {…}`,
        path: [...path, 'config'],
        nodeId,
      })),
};

const missingBreachEdge: Rule<'missing-breach-edge'> = {
  codes: ['missing-breach-edge'],
  reads: 'graph',
  check: ({ nodes, outgoing }) =>
    nodes
      .filter(({ node }) => hasDeadline(node) && !(outgoing.get(node.nodeId) ?? []).some(routesBreach))
      .map(({ node: { nodeId, slaMs }, path }) => ({
        code: 'missing-breach-edge',
        message: `the node has ${slaMs === undefined ? 'sla' : 'slaMs'}, but no outgoing edge is taken when it is breached; add one with when {"op":"eq","args":[{"var":"step.status"},"breached"]}`,
        path: [...path, slaMs === undefined ? 'sla' : 'slaMs'],
        nodeId,
      })),
};

const hasDeadline = ({ slaMs, sla }: DefinitionNode): boolean => slaMs !== undefined || sla !== undefined;

const deadlinesIn = (...given: readonly unknown[]): number => given.filter((it) => it !== undefined).length;

const slaConflict: Rule<'sla-conflict'> = {
  codes: ['sla-conflict'],
  reads: 'element',
  check: ({ nodes }) =>
    nodes
      .filter(({ node: { slaMs, sla } }) => deadlinesIn(slaMs, sla?.workingMs, sla?.workingDays) > 1)
      .map(({ node: { nodeId }, path }) => ({
        code: 'sla-conflict',
        message:
          'the node has several of slaMs, sla.workingMs and sla.workingDays, which are deadlines; keep one of them',
        path: [...path, 'sla'],
        nodeId,
      })),
};

/** An edge with an invalid condition counts as one that routes the breach. */
function routesBreach({ guard }: ModelEdge): boolean {
  if (guard === null) return true;
  return guard.folded !== null && guard.readsStatus && canHoldOn(guard.folded, 'breached');
}

export const nodeRules = [
  nodeMissingConfig,
  ...kindRules.ofGraph,
  missingBreachEdge,
  slaConflict,
  ...kindRules.ofElement,
];
