// Generated from the schemas of requests.ts by `npm run types`. Do not edit.
import type { ReviewVote } from '../../../interpreter/state.js';

/** Step and reviewer of a new link. */
export interface CreateLinkRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it. */
  stepId: string;
  /** Reviewer for whom the link decides; they have a place on the step. */
  reviewerId: string;
  /** The only answer that it takes; any by default. */
  decision?: ReviewVote | undefined;
  /** Expiry in ms since the epoch: by default and at most in 14 days, or when the step is due. */
  expiresAt?: number | undefined;
}

/** Selects the link to revoke. */
export interface RevokeLinkRequest {
  /** Id of the link, as `create` gave it. */
  linkId: string;
}
