// Generated from the schemas of review-requests.ts by `npm run types`. Do not edit.
import type { RecordReviewerDecisionRequest } from './requests.gen.js';

/** Whose place on a waiting step goes to whom. */
export interface DelegateStepRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it. */
  stepId: string;
  /** Who holds the place. */
  reviewerId: string;
  /** Who gets it. */
  toUserId: string;
  /** Who asks for it: whoever holds the place by default, otherwise an administrator. */
  actorId?: string | undefined;
  /** Why, up to 2,000 characters. */
  reason?: string | undefined;
}

/** Which answer of a pool to reserve. */
export interface ClaimStepRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it. */
  stepId: string;
  /** Who will answer. */
  reviewerId: string;
  /** Index of the pool in `reviewers` of the node. */
  entry: number;
}

/** Which claim to give back. */
export interface ReleaseStepRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it. */
  stepId: string;
  /** Who made the claim. */
  reviewerId: string;
  /** Index of the pool in `reviewers` of the node. */
  entry: number;
  /** Who asks for it: whoever made the claim by default, otherwise an administrator. */
  actorId?: string | undefined;
}

/** Who has to approve a waiting step as well. */
export interface AddReviewersRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it. */
  stepId: string;
  /** Who adds them. */
  reviewerId: string;
  /** Who is added, 1 to 10. */
  userIds: string[];
  /** Why, up to 2,000 characters. */
  reason?: string | undefined;
}

/** Which answer to take back. */
export interface RetractDecisionRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it. */
  stepId: string;
  /** Who gave it. */
  reviewerId: string;
  /** For whom, where they stood in. */
  onBehalfOf?: string | undefined;
  /** Round of the place in which it was given. */
  round: number;
  /** Why, up to 2,000 characters. */
  reason?: string | undefined;
}

/** What a reviewer asks of somebody before deciding. */
export interface RequestInformationRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it. */
  stepId: string;
  /** Who asks. */
  reviewerId: string;
  /** What they ask, up to 2,000 characters. */
  question: string;
  /** Whom they ask; whoever started the run by default. */
  ofUserId?: string | undefined;
  /** Makes a repeat by the same person return the first question, answered or not; up to 200 characters. */
  idempotencyKey?: string | undefined;
}

/** What somebody answers to a question of a reviewer. */
export interface ProvideInformationRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it. */
  stepId: string;
  /** Who answers: who was asked. */
  actorId: string;
  /** Id of the question, as it was returned. */
  questionId: string;
  /** What they answer, up to 2,000 characters. */
  answer: string;
}

/** Who is reminded of a waiting step. */
export interface RemindStepRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it. */
  stepId: string;
  /** Who reminds. */
  actorId: string;
  /** Who is reminded; everybody who owes an answer by default. */
  userId?: string | undefined;
}

/** Several decisions, each by itself. */
export interface DecideManyRequest {
  /** What was decided, 1 to 100. */
  decisions: RecordReviewerDecisionRequest[];
}
