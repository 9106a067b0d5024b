// Generated from the schemas of requests.ts by `npm run types`. Do not edit.
import type { ExecutionStatus } from '../../../interpreter/state.js';
import type { JsonPayload } from '../../../definition/payload.js';
import type { NoDispatchResult } from './no-dispatch-result.js';
import type { PresentationValues } from '../../../definition/presented.gen.js';
import type { RunSubject } from './subject.gen.js';

/** Definition to run, and its input. */
export interface DispatchRequest {
  /** Definition to run, in its newest version: the most specific one. */
  definitionId: string;
  /**
   * Makes a repeat return the first execution; unique in the workspace, up to 200 characters.
   */
  idempotencyKey?: string | undefined;
  /**
   * The host's own id for what this belongs to; it is on every event. One is made by default.
   */
  correlationId?: string | undefined;
  /**
   * Input of the execution: a JSON object up to 256 KiB; conditions read it as
   * `execution.input`.
   */
  triggerContext?: JsonPayload | undefined;
  /**
   * Receiver of this execution's events, in place of the definition's; needs `webhookSecret`.
   */
  webhookUrl?: string | undefined;
  /** Signs what is sent to `webhookUrl`: 16 to 512 characters. */
  webhookSecret?: string | undefined;
  /** Initiator of the execution; nodes may exclude them from deciding. */
  initiatorId?: string | undefined;
  /** Contributors to the subject, up to 50; nodes may exclude them from deciding. */
  contributorIds?: string[] | undefined;
  /**
   * True to exclude initiator and contributors from deciding on every node; false by default.
   */
  enforceSeparation?: boolean | undefined;
  /** Subject of the approval. */
  subject?: RunSubject | undefined;
  /** Presentation in place of that of the definition. */
  presentation?: PresentationValues | undefined;
  /** Organization whose definition is meant. */
  organizationId?: string | undefined;
  /** Document whose definition is meant; needs its organizationId. */
  documentId?: string | undefined;
}

/** Selects the execution. */
export interface GetExecutionRequest extends NoDispatchResult {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
}

/** A page of executions, newest first. */
export interface ListExecutionsRequest {
  /** Only executions of this definition. */
  definitionId?: string | undefined;
  /** Only executions in this status. */
  status?: ExecutionStatus | undefined;
  /** Only completed executions with this outcome, as in `rejected`. */
  outcome?: string | undefined;
  /** Only executions that steps of this execution started. */
  parentExecutionId?: string | undefined;
  /** Only executions that this user is a party of. */
  party?: string | undefined;
  /** Only executions created at this time or later, in ms since the epoch. */
  createdFrom?: number | undefined;
  /** Only executions created before, in ms since the epoch. */
  createdBefore?: number | undefined;
  /** Page size, 1 to 500; 50 by default. */
  pageSize?: number | undefined;
  /** `nextCursor` of the page before; the first page without it. */
  cursor?: string | undefined;
  /** Only executions of this organization. */
  organizationId?: string | undefined;
  /** Only executions of this document; needs its organizationId. */
  documentId?: string | undefined;
}

/** A page of an execution's events, in order. */
export interface GetEventsRequest extends NoDispatchResult {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Only events with a higher seq: `nextCursor` of the page before; 0 by default. */
  sinceSeq?: number | undefined;
  /** Page size, 1 to 500; 100 by default. */
  pageSize?: number | undefined;
  /**
   * All events as they are stored, those that only the engine reads among them; for an audit.
   */
  includeInternal?: true | undefined;
}

/** Selects the execution to end. */
export interface CancelExecutionRequest extends NoDispatchResult {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Reason, up to 500 characters; it is in the events. */
  reason?: string | undefined;
}
