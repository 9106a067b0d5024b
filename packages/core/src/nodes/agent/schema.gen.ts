// Generated from the schemas of schema.ts by `npm run types`. Do not edit.
import type { DefinitionRetry } from '../schema-common.gen.js';
import type { DefinitionSla } from '../../definition/people-step.gen.js';

/** When a blocking agent step has waited long enough for resolutions of its findings. */
export type DefinitionResolutionPolicy =
  | {
      /** Every finding has to be resolved. */
      kind: 'allResolved';
    }
  | {
      /** A number of findings has to be resolved. */
      kind: 'minResolved';
      /** How many; all of them if there are fewer. */
      minCount: number;
    };

/** Which agent is called, and what it has to do. */
export interface AgentConfig {
  /** Which of the registered agents to call (required); `__mock__` passes at once. */
  agentId?: string | undefined;
  /** Dot-path to the URL that the agent is to look at, from the trigger context (required). */
  urlPath?: string | undefined;
  /** Whether the step waits until people have resolved what the agent found; false by default. */
  blocking?: boolean | undefined;
  /** When it has waited long enough; required on a blocking agent. */
  resolutionPolicy?: DefinitionResolutionPolicy | undefined;
  /** Time for all its calls together, in ms, up to a day; half an hour by default. */
  agentMaxRuntimeMs?: number | undefined;
  /** Text that the agent gets, up to 8,000 characters. */
  promptOverride?: string | undefined;
  /**
   * Further input: from a name to a dot-path that starts with `output` (of the step before) or
   * `execution.input`.
   */
  inputMapping?: Record<string, string> | undefined;
  /** Whether an answer with neither summary nor output counts as a failed call; false by default. */
  requireNonEmptyOutput?: boolean | undefined;
}

/** A node at which an agent, a function of the host's, is called. */
export interface AgentNode {
  /** Id of the node, unique in its definition. */
  nodeId: string;
  /** Name for people. */
  name?: string | undefined;
  /** Text for people. */
  description?: string | undefined;
  /**
   * Time from the creation of a step until it is breached, in ms, up to a year; needs an edge that takes
   * the breach.
   */
  slaMs?: number | undefined;
  /** The same in working time, in place of `slaMs`. */
  sla?: DefinitionSla | undefined;
  /** Repeats of an agent that throws, and of a directory that fails; other nodes ignore it. */
  retry?: DefinitionRetry | undefined;
  /** Kind of the node. */
  type: 'agent';
  /** Which agent, and how it is called. */
  config?: AgentConfig | undefined;
}
