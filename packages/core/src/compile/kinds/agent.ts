import type { AgentNode } from '../../definition/definition.js';
import { DEFAULTS } from '../../definition/limits.js';
import type { CompiledAgentNode } from '../compiled.js';
import { compileRetry } from '../people.js';

export function compileAgent({ nodeId, slaMs, retry = {}, config = {} }: AgentNode): CompiledAgentNode {
  return {
    nodeId,
    type: 'agent',
    slaMs: slaMs ?? null,
    agentId: config.agentId ?? '',
    urlPath: config.urlPath ?? '',
    resolutionPolicy: config.blocking ? (config.resolutionPolicy ?? null) : null,
    agentMaxRuntimeMs: config.agentMaxRuntimeMs ?? DEFAULTS.agentMaxRuntimeMs,
    promptOverride: config.promptOverride ?? null,
    inputMapping: config.inputMapping ?? {},
    requireNonEmptyOutput: config.requireNonEmptyOutput ?? false,
    retry: compileRetry(retry),
  };
}
