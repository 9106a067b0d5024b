// Generated from the schemas of views.ts by `npm run types`. Do not edit.
import type { Presentation } from '../../../definition/presented.gen.js';
import type { ReviewVote } from '../../../interpreter/state.js';

/** A link, as mails and messages are made from it. */
export interface CreateLinkResult {
  /** Id of the link, for `revoke`. */
  linkId: string;
  /** Secret address: its holder can decide. Returned only once. */
  url: string;
  /** Expiry in ms since the epoch. */
  expiresAt: number;
  /** Name of the definition. */
  name: string;
  /** Question to the reviewers; null without a text. */
  commentBody: string | null;
  /** Reviewer for whom the link decides. */
  reviewerId: string;
  /** Deadline of the step, in ms since the epoch; null: none. */
  dueAt: number | null;
  /** Absent user whom they substitute; null without one. */
  onBehalfOf: string | null;
  /** Presentation to show before a decision; null without one. */
  presentation: Presentation | null;
  /** The only answer that it takes; null: any. */
  decision: ReviewVote | null;
}

/** Result of revoking a link. */
export interface RevokeLinkResult {
  /** False: an answer came through it before. */
  revoked: boolean;
  /** Id of the link. */
  linkId: string;
}
