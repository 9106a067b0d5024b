/** Rules on single nodes. */
import type { AgentNode, DefinitionNode, HumanNode } from '../../definition/definition.js';
import { canHoldOn } from '../../expression/guard.js';
import type { LintModel, ModelEdge, ModelNode } from '../model.js';
import type { Finding, Rule } from '../rule.js';

type Config<N extends { config?: unknown }> = NonNullable<N['config']>;
interface Configured<N extends { config?: unknown }> {
  readonly nodeId: string;
  readonly config: Config<N>;
  readonly path: ModelNode['path'];
}

/** Nodes of one type that have a config; a missing one is a finding of its own. */
const humans = ({ nodes }: LintModel): Configured<HumanNode>[] =>
  nodes.flatMap(({ node, path }) =>
    node.type === 'human' && node.config ? [{ nodeId: node.nodeId, config: node.config, path }] : [],
  );
const agents = ({ nodes }: LintModel): Configured<AgentNode>[] =>
  nodes.flatMap(({ node, path }) =>
    node.type === 'agent' && node.config ? [{ nodeId: node.nodeId, config: node.config, path }] : [],
  );

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

const humanMissingRejectPath: Rule<'human-missing-reject-path'> = {
  codes: ['human-missing-reject-path'],
  reads: 'graph',
  check: (model) => {
    const inLoop = new Set(model.loops.flatMap((loop) => loop.bodyNodeIds));
    return humans(model)
      .filter(({ nodeId, config }) => config.onReject === undefined && !inLoop.has(nodeId))
      .map(({ nodeId, path }) => ({
        code: 'human-missing-reject-path',
        message: `the node says nothing on what a rejection does; add onReject (routeToNodeId or loopBack), or put the node into the body of a loop`,
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
          message: `there is no node "${target}" for a rejection to go to; add it or name another`,
          path: [...path, 'config', 'onReject', ...field],
          nodeId,
        },
      ];
    }),
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

const slaConflict: Rule<'sla-conflict'> = {
  codes: ['sla-conflict'],
  reads: 'element',
  check: ({ nodes }) =>
    nodes
      .filter(({ node }) => node.slaMs !== undefined && node.sla !== undefined)
      .map(({ node: { nodeId }, path }) => ({
        code: 'sla-conflict',
        message: 'the node has slaMs and sla, which are two deadlines; remove one of them',
        path: [...path, 'sla'],
        nodeId,
      })),
};

/** An edge whose condition is at fault is given the benefit of the doubt. */
function routesBreach({ guard }: ModelEdge): boolean {
  if (guard === null) return true;
  return guard.folded !== null && guard.readsStatus && canHoldOn(guard.folded, 'breached');
}

type AgentFieldCode = 'agent-missing-agent-id' | 'agent-missing-url-path' | 'resolution-policy-missing';
const agentFields: Rule<AgentFieldCode> = {
  codes: ['agent-missing-agent-id', 'agent-missing-url-path', 'resolution-policy-missing'],
  reads: 'element',
  check: (model) =>
    agents(model).flatMap(({ nodeId, config, path }): Finding<AgentFieldCode>[] => {
      const missing = (code: AgentFieldCode, field: string, message: string): Finding<AgentFieldCode> => ({
        code,
        message,
        path: [...path, 'config', field],
        nodeId,
      });
      return [
        ...(config.agentId
          ? []
          : [
              missing(
                'agent-missing-agent-id',
                'agentId',
                'the node has no agentId; name the agent to run, or "__mock__"',
              ),
            ]),
        ...(config.urlPath
          ? []
          : [
              missing(
                'agent-missing-url-path',
                'urlPath',
                'the node has no urlPath; give the dot-path in triggerContext to the URL that the agent acts on',
              ),
            ]),
        ...(config.blocking && !config.resolutionPolicy
          ? [
              missing(
                'resolution-policy-missing',
                'resolutionPolicy',
                'a blocking agent does not say when its findings are resolved; give {"kind": "allResolved"} or {"kind": "minResolved", "minCount": n}',
              ),
            ]
          : []),
      ];
    }),
};

export const nodeRules = [
  nodeMissingConfig,
  humanMissingRejectPath,
  onRejectTargetMissing,
  missingBreachEdge,
  slaConflict,
  agentFields,
];
