/** What a store keeps of executions: state, events and jobs, written together. */
import type { EngineEvent } from '../../interpreter/event.js';
import type { Job } from '../../interpreter/job.js';
import type { ExecutionState, ExecutionStatus, StepState } from '../../interpreter/state.js';
import type { KnownHead } from './definitions.js';
import type { HostTransaction } from './host-commit.js';
import type { Claim, ClaimUse } from './jobs.js';
import type { Page, PageRequest } from './page.js';
import type { Visible } from './visible.js';

/** Which execution. */
export interface ExecutionKey {
  readonly workspaceId: string;
  readonly executionId: string;
}

/** One change of one execution: all of it is written, or nothing. */
export interface Change {
  /** seq of the state that was decided on: the revision to compare. 0 creates the execution. */
  readonly expectedSeq: number;
  /** The execution after the change. */
  readonly state: ExecutionState;
  /** The steps of `state` that are new or differ from before. */
  readonly changedSteps: readonly StepState[];
  /** At least one; their seqs follow `expectedSeq` without a gap. */
  readonly events: readonly EngineEvent[];
  /** Work that the change leaves behind, of each step one of a kind at most; it takes the place of one that is there. */
  readonly newJobs: readonly Job[];
  /** Steps that have ended: their pending jobs go, whoever holds them. Applied before `newJobs`. */
  readonly endedStepIds: readonly string[];
  /** All must hold; those that finish take their jobs away, before `newJobs` come. */
  readonly claims: readonly ClaimUse[];
  /** A pending delivery for each of these events, due at the event's time; null: none. */
  readonly push: Push | null;
  /**
   * Creating: what its definition was chosen by, known from some time ago. Where one of them is otherwise by now, the
   * result is `definition-gone`. Absent: they were read just now.
   */
  readonly knownHeads?: readonly KnownHead[];
  /** Who is a party of the execution from this change on; it may name some who are already. */
  readonly parties: readonly string[];
  /** Creating: the secret of the run's own receiver, opaque to the store; null: it has none. */
  readonly sealedSecret: string | null;
}

/** Which events of a change are to be pushed. */
export interface Push {
  /** Names the receiver: jobs of one key share a limit (see `ClaimRequest.perKey`). Up to 300 ASCII characters. */
  readonly concurrencyKey: string;
  /** Ascending, at least one; each is of an external event of the change. */
  readonly seqs: readonly number[];
}

/** What became of a change. */
export type CommitResult =
  | {
      /** Whether it was committed, and if not, why. */
      readonly kind: 'committed';
    }
  /** The execution is at another seq (or exists already): load it and decide again. */
  | { readonly kind: 'conflict' }
  /** A transaction of somebody else holds what it has to write: try again in a moment. A store may wait instead. */
  | { readonly kind: 'busy' }
  /** These claims hold no more: whoever has the job now decides. */
  | {
      readonly kind: 'lost-claims';
      /** Those of the change's own that hold no more. */
      readonly claims: readonly Claim[];
    }
  /** Creating: the workspace has an execution with this idempotencyKey. */
  | { readonly kind: 'duplicate' }
  /** Creating: the definition is not active any more, or another one is to be chosen by now. */
  | { readonly kind: 'definition-gone' }
  /** The hook threw this, or did not return in time: nothing of the change is written. */
  | {
      readonly kind: 'refused-by-host';
      /** What it threw. */
      readonly error: unknown;
    };

/** An execution that an idempotency key has created. */
export interface KnownExecution {
  readonly executionId: string;
  readonly correlationId: string;
  readonly definitionId: string;
}

/** Which events of an execution to read. */
export interface EventQuery extends ExecutionKey {
  /** Only events with a higher seq. */
  readonly afterSeq: number;
  /** At least 1. */
  readonly limit: number;
  /** Leaves internal events out, and out of `limit`. */
  readonly externalOnly: boolean;
}

/** Which executions of a workspace to list. */
export interface ExecutionQuery {
  readonly workspaceId: string;
  readonly definitionId?: string | undefined;
  /** Only those in this status. */
  readonly status?: ExecutionStatus | undefined;
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

/** Who may be a party of what. */
export interface PartyKey extends ExecutionKey {
  readonly userId: string;
}

/** Which waiting steps of a workspace to list. */
export interface WaitingQuery {
  readonly workspaceId: string;
  readonly definitionId?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly documentId?: string | undefined;
  /** Only steps whose `waitingForReviewers` holds this one, or whose `stoodInFor` holds one of `standsInFor`. */
  readonly reviewerId?: string | undefined;
  /** Those for whom the reviewer stands in; up to 500. */
  readonly standsInFor?: readonly string[] | undefined;
  /** By `waitingSince` (the default), or by `dueAt`, those without one last. */
  readonly sort?: 'waiting' | 'due' | undefined;
  /** Only steps whose `dueAt` is before. */
  readonly dueBefore?: number | undefined;
  /** Only steps of runs that can be seen. */
  readonly visible?: Visible | undefined;
}

/** An execution without its steps. */
export type ExecutionSummary = Omit<ExecutionState, 'steps' | 'groups' | 'loops'>;

/** What is to be deleted, in every workspace. */
export interface RetentionRequest {
  /** Only executions that ended before; ms since the epoch. */
  readonly endedBefore: number;
  /** Only idempotency keys of executions that were created before are forgotten; at most `endedBefore`. */
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

/** Called in the transaction of each change, after what the store writes; what it throws undoes that change alone. */
export type CommitHook = (change: Change, transaction: HostTransaction) => Promise<void>;

/** Where executions and their events are kept. */
export interface ExecutionStore {
  /**
   * Commits a batch and returns a result for each change, in order: a conflict of one never fails its neighbours.
   * No two changes of a batch are of one execution.
   *
   * For each change, atomically and durably before it returns:
   * - the stored seq equals `expectedSeq` (0: there is no such execution), or the result is `conflict`;
   * - every claim holds, or the result is `lost-claims`;
   * - creating: the definition `state.definitionUid` is active, and no other execution of the workspace has
   *   `state.idempotencyKey`; both serialised with racing commits and with `deleteDefinition`; and `knownHeads` are what
   *   the newest definitions are;
   * - state, steps, events, jobs, parties and deliveries are written as `Change` says.
   *
   * Exactly one of several racing changes on one seq is committed. Throws only if the store itself fails; then
   * the outcome is unknown and nobody is told that it succeeded. There is no fallback without atomicity.
   *
   * With a `hook` it is called once for each change that is written, one after the other, in the transaction, after what the
   * store writes and before the commit; again if the transaction is tried again. What it throws, and what it takes longer than
   * 5 s for, or leaves the transaction unusable by, is `refused-by-host`, and the rest of the batch commits. Only
   * a store with `callsHook` is given one.
   *
   * A batch that is refused for what is in it (a text that the database cannot hold, a row too large) throws an
   * `ApprovalError` that is not UNAVAILABLE: nothing of it is written, the same batch would be refused again, and the
   * engine splits it until the culprit is alone. That holds for every method that takes a batch.
   */
  commit(changes: readonly Change[], hook?: CommitHook): Promise<CommitResult[]>;

  /** For each key the last committed state, or null. The caller never changes it. */
  loadExecutions(keys: readonly ExecutionKey[]): Promise<(ExecutionState | null)[]>;

  /**
   * For each key how much `loadExecutions` would bring into memory, in bytes of its rows, roughly; 0 for an execution that
   * is not there, or in memory already. A store without it is asked for few executions at a time.
   */
  readonly executionBytes?: (keys: readonly ExecutionKey[]) => Promise<number[]>;

  /** For each key the execution that was created with it, or null. */
  findByIdempotencyKeys(
    keys: readonly { readonly workspaceId: string; readonly idempotencyKey: string }[],
  ): Promise<(KnownExecution | null)[]>;

  /**
   * For each whether a change that was committed named this user, byte for byte, as a party of the execution; false for
   * an unknown one.
   */
  areParties(keys: readonly PartyKey[]): Promise<boolean[]>;

  /** Events in seq order; empty for an unknown execution. What was read once is never read differently. */
  readEvents(query: EventQuery): Promise<EngineEvent[]>;

  /** Newest first. */
  listExecutions(query: ExecutionQuery, page: PageRequest): Promise<Page<ExecutionSummary>>;

  /**
   * How many `listExecutions` would list, counted up to `most`: it costs no more than that many entries of an index. A store
   * that does not count has no such method.
   */
  countExecutions?(query: ExecutionQuery, most: number): Promise<number>;

  /**
   * Steps with status `waiting`, those that have waited longest first, or those that are due first. A cursor comes back
   * with the query that it was made for.
   */
  listWaiting(query: WaitingQuery, page: PageRequest): Promise<Page<WaitingStep>>;

  /**
   * Deletes executions that have ended, whole, those that ended first first; returns how many. One with a pending
   * delivery stays. A definition that the engine keeps for questions (`isReservedId`) SHOULD go with the last execution of it: there may be one for
   * each question. A key younger than `keysBefore` is still found by `findByIdempotencyKeys`, and still makes a `duplicate`.
   */
  deleteEnded(request: RetentionRequest): Promise<number>;
}
