// Generated from the schemas of schema.ts by `npm run types`. Do not edit.
import type { DefinitionRetry } from '../schema-common.gen.js';
import type { DefinitionSla } from '../../definition/people-step.gen.js';

/** A request. It is validated but not sent in this version. */
export interface WebhookNodeConfig {
  /** URL of the request. */
  url: string;
  /** Method of the request. */
  method?: string | undefined;
  /** Headers of the request. */
  headers?: Record<string, string> | undefined;
}

/** A node that executions skip. Its success edges are followed. */
export interface WebhookNode {
  /** Id of the node, unique in its definition. */
  nodeId: string;
  /** Display name. */
  name?: string | undefined;
  /** Description to display. */
  description?: string | undefined;
  /**
   * Time in ms from the creation of a step to its breach, up to 1 year. Needs an edge that takes
   * the breach.
   */
  slaMs?: number | undefined;
  /** Deadline in working time, instead of `slaMs`. */
  sla?: DefinitionSla | undefined;
  /** Retries of an agent that throws or a directory that fails. Other nodes ignore it. */
  retry?: DefinitionRetry | undefined;
  /** Kind of the node. */
  type: 'webhook';
  /** Request of the node. */
  config?: WebhookNodeConfig | undefined;
}
