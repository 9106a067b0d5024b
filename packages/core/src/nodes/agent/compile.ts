/** Compiles an agent node. */
import type { AgentNode } from '../../definition/definition.js';
import { DEFAULTS } from '../../definition/limits.js';
import type { RetryPolicy } from '../../compile/compiled-people.js';
import { compileRetry } from '../../compile/people.js';
import type { CompiledNodeBase } from '../compile-base.js';

/** Condition that ends a blocking agent step's wait for resolutions. */
export type ResolutionPolicy =
  { readonly kind: 'allResolved' } | { readonly kind: 'minResolved'; readonly minCount: number };

/** The compiled form of an agent node. */
export interface CompiledAgentNode extends CompiledNodeBase {
  readonly type: 'agent';
  readonly agentId: string;
  readonly urlPath: string;
  /** Set on a blocking agent, null on any other. */
  readonly resolutionPolicy: ResolutionPolicy | null;
  readonly agentMaxRuntimeMs: number;
  readonly promptOverride: string | null;
  /** Input name → dot-path. */
  readonly inputMapping: Readonly<Record<string, string>>;
  readonly requireNonEmptyOutput: boolean;
  readonly retry: RetryPolicy;
}

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
