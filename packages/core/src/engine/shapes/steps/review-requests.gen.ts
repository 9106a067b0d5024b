// Generated from the schemas of review-requests.ts by `npm run types`. Do not edit.
import type { RecordReviewerDecisionRequest } from './requests.gen.js';

/** Place on a waiting step, and its new holder. */
export interface DelegateStepRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it; give it or `nodeId`. */
  stepId?: string | undefined;
  /** Node of the step, in place of `stepId`, if the execution has exactly one step of it. */
  nodeId?: string | undefined;
  /** Holder of the place. */
  reviewerId: string;
  /** New holder. */
  toUserId: string;
  /** User who requests it: the holder of the place by default, otherwise an administrator. */
  actorId?: string | undefined;
  /** Reason, up to 2,000 characters. */
  reason?: string | undefined;
}

/** Decision of a pool to reserve. */
export interface ClaimStepRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it; give it or `nodeId`. */
  stepId?: string | undefined;
  /** Node of the step, in place of `stepId`, if the execution has exactly one step of it. */
  nodeId?: string | undefined;
  /** User who will decide. */
  reviewerId: string;
  /** Index of the pool in `reviewers` of the node. */
  entry: number;
}

/** Selects the claim to release. */
export interface ReleaseStepRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it; give it or `nodeId`. */
  stepId?: string | undefined;
  /** Node of the step, in place of `stepId`, if the execution has exactly one step of it. */
  nodeId?: string | undefined;
  /** User who made the claim. */
  reviewerId: string;
  /** Index of the pool in `reviewers` of the node. */
  entry: number;
  /** User who requests it: the claimant by default, otherwise an administrator. */
  actorId?: string | undefined;
}

/** Further reviewers who must approve a waiting step. */
export interface AddReviewersRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it; give it or `nodeId`. */
  stepId?: string | undefined;
  /** Node of the step, in place of `stepId`, if the execution has exactly one step of it. */
  nodeId?: string | undefined;
  /** Reviewer who adds them. */
  reviewerId: string;
  /** Users to add, 1 to 10. */
  userIds: string[];
  /** Reason, up to 2,000 characters. */
  reason?: string | undefined;
}

/** Selects the decision to retract. */
export interface RetractDecisionRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it; give it or `nodeId`. */
  stepId?: string | undefined;
  /** Node of the step, in place of `stepId`, if the execution has exactly one step of it. */
  nodeId?: string | undefined;
  /** Reviewer who decided. */
  reviewerId: string;
  /** Absent holder, if the decision was that of a substitute. */
  onBehalfOf?: string | undefined;
  /** Round of the place in which it was given. */
  round: number;
  /** Reason, up to 2,000 characters. */
  reason?: string | undefined;
}

/** Question of a reviewer to a user before deciding. */
export interface RequestInformationRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it; give it or `nodeId`. */
  stepId?: string | undefined;
  /** Node of the step, in place of `stepId`, if the execution has exactly one step of it. */
  nodeId?: string | undefined;
  /** Reviewer who asks. */
  reviewerId: string;
  /** Text of the question, up to 2,000 characters. */
  question: string;
  /** User who is asked; the initiator by default. */
  ofUserId?: string | undefined;
  /**
   * Makes a repeat by the same person return the first question, answered or not; up to 200
   * characters.
   */
  idempotencyKey?: string | undefined;
}

/** Answer to a question of a reviewer. */
export interface ProvideInformationRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it; give it or `nodeId`. */
  stepId?: string | undefined;
  /** Node of the step, in place of `stepId`, if the execution has exactly one step of it. */
  nodeId?: string | undefined;
  /** User who answers: the one who was asked. */
  actorId: string;
  /** Id of the question, as it was returned. */
  questionId: string;
  /** Text of the answer, up to 2,000 characters. */
  answer: string;
}

/** Reminder of a waiting step. */
export interface RemindStepRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it; give it or `nodeId`. */
  stepId?: string | undefined;
  /** Node of the step, in place of `stepId`, if the execution has exactly one step of it. */
  nodeId?: string | undefined;
  /** User who sends the reminder. */
  actorId: string;
  /** Reviewer to remind; all with an outstanding decision by default. */
  userId?: string | undefined;
}

/** Several decisions, each by itself. */
export interface DecideManyRequest {
  /** The decisions, 1 to 100. */
  decisions: RecordReviewerDecisionRequest[];
}
