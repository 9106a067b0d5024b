/** Stored executions: state, events and jobs, written together. */
import type { JobOfOther } from '../../interpreter/child-runs.js';
import type { EngineEvent } from '../../interpreter/event.js';
import type { Job } from '../../interpreter/job.js';
import type { ExecutionState, ExecutionStatus, StepState } from '../../interpreter/state.js';
import type { KnownHead } from './definitions.js';
import type { HostTransaction } from './host-commit.js';
import type { Claim, ClaimUse } from './jobs.js';
import type { Page, PageRequest } from './page.js';
import type { Visible } from './visible.js';

/** Key of an execution. */
export interface ExecutionKey {
  readonly workspaceId: string;
  readonly executionId: string;
}

/** One change of one execution, written completely or not at all. */
export interface Change {
  /** seq of the state that was decided on: the revision to compare. 0 creates the execution. */
  readonly expectedSeq: number;
  /** The execution after the change. */
  readonly state: ExecutionState;
  /** The steps of `state` that are new or differ from before. */
  readonly changedSteps: readonly StepState[];
  /** At least one; their seqs follow `expectedSeq` without a gap. */
  readonly events: readonly EngineEvent[];
  /** New jobs of the change, at most one per step and kind; each replaces an existing one. */
  readonly newJobs: readonly Job[];
  /**
   * Jobs of other executions of the workspace, which need not exist; each replaces an existing one.
   * Written in the transaction of the change.
   */
  readonly jobsOfOthers?: readonly JobOfOther[];
  /** Ended steps: their pending jobs are deleted, claimed or not. Applied before `newJobs`. */
  readonly endedStepIds: readonly string[];
  /** All must hold; finished ones delete their jobs before `newJobs` are written. */
  readonly claims: readonly ClaimUse[];
  /** Pending deliveries of these events, due at the event's time; null: none. */
  readonly push: Push | null;
  /**
   * For a creation: the cached heads that chose its definition. If one is outdated, the result is
   * `definition-gone`. Absent: they were read just now.
   */
  readonly knownHeads?: readonly KnownHead[];
  /** New parties of the execution; may contain existing ones. */
  readonly parties: readonly string[];
  /** For a creation: the sealed secret of the run's own receiver; null: none. */
  readonly sealedSecret: string | null;
}

/** Events of a change that are pushed. */
export interface Push {
  /** Key of the receiver, whose jobs share a limit (`perKey`). Up to 300 ASCII characters. */
  readonly concurrencyKey: string;
  /** Ascending, at least one; each is of an external event of the change. */
  readonly seqs: readonly number[];
}

/** Result of a change. */
export type CommitResult =
  | {
      /** Committed, or the reason why not. */
      readonly kind: 'committed';
    }
  /** The execution is at another seq (or exists already): load it and decide again. */
  | { readonly kind: 'conflict' }
  /** Another transaction holds rows it must write: retry soon. A store may wait instead. */
  | { readonly kind: 'busy' }
  /** Claims that no longer hold: the new holder of the job decides. */
  | {
      readonly kind: 'lost-claims';
      /** Claims of the change that no longer hold. */
      readonly claims: readonly Claim[];
    }
  /** Creating: the workspace has an execution with this idempotencyKey. */
  | { readonly kind: 'duplicate' }
  /** Creating: the definition is not active any more, or another one is to be chosen by now. */
  | { readonly kind: 'definition-gone' }
  /** The hook threw, or did not return in time: nothing of the change is written. */
  | {
      readonly kind: 'refused-by-host';
      /** Error that the hook threw. */
      readonly error: unknown;
    };

/** An execution that an idempotency key has created. */
export interface KnownExecution {
  readonly executionId: string;
  readonly correlationId: string;
  readonly definitionId: string;
}

/** Filter of an execution's events. */
export interface EventQuery extends ExecutionKey {
  /** Only events with a higher seq. */
  readonly afterSeq: number;
  /** At least 1. */
  readonly limit: number;
  /** Leaves internal events out, and out of `limit`. */
  readonly externalOnly: boolean;
}

/** Filter of a workspace's executions. */
export interface ExecutionQuery {
  readonly workspaceId: string;
  readonly definitionId?: string | undefined;
  /** Only those that steps of this execution started. */
  readonly parentExecutionId?: string | undefined;
  /** Only those in this status. */
  readonly status?: ExecutionStatus | undefined;
  /** Only completed ones with this outcome. */
  readonly outcome?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly documentId?: string | undefined;
  /** Only those that were created at this time or later, in ms since the epoch. */
  readonly createdFrom?: number | undefined;
  /** Only those that were created before. */
  readonly createdBefore?: number | undefined;
  /** Only those that this user is a party of. */
  readonly party?: string | undefined;
  /** Only those that can be seen. */
  readonly visible?: Visible | undefined;
}

/** User and execution of a party check. */
export interface PartyKey extends ExecutionKey {
  readonly userId: string;
}

/** Filter of a workspace's waiting steps. */
export interface WaitingQuery {
  readonly workspaceId: string;
  readonly definitionId?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly documentId?: string | undefined;
  /** Only steps with this reviewer, or with one of `standsInFor` in `stoodInFor`. */
  readonly reviewerId?: string | undefined;
  /** Users whom the reviewer substitutes; up to 500. */
  readonly standsInFor?: readonly string[] | undefined;
  /** Order: `waitingSince` (the default), or `dueAt`, with missing ones last. */
  readonly sort?: 'waiting' | 'due' | undefined;
  /** Only steps whose `dueAt` is before. */
  readonly dueBefore?: number | undefined;
  /** Only steps of runs that can be seen. */
  readonly visible?: Visible | undefined;
}

/** An execution without its steps. */
export type ExecutionSummary = Omit<ExecutionState, 'steps' | 'groups' | 'loops' | 'signals'>;

/** Data to delete, in every workspace. */
export interface RetentionRequest {
  /** Only executions that ended before; ms since the epoch. */
  readonly endedBefore: number;
  /** Only idempotency keys of executions created before are deleted; at most `endedBefore`. */
  readonly keysBefore: number;
  /** At least 1. */
  readonly limit: number;
}

/** A waiting step, and the execution that it belongs to. */
export interface WaitingStep {
  /** The execution, without its steps. */
  readonly execution: ExecutionSummary;
  /** The step. */
  readonly step: StepState;
}

/** Called in the transaction of each change, after the store's writes; a throw undoes it. */
export type CommitHook = (change: Change, transaction: HostTransaction) => Promise<void>;

/** Storage of executions and their events. */
export interface ExecutionStore {
  /**
   * Commits a batch and returns a result for each change, in order: a conflict of one never fails
   * others. All changes of a batch are of different executions.
   *
   * For each change, atomically and durably before it returns:
   * - the stored seq equals `expectedSeq` (0: the execution does not exist), or the result is
   * `conflict`;
   * - every claim holds, or the result is `lost-claims`;
   * - creating: the definition `state.definitionUid` is active, and no other execution of the
   * workspace
   *   has `state.idempotencyKey`; both serialized with racing commits and with `deleteDefinition`;
   * and
   *   `knownHeads` are the newest versions;
   * - state, steps, events, jobs, parties and deliveries are written as `Change` says.
   *
   * Exactly one of several racing changes on one seq is committed. Throws only if the store itself
   * fails; then the outcome is unknown and no caller gets a success. Atomicity has no fallback.
   *
   * A `hook` is called once for each written change, in sequence, in the transaction, after the
   * store's writes and before the commit; again if the transaction is retried. If it throws, takes
   * longer than 5 s, or leaves the transaction unusable, the result is `refused-by-host`, and the
   * rest of the batch commits. Only a store with `callsHook` gets one.
   *
   * A batch refused for its content (a string that the database cannot hold, a row too large)
   * throws an `ApprovalError` that is not UNAVAILABLE: nothing is written, a retry would be refused
   * too, and the engine splits it until the culprit is alone. That holds for every method that
   * takes a batch.
   */
  commit(changes: readonly Change[], hook?: CommitHook): Promise<CommitResult[]>;

  /** For each key the last committed state, or null. The caller never changes it. */
  loadExecutions(keys: readonly ExecutionKey[]): Promise<(ExecutionState | null)[]>;

  /**
   * Returns for each key the approximate bytes of rows that `loadExecutions` would read; 0 for an
   * execution that is missing, or in memory already. Without it, few executions are loaded at a
   * time.
   */
  readonly executionBytes?: (keys: readonly ExecutionKey[]) => Promise<number[]>;

  /** For each key the execution that was created with it, or null. */
  findByIdempotencyKeys(
    keys: readonly { readonly workspaceId: string; readonly idempotencyKey: string }[],
  ): Promise<(KnownExecution | null)[]>;

  /**
   * Returns for each key whether a committed change named this user, byte for byte, as a party of
   * the execution; false for an unknown one.
   */
  areParties(keys: readonly PartyKey[]): Promise<boolean[]>;

  /** Returns events in seq order; empty for an unknown execution. Events never change. */
  readEvents(query: EventQuery): Promise<EngineEvent[]>;

  /** Newest first. */
  listExecutions(query: ExecutionQuery, page: PageRequest): Promise<Page<ExecutionSummary>>;

  /**
   * Counts the results of `listExecutions` up to `most`: it costs at most that many index entries.
   * Optional for a store.
   */
  countExecutions?(query: ExecutionQuery, most: number): Promise<number>;

  /**
   * Lists steps with status `waiting`, the longest wait or the earliest due first. A cursor is used
   * only with its own query.
   */
  listWaiting(query: WaitingQuery, page: PageRequest): Promise<Page<WaitingStep>>;

  /**
   * Deletes ended executions completely, the earliest end first; returns their number. One with a
   * pending delivery stays, and one whose end its parent does not know yet: a `run-ended` job is
   * pending. A definition that the engine stores for questions (`isReservedId`) SHOULD be deleted
   * with its last execution, because each question may have one. A key younger than `keysBefore` is
   * still found by `findByIdempotencyKeys`, and still causes a `duplicate`.
   */
  deleteEnded(request: RetentionRequest): Promise<number>;
}
