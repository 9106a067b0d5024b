/** Rules on what a run would do: its size, and nodes that cannot do their work. */
import { RESERVED_AGENT_ID } from '../../definition/definition.js';
import { type Finding, type Rule, quoted } from '../rule.js';
import { worstCaseSteps } from '../worst-case.js';
import { peopleNodes } from './reviewers.js';

const fanOut: Rule<'fan-out-exceeds-limit'> = {
  codes: ['fan-out-exceeds-limit'],
  reads: 'graph',
  check: (model, { maxStepsPerExecution }) => {
    if (model.fullGraph.topological() === null) return []; // The cycle is reported.
    const steps = worstCaseSteps(model);
    if (steps <= maxStepsPerExecution) return [];
    const count = Number.isFinite(steps) ? Math.ceil(steps) : 'countless';
    return [
      {
        code: 'fan-out-exceeds-limit',
        message: `a run could start ${count} steps, more than the ${maxStepsPerExecution} that are allowed: every edge starts a step of its own; join branches with a joinOnQuorum group, or lower maxIterations`,
        path: ['edges'],
      },
    ];
  },
};

const agentNotRegistered: Rule<'agent-not-registered'> = {
  codes: ['agent-not-registered'],
  reads: 'element',
  check: ({ nodes }, { agentIds }) =>
    nodes.flatMap(({ node, path }): Finding<'agent-not-registered'>[] => {
      if (agentIds === null || node.type !== 'agent' || !node.config?.agentId) return [];
      const { agentId } = node.config;
      if (agentId === RESERVED_AGENT_ID || agentIds.has(agentId)) return [];
      return [
        {
          code: 'agent-not-registered',
          message: `no agent "${agentId}" is registered in this process${agentIds.size > 0 ? ` (there are ${quoted(agentIds)})` : ''}, so its steps would fail; register it or correct the name`,
          path: [...path, 'config', 'agentId'],
          nodeId: node.nodeId,
        },
      ];
    }),
};

const webhookNotExecuted: Rule<'webhook-node-not-executed'> = {
  codes: ['webhook-node-not-executed'],
  reads: 'element',
  check: ({ nodes }) =>
    nodes
      .filter(({ node }) => node.type === 'webhook')
      .map(({ node: { nodeId }, path }) => ({
        code: 'webhook-node-not-executed',
        message:
          'webhook nodes are not executed in this version: the step is skipped and its success edges are followed; use an agent to call another system',
        path,
        nodeId,
      })),
};

const directoryNotConfigured: Rule<'directory-not-configured'> = {
  codes: ['directory-not-configured'],
  reads: 'element',
  check: (model, { hasDirectory }) =>
    hasDirectory !== false
      ? []
      : peopleNodes(model).flatMap(({ nodeId, entries, path }) =>
          entries.flatMap(({ pool, chain }, index): Finding<'directory-not-configured'>[] => {
            const asks = chain !== undefined || pool?.group !== undefined || pool?.role !== undefined;
            if (!asks) return [];
            return [
              {
                code: 'directory-not-configured',
                message:
                  'groups, roles and chains are asked of a directory, and this engine has none, so the step would fail; give createApprovalEngine a directory',
                path: [...path, 'reviewers', index],
                nodeId,
              },
            ];
          }),
        ),
};

const calendarUnknown: Rule<'calendar-unknown'> = {
  codes: ['calendar-unknown'],
  reads: 'element',
  check: ({ nodes }, { calendars }) =>
    nodes.flatMap(({ node: { nodeId, sla }, path }): Finding<'calendar-unknown'>[] => {
      if (calendars === undefined || sla === undefined || calendars.has(sla.calendar)) return [];
      return [
        {
          code: 'calendar-unknown',
          message: `this engine has no calendar "${sla.calendar}"${calendars.size > 0 ? ` (there are ${quoted(calendars)})` : ''}, so no run would start; add it to calendars or correct the name`,
          path: [...path, 'sla', 'calendar'],
          nodeId,
        },
      ];
    }),
};

export const runTimeRules = [
  fanOut,
  agentNotRegistered,
  webhookNotExecuted,
  directoryNotConfigured,
  calendarUnknown,
];
