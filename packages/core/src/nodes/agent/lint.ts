/** Rules on agent nodes. */
import { type AgentNode, type DefinitionNode, RESERVED_AGENT_ID } from '../../definition/definition.js';
import { didYouMean } from '../../definition/nearest.js';
import type { LintModel } from '../../lint/model.js';
import { type Finding, type Rule, quoted } from '../../lint/rule.js';
import { configured } from '../lint-configured.js';
import type { LintKind } from '../lint-kind.js';

export const agent: LintKind<AgentNode> = {
  decides: ({ config }) => (config?.blocking === true ? 'policy' : 'nobody'),
  undecided: 'a non-blocking agent',
  fix: 'make it blocking',
};

const agents = (model: LintModel) =>
  configured(model, (node: DefinitionNode): node is AgentNode => node.type === 'agent');

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
                'a blocking agent needs a resolution policy; give {"kind": "allResolved"} or {"kind": "minResolved", "minCount": n}',
              ),
            ]
          : []),
      ];
    }),
};

const agentNotRegistered: Rule<'agent-not-registered'> = {
  codes: ['agent-not-registered'],
  reads: 'element',
  check: ({ nodes }, { agentIds }) =>
    nodes.flatMap(({ node, path }): Finding<'agent-not-registered'>[] => {
      if (agentIds === null || node.type !== 'agent' || !node.config?.agentId) return [];
      const { agentId } = node.config;
      if (agentId === RESERVED_AGENT_ID || agentIds.has(agentId)) return [];
      const known = [...agentIds];
      return [
        {
          code: 'agent-not-registered',
          message: `no agent "${agentId}" is registered in this process${known.length > 0 ? ` (registered: ${quoted(known)})` : ''}, so its steps would fail${didYouMean(agentId, known) || '; register it or correct the name'}`,
          path: [...path, 'config', 'agentId'],
          nodeId: node.nodeId,
        },
      ];
    }),
};

export const agentRules = { ofElement: [agentFields], ofRun: [agentNotRegistered] };
