// Generated from the schemas of schema.ts by `npm run types`. Do not edit.
import type { DefinitionRetry } from '../schema-common.gen.js';
import type { DefinitionSla } from '../../definition/people-step.gen.js';
import type { JsonPayload } from '../../definition/payload.js';

/** Separation of duties: users who must not decide in the run. */
export interface SubflowSeparation {
  /**
   * Ids of human nodes, 1 to 20. A user who decides a step of one cannot decide this node, and
   * vice versa.
   */
  excludeDecidersOf?: string[] | undefined;
}

/** Definition to run, its input and its output. */
export interface SubflowConfig {
  /** Id of the definition to run. */
  definitionId: string;
  /**
   * Version to run: a number, or `newest` for the newest one at the start; by default the
   * newest one when this definition is written.
   */
  version?: number | 'newest' | undefined;
  /** JSON template of the trigger context of the run; by default that of this execution. */
  input?: JsonPayload | undefined;
  /**
   * Further output, from names to dot-paths that start with `execution.input` or
   * `steps.<nodeId>.output` of the run.
   */
  output?: Record<string, string> | undefined;
  /** Id of a human node of the run whose decision is that of the step; none by default. */
  decisionFrom?: string | undefined;
  /** Gives the run the subject of this execution; false by default. */
  passSubject?: boolean | undefined;
  /** Users who must not decide in the run. */
  separation?: SubflowSeparation | undefined;
}

/** A node whose step is a whole run of another definition. */
export interface SubflowNode {
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
  type: 'subflow';
  /** Definition that the node runs. */
  config?: SubflowConfig | undefined;
}
