// Generated from the schemas of schema.ts by `npm run types`. Do not edit.
import type { DefinitionRetry } from '../schema-common.gen.js';
import type { DefinitionSla } from '../../definition/people-step.gen.js';

/** A request that is checked, and not sent yet. */
export interface WebhookNodeConfig {
  /** Where the request would go. */
  url: string;
  /** Method of the request. */
  method?: string | undefined;
  /** Headers of the request. */
  headers?: Record<string, string> | undefined;
}

/** A node that is skipped when a run reaches it; its success edges are followed. */
export interface WebhookNode {
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
  type: 'webhook';
  /** The request that the node stands for. */
  config?: WebhookNodeConfig | undefined;
}
