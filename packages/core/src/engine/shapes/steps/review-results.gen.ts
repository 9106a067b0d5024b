// Generated from the schemas of review-results.ts by `npm run types`. Do not edit.
import type { JsonObject } from '../../../definition/json.js';
import type { ReviewResult } from '../results.gen.js';

/** What became of a place that was handed over. */
export interface DelegateStepResult {
  /** False when that was done before. */
  delegated: boolean;
  /** Who holds the place. */
  toUserId: string;
}

/** What became of a claim. */
export interface ClaimStepResult {
  /** False when the claim was made before and still holds. */
  claimed: boolean;
  /** Until when it holds, in ms since the epoch. */
  until: number;
}

/** What became of a claim that was given back. */
export interface ReleaseStepResult {
  /** False when there was none. */
  released: boolean;
}

/** Who was added. */
export interface AddReviewersResult {
  /** Those who were not added before. */
  added: string[];
}

/** What became of an answer that was taken back. */
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
  /** When the step is due now, in ms since the epoch; null without a deadline. */
  dueAt: number | null;
}

/** What became of an answer to a question. */
export interface ProvideInformationResult {
  /** False when the same was answered before. */
  provided: boolean;
  /** When the step is due now, in ms since the epoch; null without a deadline. */
  dueAt: number | null;
}

/** Who was reminded. */
export interface RemindStepResult {
  /** False when the same person reminded all of them just now. */
  reminded: boolean;
  /** Who is reminded. */
  userIds: string[];
}

/** What became of a revision. */
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

/** What became of an absence that was to be forgotten. */
export interface ClearAbsenceResult {
  /** False when there was none. */
  cleared: boolean;
}

/** Somebody is away, and somebody else answers for them. */
export interface AbsenceView {
  /** Id of the absence. */
  absenceId: string;
  /** Who is away. */
  userId: string;
  /** When it begins, in ms since the epoch. */
  from: number;
  /** When it is over, in ms since the epoch. */
  until: number;
  /** Who answers for them. */
  substituteId: string;
}

/** Why a decision of several was refused; the fields of any error. */
export interface DecideManyError {
  /** What is wrong, and how to mend it. */
  message: string;
  /** What kind of error it is. */
  status: string;
  /** What else is known. */
  details: JsonObject;
}

/** What became of one decision of several. */
export interface DecideManyItem {
  /** Whether it was accepted. */
  ok: boolean;
  /** What it did, where it was accepted. */
  result?: ReviewResult | undefined;
  /** Why not, where it was refused. */
  error?: DecideManyError | undefined;
}

/** What became of several decisions, in their order. */
export interface DecideManyResult {
  /** One for each decision. */
  items: DecideManyItem[];
}
