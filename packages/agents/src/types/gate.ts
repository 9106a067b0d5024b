/** The operations of a gate. Times are ms since the epoch, durations ms. */
import type { ApprovalError, Visible } from '@org/approval-core';
import type { OperationData } from '@org/approval-core/views';
import type { Acting } from '@org/approval-core/internal';
import type { Timed } from '@org/approval-internal/duration';
import type { GetPermitRequest } from '../requests.gen.js';
import type {
  AmendRequest,
  Asked,
  CreateGrantRequest,
  ListGrantsRequest,
  ListPermitsRequest,
  OutcomeRequest,
  RedeemRequest,
  RequestBatch,
  RevokeGrantRequest,
  RevokePermitRequest,
} from '../requests.gen.js';
import type { GrantView, Permit, Redeemed } from '../views.gen.js';
import type { PolicyIssue } from './policies.js';

/** Called with the permit after each change by this process, once it is committed. */
export type PermitListener = (permit: Permit, context: PermitContext) => unknown;

/** Location of a permit. */
export interface PermitContext {
  /** Workspace of the permit. */
  readonly workspaceId: string;
}

/** Extra rights and restrictions of a caller. */
export interface GateCaller {
  /** True when they may amend as administrators of steps; false by default. */
  readonly administersSteps?: boolean | undefined;
  /**
   * Runs that they see. Permits decided in other runs, permits without a run, and grants for such
   * calls are unknown to `get`, `list`, `amend` and `revoke`. All by default.
   */
  readonly visible?: Visible | undefined;
  /**
   * User id of the caller, which always sees what it asked for, regardless of `visible` and
   * `readsAs`.
   */
  readonly userId?: string | null | undefined;
  /**
   * User whose runs they read. Permits of runs that this user may not read, and those without a
   * run, are unknown to `get`, `list` and `amend`. null: a caller that is not a user, and reads
   * none. Omitted: all runs.
   */
  readonly readsAs?: string | null | undefined;
}

/** A page of a listing. */
export interface PermitPage<T> {
  /** The items of this page. */
  items: T[];
  /** Give it as `cursor` to go on; null: nothing follows. */
  nextCursor: string | null;
  /** True when another page follows. */
  hasMore: boolean;
}

/** One result of `requestBatch`, in the order asked. */
export type BatchItem =
  | {
      /** The permit. */
      permit: Permit;
    }
  | {
      /** Error of this item. */
      error: ApprovalError;
    };

/** Standing grants of one workspace. */
export interface GrantOperations {
  /**
   * Creates a standing grant: permission for future calls.
   * @throws INVALID_ARGUMENT above the rule's caps and (`not-grantable`) where no rule takes one;
   *   PERMISSION_DENIED for the principal, and for whom the rule does not name.
   */
  create(request: CreateGrantRequest): Promise<GrantView>;
  /** Lists grants, newest first. */
  list(request?: ListGrantsRequest): Promise<PermitPage<GrantView>>;
  /**
   * Revokes a grant, and the permits it granted that are unspent.
   * @throws NOT_FOUND
   */
  revoke(request: RevokeGrantRequest): Promise<GrantView>;
}

/** An operation as data: its texts, schemas, required permissions, and function. */
export interface GateOperation extends OperationData {
  /** Runs it for an outside caller; validates the request itself. */
  readonly invoke: (on: PermitOperations, data: unknown, caller: Acting) => Promise<unknown>;
}

/** The permits of one workspace. Each operation rejects with an `ApprovalError`. */
export interface PermitOperations {
  /**
   * Asks whether a call may be made. The same ref and digest return the same permit, in any state;
   * another digest at the same ref creates a new one, and revokes the live one.
   * @throws INVALID_ARGUMENT; FAILED_PRECONDITION `not-ended` for a next attempt while the last one
   *   lives; RESOURCE_EXHAUSTED above 100 pending permits of the principal.
   */
  request(asked: Asked): Promise<Permit>;
  /**
   * Asks about several calls: each gets a permit with one `batchId`, or an error, in the order
   * asked.
   */
  requestBatch(request: RequestBatch): Promise<BatchItem[]>;
  /**
   * Returns a permit; with `waitMs` once it is no longer pending, or after that time.
   * @throws NOT_FOUND
   */
  get(request: Timed<GetPermitRequest>): Promise<Permit>;
  /** Lists permits, newest first. */
  list(request?: ListPermitsRequest): Promise<PermitPage<Permit>>;
  /**
   * Spends a granted permit on exactly its call: of concurrent redemptions one gets `ok: true`.
   * Execute the returned `call`. An error means: do not execute; it may be spent.
   */
  redeem(request: RedeemRequest): Promise<Redeemed>;
  /**
   * Reports the outcome of the call; a repeat is `recorded: false`.
   * @throws NOT_FOUND; FAILED_PRECONDITION before it is spent, and for another outcome than the one
   *   there is.
   */
  outcome(request: OutcomeRequest): Promise<{ recorded: boolean }>;
  /**
   * Replaces the arguments of a call that people are asked about: they are asked again.
   * @throws NOT_FOUND; PERMISSION_DENIED; INVALID_ARGUMENT; FAILED_PRECONDITION `digest-changed`,
   *   `already-approved`,
   * `redacted`, `denied-by-policy`.
   */
  amend(request: AmendRequest): Promise<Permit>;
  /**
   * Revokes a permit; a repeat has no effect.
   * @throws NOT_FOUND; FAILED_PRECONDITION for one that has ended otherwise.
   */
  revoke(request: RevokePermitRequest): Promise<Permit>;
  /** Standing grants. */
  readonly grants: GrantOperations;
  /** Returns the faults of the policies and of the definitions they name, in this workspace. */
  check(): Promise<PolicyIssue[]>;
}

/** Redemption inside a transaction of the host: spent if and only if it commits. */
export interface TransactionGate {
  /** Redeems as `redeem` of the gate does, in the host's transaction. */
  redeem(request: RedeemRequest): Promise<Redeemed>;
  /** Returns the same on another workspace. */
  forWorkspace(workspaceId: string): { redeem(request: RedeemRequest): Promise<Redeemed> };
}

/**
 * The gate that programs pass before they act: its operations on the workspace `default`, and its
 * lifecycle. `Tx` is the type of the host's transactions in its permit store.
 */
export interface ApprovalGate<Tx = never> extends PermitOperations {
  /**
   * Operations that a host may serve; `@org/approval-http` serves them when it is given the gate.
   */
  readonly operations: readonly GateOperation[];
  /**
   * Returns the same operations on another workspace.
   * @throws ApprovalError INVALID_ARGUMENT for an id that is none; TypeError for a caller that
   *   makes no sense.
   */
  forWorkspace(workspaceId: string, caller?: GateCaller): PermitOperations;
  /**
   * Redeems inside a transaction that the host has begun on its own connection. The gate does not
   * learn of the commit, so listeners of `on('permit')` miss the spending; they get its outcome.
   * @throws ApprovalError FAILED_PRECONDITION for a store that cannot join one.
   */
  withTransaction(transaction: Tx): TransactionGate;
  /**
   * Calls `listener` after each change of a permit that this gate commits; returns a function that
   * unsubscribes. Commits of the host (`withTransaction`) and of other processes are missed:
   * `history` is the audit.
   */
  on(type: 'permit', listener: PermitListener): () => void;
  /** Settles due permits of all workspaces, and applies retention; runs by itself each minute. */
  sweep(): Promise<void>;
  /**
   * Stops sweeping, answers waiting callers, and waits for a running sweep. Operations still work.
   */
  stop(): Promise<void>;
}
