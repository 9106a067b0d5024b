// Generated from the schemas of requests.ts by `npm run types`. Do not edit.
import type { JsonPayload } from '../../../definition/payload.js';
import type { ResolveAction } from '../../../interpreter/command.js';

/** Decision of a reviewer on a waiting human step. */
export interface RecordReviewerDecisionRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it; give it or `nodeId`. */
  stepId?: string | undefined;
  /** Node of the step, in place of `stepId`, if the execution has exactly one step of it. */
  nodeId?: string | undefined;
  /** User who decided: one of the reviewers of the node. */
  reviewerId: string;
  /** The decision; to abstain, the node has to allow it. */
  decision: 'approve' | 'reject' | 'abstain';
  /** Reason, up to 2,000 characters. */
  reason?: string | undefined;
  /** For whom, where a substitute decides: who holds the place, and is away. */
  onBehalfOf?: string | undefined;
  /** Reason code, one of those of the node. */
  reasonCode?: string | undefined;
  /** Values that an approval fills into the form of the node. */
  values?: JsonPayload | undefined;
  /** Digest of what the decision is on; it has to be the current one. */
  subjectDigest?: string | undefined;
  /** Round of the place; required from the second on, and then the current one. */
  round?: number | undefined;
}

/** Resolution of a finding of a blocking agent. */
export interface RecordAgentResolutionRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it; give it or `nodeId`. */
  stepId?: string | undefined;
  /** Node of the step, in place of `stepId`, if the execution has exactly one step of it. */
  nodeId?: string | undefined;
  /**
   * The findingId that is resolved; a step without findings takes any id of 1 to 200 characters
   * of A-Z a-z 0-9 : _ . -
   */
  resolutionId: string;
  /** `success` if the finding has been dealt with. */
  status: 'success' | 'failure';
  /** Result: a JSON object up to 256 KiB. */
  output?: JsonPayload | undefined;
  /** Description of the failure; required on a failure. */
  errorMessage?: string | undefined;
}

/** Open step to cancel, and the acting user. */
export interface CancelStepRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it; give it or `nodeId`. */
  stepId?: string | undefined;
  /** Node of the step, in place of `stepId`, if the execution has exactly one step of it. */
  nodeId?: string | undefined;
  /** User who requests it; it is in the events. */
  actorId: string;
  /** Reason, up to 500 characters; it is in the events. */
  reason?: string | undefined;
}

/** Resolution of a waiting step by an administrator. */
export interface ResolveStepRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it; give it or `nodeId`. */
  stepId?: string | undefined;
  /** Node of the step, in place of `stepId`, if the execution has exactly one step of it. */
  nodeId?: string | undefined;
  /**
   * `force-…` ends the waiting step at once; `reviewer-…` records the decision of the reviewer
   * `actorId`.
   */
  action: ResolveAction;
  /** User who requests it; it is in the events. */
  actorId: string;
  /**
   * Added to the output of the step, up to 256 KiB, if this ends it; `decision` and `approved`
   * come from the action.
   */
  output?: JsonPayload | undefined;
  /** Reason, up to 2,000 characters. */
  reason?: string | undefined;
  /** Reason code, one of those of the node. */
  reasonCode?: string | undefined;
  /** Values that an approval fills into the form of the node. */
  values?: JsonPayload | undefined;
  /** Digest of what the decision is on; it has to be the current one. */
  subjectDigest?: string | undefined;
  /** Round of the place; required from the second on, and then the current one. */
  round?: number | undefined;
}

/** End of an open step by an administrator. */
export interface FinishStepRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it; give it or `nodeId`. */
  stepId?: string | undefined;
  /** Node of the step, in place of `stepId`, if the execution has exactly one step of it. */
  nodeId?: string | undefined;
  /** `complete` completes the step without a decision; `fail` fails it. */
  action: 'complete' | 'fail';
  /** User who requests it; it is in the events. */
  actorId: string;
  /** Added to the output of the step, up to 256 KiB, without `decision` and `approved`. */
  output?: JsonPayload | undefined;
  /** Reason, up to 2,000 characters. */
  reason?: string | undefined;
}

/** Error of a deferred call. */
export interface DeferredError {
  /** The receiver's own code. */
  code?: string | undefined;
  /** Description of the error. */
  message: string;
}

/** Result of a deferred agent call on a step. */
export interface CompleteDeferredRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Id of the step in its execution, as views and events show it; give it or `nodeId`. */
  stepId?: string | undefined;
  /** Node of the step, in place of `stepId`, if the execution has exactly one step of it. */
  nodeId?: string | undefined;
  /** `completed`: the agent passed. `failed`: the step fails, without a retry. */
  status: 'completed' | 'failed';
  /** Output of the agent: a JSON object up to 256 KiB. */
  output?: JsonPayload | undefined;
  /** Description of the error, for `failed`: its message, alone or with a code. */
  error?: string | DeferredError | undefined;
}

/** A page of waiting steps. */
export interface ListWaitingRequest {
  /** Only steps that this reviewer has still to decide on, or may as a substitute. */
  reviewerId?: string | undefined;
  /** Only steps of executions of this definition. */
  definitionId?: string | undefined;
  /**
   * Those that wait longest first (`waiting`, the default), or those that are due first
   * (`due`).
   */
  sort?: 'waiting' | 'due' | undefined;
  /** Only steps that are due before, in ms since the epoch. */
  dueBefore?: number | undefined;
  /** Only the reviewer's own places (`own`), or those of absent users (`substitute`). */
  as?: 'own' | 'substitute' | undefined;
  /** Page size, 1 to 500; 50 by default. */
  pageSize?: number | undefined;
  /** `nextCursor` of the page before; the first page without it. */
  cursor?: string | undefined;
  /** Only steps of executions of this organization. */
  organizationId?: string | undefined;
  /** Only steps of executions of this document; needs its organizationId. */
  documentId?: string | undefined;
}
