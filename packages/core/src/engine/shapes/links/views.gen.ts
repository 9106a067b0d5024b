// Generated from the schemas of views.ts by `npm run types`. Do not edit.
import type { ReviewVote } from '../../../interpreter/state.js';

/** A link, as mails and messages are made from it. */
export interface CreateLinkResult {
  /** Id of the link, for `revoke`. */
  linkId: string;
  /** Its address: whoever has it can answer. It is told once. */
  url: string;
  /** When it ends, in ms since the epoch. */
  expiresAt: number;
  /** Name of the definition. */
  name: string;
  /** What the people are asked; null without a text. */
  commentBody: string | null;
  /** Whose answer it gives. */
  reviewerId: string;
  /** When the step is breached, in ms since the epoch; null: never. */
  dueAt: number | null;
  /** The only answer that it takes; null: any. */
  decision: ReviewVote | null;
}

/** Whether the link answers nothing any more. */
export interface RevokeLinkResult {
  /** False: an answer came through it before. */
  revoked: boolean;
  /** Id of the link. */
  linkId: string;
}
