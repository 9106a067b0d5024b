// Generated from the schemas of schema.ts by `npm run types`. Do not edit.
import type { DefinitionRetry } from '../schema-common.gen.js';
import type { DefinitionSla } from '../../definition/people-step.gen.js';

/** End of the wait: exactly one of `forMs`, `workingMs`, `until` and `signal`. */
export interface WaitConfig {
  /** Time to wait in ms, up to 1 year. */
  forMs?: number | undefined;
  /** Working time to wait in ms. Needs `calendar`. */
  workingMs?: number | undefined;
  /** Name of one of the engine's calendars, for `workingMs`. */
  calendar?: string | undefined;
  /**
   * Instant to wait for, at most 1 year ahead: ms since the epoch, ISO 8601 with an offset, or
   * the path of either.
   */
  until?:
    | number
    | string
    | {
        /** Dot-path from `execution.input` or `output`. */
        var: string;
      }
    | undefined;
  /** Name of the signal to wait for, up to 64 characters of a-z 0-9 . _ - */
  signal?: string | undefined;
  /** Longest wait for the signal in ms; no limit by default. */
  withinMs?: number | undefined;
}

/** A node that waits for a time or a signal. */
export interface WaitNode {
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
  type: 'wait';
  /** Time or signal that the node waits for. */
  config?: WaitConfig | undefined;
}
