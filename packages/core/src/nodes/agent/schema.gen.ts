// Generated from the schemas of schema.ts by `npm run types`. Do not edit.
import type { DefinitionRetry } from '../schema-common.gen.js';
import type { DefinitionSla } from '../../definition/people-step.gen.js';

/** Resolutions that a blocking agent step waits for. */
export type DefinitionResolutionPolicy =
  | {
      /** Every finding has to be resolved. */
      kind: 'allResolved';
    }
  | {
      /** A number of findings has to be resolved. */
      kind: 'minResolved';
      /** Number of findings; all of them if the step has fewer. */
      minCount: number;
    };

/** Agent to call, and its input. */
export interface AgentConfig {
  /** Id of the registered agent to call (required). `__mock__` passes at once. */
  agentId?: string | undefined;
  /** Dot-path in the trigger context to the URL that the agent works on (required). */
  urlPath?: string | undefined;
  /**
   * Makes the step wait until people have resolved the findings of the agent; false by default.
   */
  blocking?: boolean | undefined;
  /** Resolutions that the step waits for. Required on a blocking agent. */
  resolutionPolicy?: DefinitionResolutionPolicy | undefined;
  /** Maximum time of all calls together in ms, up to 1 day; 30 minutes by default. */
  agentMaxRuntimeMs?: number | undefined;
  /** Prompt passed to the agent, up to 8,000 characters. */
  promptOverride?: string | undefined;
  /**
   * Further input, from names to dot-paths that start with `output` (of the previous step) or
   * `execution.input`.
   */
  inputMapping?: Record<string, string> | undefined;
  /** Counts a result with neither summary nor output as a failed call; false by default. */
  requireNonEmptyOutput?: boolean | undefined;
}

/** A node that calls an agent, a function of the host. */
export interface AgentNode {
  /** Id of the node, unique in its definition. */
  nodeId: string;
  /** Display name. */
  name?: string | undefined;
  /** Description to display. */
  description?: string | undefined;
  /**
   * Time in ms from the creation of a step to its breach, up to 1 year. Needs an edge that
   * takes the breach.
   */
  slaMs?: number | undefined;
  /** Deadline in working time, instead of `slaMs`. */
  sla?: DefinitionSla | undefined;
  /**
   * Retries of an agent or a channel that throws, of a request, and of a directory that fails.
   * Other nodes ignore it.
   */
  retry?: DefinitionRetry | undefined;
  /** Kind of the node. */
  type: 'agent';
  /** Configuration of the agent. */
  config?: AgentConfig | undefined;
}
