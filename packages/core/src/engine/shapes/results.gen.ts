// Generated from the schemas of results.ts by `npm run types`. Do not edit.
import type { DefinitionView } from './definitions/views.gen.js';
import type { ExecutionView } from './executions/views.gen.js';
import type { ResolveAction } from '../../interpreter/command.js';
import type { StepStatus } from '../../interpreter/state.js';

/** The run that a dispatch started, or had started before. */
export interface DispatchResult {
  /** Id of the execution. */
  executionId: string;
  /** The host's own id, as it was given, or one that was made. */
  correlationId: string;
  /** Whether the call replayed an earlier dispatch with the same idempotencyKey. */
  deduplicated: boolean;
}

/** What a decision or a resolution did to its step. */
export interface ReviewResult {
  /** False when the same was recorded before. */
  recorded: boolean;
  /** `pending` until the step resolves. */
  aggregatorStatus: 'pending' | 'resolved';
  /** True only in the response to the call that resolved the step. */
  resumeScheduled: boolean;
  /** Why nothing was recorded. */
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

/** What an administrator did to a step. */
export interface ResolveStepResult {
  /** False when the step still waits for others, as it may after `reviewer-…`. */
  resolved: boolean;
  /** Id of the execution. */
  executionId: string;
  /** Id of the step in its execution. */
  stepId: string;
  /** What was done. */
  action: ResolveAction;
  /** Status of the step now. */
  status: StepStatus;
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

/** What became of a request to a trigger. */
export type TriggerResult =
  | {
      /** The request started a run, or had started one before. */
      accepted: true;
      /** What became of the request. */
      code: 'accepted';
      /** Id of the execution. */
      executionId: string;
      /** Whether the source's id had started the run before. */
      deduplicated: boolean;
    }
  | {
      /** The trigger does not want this event. */
      accepted: false;
      /** What became of the request. */
      code: 'event-ignored';
    };

/** Whether anything had to be written, and what is there now. */
export interface EnsureResult {
  /** Whether there was no active definition of this id. */
  created: boolean;
  /** Whether a version was added. */
  updated: boolean;
  /** Number of its newest version. */
  version: number;
  /** The newest version. */
  definition: DefinitionView;
}

/** What came of waiting. */
export interface WaitExecutionResult {
  /** Whether what was waited for is so in `execution`. */
  reached: boolean;
  /** The execution as it was then. */
  execution: ExecutionView;
}
