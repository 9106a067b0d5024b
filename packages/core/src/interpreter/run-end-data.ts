/** The end of a run, as a command of its parent has it. */
import type { JsonObject } from '../definition/json.js';
import type { ReviewDecision } from './state.js';

/** End of a run. */
export interface RunEnd {
  /** Final status of the run. */
  readonly status: 'completed' | 'failed' | 'cancelled';
  /** Cause of a failure; null for any other end. */
  readonly message: string | null;
  /** Values that the node names; null if they are too large. */
  readonly output: JsonObject | null;
  /** Decision of the people whom the node names; null if they left none. */
  readonly decision: RunDecision | null;
  /** Users who decided a step of the run. */
  readonly deciders: readonly string[];
}

/** A decision of people in a run, with the fields of a human step's output. */
export type RunDecision = JsonObject & { readonly decision: ReviewDecision; readonly approved: boolean };
