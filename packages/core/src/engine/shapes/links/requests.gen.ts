// Generated from the schemas of requests.ts by `npm run types`. Do not edit.
import type { ReviewVote } from '../../../interpreter/state.js';

/** Step and reviewer of a new link. */
export interface CreateLinkRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it; give it or `nodeId`. */
  stepId?: string | undefined;
  /** Node of the step, in place of `stepId`, if the execution has exactly one step of it. */
  nodeId?: string | undefined;
  /**
   * Reviewer for whom the link decides; they have a place on the step, or substitute
   * `onBehalfOf`.
   */
  reviewerId: string;
  /** For whom a substitute decides: the absent holder of the place. */
  onBehalfOf?: string | undefined;
  /** The only answer that it takes; any by default. */
  decision?: ReviewVote | undefined;
  /**
   * Expiry in ms since the epoch: by default and at most in 14 days, or when the step is due.
   */
  expiresAt?: number | undefined;
}

/** Selects the link to revoke. */
export interface RevokeLinkRequest {
  /** Id of the link, as `create` gave it. */
  linkId: string;
}
