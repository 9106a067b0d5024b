// Generated from the schemas of schema.ts by `npm run types`. Do not edit.
import type { DefinitionRetry } from '../schema-common.gen.js';
import type { DefinitionSla } from '../../definition/people-step.gen.js';

/** Outcome of the branch, and its effect on other branches. */
export interface EndConfig {
  /**
   * Outcome of the branch: `approved`, `rejected`, or a word of your own of up to 64 characters
   * a-z 0-9 -.
   */
  outcome: string;
  /** True to complete the execution and cancel all open steps; false by default. */
  terminate?: boolean | undefined;
}

/** A node that ends a branch with an outcome. */
export interface EndNode {
  /** Id of the node, unique in its definition. */
  nodeId: string;
  /** Display name. */
  name?: string | undefined;
  /** Description to display. */
  description?: string | undefined;
  /** Not allowed: an end completes as it starts. */
  slaMs?: number | undefined;
  /** Not allowed: an end completes as it starts. */
  sla?: DefinitionSla | undefined;
  /** Not allowed: an end calls nothing. */
  retry?: DefinitionRetry | undefined;
  /** Kind of the node. */
  type: 'end';
  /** Outcome of the node. */
  config?: EndConfig | undefined;
}
