// Generated from the schemas of review-results.ts by `npm run types`. Do not edit.
import type { JsonObject } from '../../../definition/json.js';
import type { ReviewResult } from '../results.gen.js';

/** Result of delegating a place. */
export interface DelegateStepResult {
  /** False when that was done before. */
  delegated: boolean;
  /** Holder of the place. */
  toUserId: string;
}

/** Result of a claim. */
export interface ClaimStepResult {
  /** False when the claim was made before and still holds. */
  claimed: boolean;
  /** End of its validity, in ms since the epoch. */
  until: number;
}

/** Result of releasing a claim. */
export interface ReleaseStepResult {
  /** False when there was none. */
  released: boolean;
}

/** Added reviewers. */
export interface AddReviewersResult {
  /** Those who were not added before. */
  added: string[];
}

/** Result of retracting a decision. */
export interface RetractDecisionResult {
  /** False when it was taken back before. */
  retracted: boolean;
  /** The round that the next answer has to name. */
  round: number;
}

/** A question that was asked. */
export interface RequestInformationResult {
  /** False when the same question is open already. */
  asked: boolean;
  /** Id of the question in its step. */
  questionId: string;
  /** New deadline of the step, in ms since the epoch; null without one. */
  dueAt: number | null;
}

/** Result of answering a question. */
export interface ProvideInformationResult {
  /** False when the same was answered before. */
  provided: boolean;
  /** New deadline of the step, in ms since the epoch; null without one. */
  dueAt: number | null;
}

/** Result of a reminder. */
export interface RemindStepResult {
  /** False when the same person reminded all of them just now. */
  reminded: boolean;
  /** Reminded users. */
  userIds: string[];
}

/** Result of a revision. */
export interface ReviseSubjectResult {
  /** False when that was the subject already. */
  revised: boolean;
  /** Digest of what is to be approved. */
  digest: string;
  /** The waiting steps whose answers are void. */
  resetStepIds: string[];
}

/** An absence that is kept. */
export interface SetAbsenceResult {
  /** Id of the absence. */
  absenceId: string;
  /** False when the same was kept before. */
  created: boolean;
}

/** Result of deleting an absence. */
export interface ClearAbsenceResult {
  /** False when there was none. */
  cleared: boolean;
}

/** An absence, with the substitute. */
export interface AbsenceView {
  /** Id of the absence. */
  absenceId: string;
  /** Absent user. */
  userId: string;
  /** Start in ms since the epoch. */
  from: number;
  /** End in ms since the epoch. */
  until: number;
  /** User who decides for them. */
  substituteId: string;
}

/** Error of one decision of several; the fields of any error. */
export interface DecideManyError {
  /** Description of the error, with a fix. */
  message: string;
  /** Status of the error. */
  status: string;
  /** Further details. */
  details: JsonObject;
}

/** Result of one decision of several. */
export interface DecideManyItem {
  /** True if it was accepted. */
  ok: boolean;
  /** Effect of an accepted decision. */
  result?: ReviewResult | undefined;
  /** Error of a refused decision. */
  error?: DecideManyError | undefined;
}

/** Results of several decisions, in their order. */
export interface DecideManyResult {
  /** One for each decision. */
  items: DecideManyItem[];
}
