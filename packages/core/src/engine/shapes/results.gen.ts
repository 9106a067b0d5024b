// Generated from the schemas of results.ts by `npm run types`. Do not edit.
import type { DefinitionView } from './definitions/views.gen.js';
import type { ExecutionView } from './executions/views.gen.js';
import type { ResolveAction } from '../../interpreter/command.js';
import type { StepStatus } from '../../interpreter/state.js';

/** The execution that a dispatch started, or had started before. */
export interface DispatchResult {
  /** Id of the execution. */
  executionId: string;
  /** The host's own id, as it was given, or one that was made. */
  correlationId: string;
  /** True if the call replayed an earlier dispatch with the same idempotencyKey. */
  deduplicated: boolean;
}

/** Effect of a decision or resolution on its step. */
export interface ReviewResult {
  /** False when the same was recorded before. */
  recorded: boolean;
  /** `pending` until the step resolves. */
  aggregatorStatus: 'pending' | 'resolved';
  /** True only in the response to the call that resolved the step. */
  resumeScheduled: boolean;
  /** Reason why nothing was recorded. */
  rejectionReason?: 'idempotent' | undefined;
}

/** The execution that was cancelled. */
export interface CancelExecutionResult {
  /** The execution is cancelled, now or since before. */
  cancelled: true;
  /** Id of the execution. */
  executionId: string;
}

/** The step that was cancelled. */
export interface CancelStepResult {
  /** The step is cancelled. */
  cancelled: true;
  /** Id of the execution. */
  executionId: string;
  /** Id of the step in its execution. */
  stepId: string;
}

/** The definition that was deleted. */
export interface DeleteDefinitionResult {
  /** The definition is deleted. */
  deleted: true;
  /** Id of the definition; it is free again. */
  definitionId: string;
}

/** Result of an administrator's action on a step. */
export interface ResolveStepResult {
  /** False when the step still waits for others, as it may after `reviewer-…`. */
  resolved: boolean;
  /** Id of the execution. */
  executionId: string;
  /** Id of the step in its execution. */
  stepId: string;
  /** Action that was taken. */
  action: ResolveAction;
  /** Status of the step now. */
  status: StepStatus;
}

/** The step that was finished. */
export interface FinishStepResult {
  /** The step has ended. */
  resolved: true;
  /** Id of the execution. */
  executionId: string;
  /** Id of the step in its execution. */
  stepId: string;
  /** Action that was taken. */
  action: 'complete' | 'fail';
  /** Status of the step now. */
  status: StepStatus;
}

/** Effect of a signal. */
export interface SignalExecutionResult {
  /** False when the same key brought it before. */
  received: boolean;
  /** Steps that it completed; empty if it is kept for the next step that waits for it. */
  stepIds: string[];
}

/** The deferred step that was called back. */
export interface CompleteDeferredResult {
  /** The result is recorded, now or since before. */
  completed: true;
  /** Id of the execution. */
  executionId: string;
  /** Id of the step in its execution. */
  stepId: string;
}

/** Result of a request to a trigger. */
export type TriggerResult =
  | {
      /** The request started an execution, or had started one before. */
      accepted: true;
      /** Result of the request. */
      code: 'accepted';
      /** Id of the execution. */
      executionId: string;
      /** True if the source's id had started the execution before. */
      deduplicated: boolean;
    }
  | {
      /** The trigger does not want this event. */
      accepted: false;
      /** Result of the request. */
      code: 'event-ignored';
    };

/** Changes that were needed, and the current definition. */
export interface EnsureResult {
  /** True if the id had no active definition. */
  created: boolean;
  /** True if a version was added. */
  updated: boolean;
  /** Number of its newest version. */
  version: number;
  /** The newest version. */
  definition: DefinitionView;
}

/** Result of a wait. */
export interface WaitExecutionResult {
  /** True if `execution` meets the condition. */
  reached: boolean;
  /** The execution as it was then. */
  execution: ExecutionView;
}
