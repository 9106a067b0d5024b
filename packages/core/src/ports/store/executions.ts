/** What a store keeps of executions: state, events and jobs, written together. */
import type { EngineEvent } from '../../interpreter/event.js';
import type { Job } from '../../interpreter/job.js';
import type { ExecutionState, ExecutionStatus, StepState } from '../../interpreter/state.js';
import type { Push } from './deliveries.js';
import type { Claim, ClaimUse } from './jobs.js';
import type { Page, PageRequest } from './page.js';

export interface ExecutionKey {
  readonly workspaceId: string;
  readonly executionId: string;
}

/** One change of one execution: all of it is written, or nothing. */
export interface Change {
  /** seq of the state that was decided on: the revision to compare. 0 creates the execution. */
  readonly expectedSeq: number;
  readonly state: ExecutionState;
  /** The steps of `state` that are new or differ from before. */
  readonly changedSteps: readonly StepState[];
  /** At least one; their seqs follow `expectedSeq` without a gap. */
  readonly events: readonly EngineEvent[];
  readonly newJobs: readonly Job[];
  /** Steps that have ended: their pending jobs go, whoever holds them. Applied before `newJobs`. */
  readonly endedStepIds: readonly string[];
  /** All must hold; those that finish take their jobs away, before `newJobs` come. */
  readonly claims: readonly ClaimUse[];
  /** A pending delivery for each of these events, due at the event's time; null: none. */
  readonly push: Push | null;
  /** Creating: the secret of the run's own receiver, opaque to the store; null: it has none. */
  readonly sealedSecret: string | null;
}

export type CommitAnswer =
  | { readonly kind: 'committed' }
  /** The execution is at another seq (or exists already): load it and decide again. */
  | { readonly kind: 'conflict' }
  /** These claims hold no more: whoever has the job now decides. */
  | { readonly kind: 'lost-claims'; readonly claims: readonly Claim[] }
  /** Creating: the workspace has an execution with this idempotencyKey. */
  | { readonly kind: 'duplicate' }
  /** Creating: the definition is not active any more. */
  | { readonly kind: 'definition-gone' };

/** How an execution with a known idempotency key is answered. */
export interface KnownExecution {
  readonly executionId: string;
  readonly correlationId: string;
  readonly definitionId: string;
}

export interface EventQuery extends ExecutionKey {
  /** Only events with a higher seq. */
  readonly afterSeq: number;
  /** At least 1. */
  readonly limit: number;
  /** Leaves internal events out, and out of `limit`. */
  readonly externalOnly: boolean;
}

export interface ExecutionQuery {
  readonly workspaceId: string;
  readonly definitionId?: string | undefined;
  readonly status?: ExecutionStatus | undefined;
  readonly organizationId?: string | undefined;
  readonly documentId?: string | undefined;
}

export interface WaitingQuery {
  readonly workspaceId: string;
  readonly definitionId?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly documentId?: string | undefined;
  /** Only steps whose `waitingForReviewers` holds this one. */
  readonly reviewerId?: string | undefined;
}

/** An execution without its steps. */
export type ExecutionSummary = Omit<ExecutionState, 'steps' | 'groups' | 'loops'>;

/** Of every workspace. */
export interface RetentionRequest {
  /** Only executions that ended before; ms since the epoch. */
  readonly endedBefore: number;
  /** Only idempotency keys of executions that were created before are forgotten; at most `endedBefore`. */
  readonly keysBefore: number;
  /** At least 1. */
  readonly limit: number;
}

export interface WaitingStep {
  readonly execution: ExecutionSummary;
  readonly step: StepState;
}

export interface ExecutionStore {
  /**
   * Commits a batch and answers each change by itself, in order: a conflict of one never fails its neighbours.
   * No two changes of a batch are of one execution.
   *
   * For each change, atomically and durably before the answer:
   * - the stored seq equals `expectedSeq` (0: there is no such execution), or the answer is `conflict`;
   * - every claim holds, or the answer is `lost-claims`;
   * - creating: the definition `state.definitionUid` is active, and no other execution of the workspace has
   *   `state.idempotencyKey`; both serialised with racing commits and with `deleteDefinition`;
   * - state, steps, events, jobs and deliveries are written as `Change` says.
   *
   * Of several racing changes on one seq exactly one is committed. Throws only if the store itself fails; then
   * the outcome is unknown and nobody is told that it succeeded. There is no fallback without atomicity.
   */
  commit(changes: readonly Change[]): Promise<CommitAnswer[]>;

  /** For each key the last committed state, or null. The caller never changes it. */
  loadExecutions(keys: readonly ExecutionKey[]): Promise<(ExecutionState | null)[]>;

  /** For each key the execution that was created with it, or null. */
  findByIdempotencyKeys(
    keys: readonly { readonly workspaceId: string; readonly idempotencyKey: string }[],
  ): Promise<(KnownExecution | null)[]>;

  /** Events in seq order; empty for an unknown execution. What was read once is never read differently. */
  readEvents(query: EventQuery): Promise<EngineEvent[]>;

  /** Newest first. */
  listExecutions(query: ExecutionQuery, page: PageRequest): Promise<Page<ExecutionSummary>>;

  /** Steps with status `waiting`, those that have waited longest first. */
  listWaiting(query: WaitingQuery, page: PageRequest): Promise<Page<WaitingStep>>;

  /**
   * Deletes executions that have ended, whole, those that ended first first; gives how many. One with a pending
   * delivery stays. A key younger than `keysBefore` goes on to answer `findByIdempotencyKeys` and `duplicate`.
   */
  deleteEnded(request: RetentionRequest): Promise<number>;
}
