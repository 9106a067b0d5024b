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

/** Called with a permit as it is after each change that this process made, after the commit. */
export type PermitListener = (permit: Permit, context: PermitContext) => unknown;

/** Where a permit is. */
export interface PermitContext {
  /** The workspace that it belongs to. */
  readonly workspaceId: string;
}

/** What somebody who calls may do beyond what everybody may, and what they see. */
export interface GateCaller {
  /** Whether they may amend as administrators of steps; false by default. */
  readonly administersSteps?: boolean | undefined;
  /**
   * Which runs they see: permits that people are asked about in others, and those that asked nobody, are unknown to `get`, `list`,
   * `amend` and `revoke`, and so are the grants in place of such questions. All by default.
   */
  readonly visible?: Visible | undefined;
  /** The user they are: what this program asked for they see, whatever `visible` and `readsAs` say. */
  readonly userId?: string | null | undefined;
  /**
   * The user whose runs they read: permits of runs that this user is no reader of, and those that asked nobody, are unknown to
   * `get`, `list` and `amend`. null: a caller that is no user, and reads none. Left out: those of any run.
   */
  readonly readsAs?: string | null | undefined;
}

/** A page of a listing. */
export interface PermitPage<T> {
  /** The items of this page. */
  items: T[];
  /** Give it as `cursor` to go on; null: nothing follows. */
  nextCursor: string | null;
  /** Whether another page follows. */
  hasMore: boolean;
}

/** One answer of `requestBatch`, in the order asked. */
export type BatchItem =
  | {
      /** The permit. */
      permit: Permit;
    }
  | {
      /** Why there is none. */
      error: ApprovalError;
    };

/** Standing grants of one workspace. */
export interface GrantOperations {
  /**
   * Permission for calls to come.
   * @throws INVALID_ARGUMENT above the rule's caps and (`not-grantable`) where no rule takes one; PERMISSION_DENIED for
   * the principal, and for whom the rule does not name.
   */
  create(request: CreateGrantRequest): Promise<GrantView>;
  /** Newest first. */
  list(request?: ListGrantsRequest): Promise<PermitPage<GrantView>>;
  /**
   * Takes a grant back, and the permits that it granted and nobody spent.
   * @throws NOT_FOUND
   */
  revoke(request: RevokeGrantRequest): Promise<GrantView>;
}

/** An operation as data: its words, its shapes, what a caller needs for it, and how to do it. */
export interface GateOperation extends OperationData {
  /** Does it for a caller from outside; checks the request itself, whatever it is given. */
  readonly invoke: (on: PermitOperations, data: unknown, caller: Acting) => Promise<unknown>;
}

/** The permits of one workspace. Each operation rejects with an `ApprovalError`. */
export interface PermitOperations {
  /**
   * Asks whether a call may be made. The same ref and digest give the same permit, whatever has come of it; another
   * digest at the same ref gives a new one, and revokes the one that lives.
   * @throws INVALID_ARGUMENT; FAILED_PRECONDITION `not-ended` for a next attempt while the last one lives;
   * RESOURCE_EXHAUSTED above 100 pending permits of the principal.
   */
  request(asked: Asked): Promise<Permit>;
  /** Several at once: N permits with one `batchId`, each with its own answer, in the order asked. */
  requestBatch(request: RequestBatch): Promise<BatchItem[]>;
  /**
   * A permit; with `waitMs` as soon as it is no longer pending, or as it is then.
   * @throws NOT_FOUND
   */
  get(request: Timed<GetPermitRequest>): Promise<Permit>;
  /** Newest first. */
  list(request?: ListPermitsRequest): Promise<PermitPage<Permit>>;
  /**
   * Spends a granted permit on exactly its call: of any that race one gets `ok: true`. Execute the `call` that comes
   * back. A throw means: do not execute; it may be spent.
   */
  redeem(request: RedeemRequest): Promise<Redeemed>;
  /**
   * Reports what came of the call; the same again is `recorded: false`.
   * @throws NOT_FOUND; FAILED_PRECONDITION before it is spent, and for another outcome than the one there is.
   */
  outcome(request: OutcomeRequest): Promise<{ recorded: boolean }>;
  /**
   * Other arguments for a call that people are asked about: they are asked anew.
   * @throws NOT_FOUND; PERMISSION_DENIED; INVALID_ARGUMENT; FAILED_PRECONDITION `digest-changed`, `already-approved`,
   * `redacted`, `denied-by-policy`.
   */
  amend(request: AmendRequest): Promise<Permit>;
  /**
   * Takes a permit back; again: the same.
   * @throws NOT_FOUND; FAILED_PRECONDITION for one that has ended otherwise.
   */
  revoke(request: RevokePermitRequest): Promise<Permit>;
  /** Standing grants. */
  readonly grants: GrantOperations;
  /** What is wrong with the policies and the definitions that they name, in this workspace; empty: nothing. */
  check(): Promise<PolicyIssue[]>;
}

/** Redemption inside a transaction of the host's: spent if and only if it commits. */
export interface TransactionGate {
  /** As `redeem` of the gate, in the host's transaction. */
  redeem(request: RedeemRequest): Promise<Redeemed>;
  /** The same on another workspace. */
  forWorkspace(workspaceId: string): { redeem(request: RedeemRequest): Promise<Redeemed> };
}

/**
 * The gate that programs pass before they act: its operations on the workspace `default`, and its life in this process.
 * `Tx` is what a transaction of the host is named by, as its permit store says.
 */
export interface ApprovalGate<Tx = never> extends PermitOperations {
  /** The operations that a host may serve to others; `@org/approval-http` does, when it is given the gate. */
  readonly operations: readonly GateOperation[];
  /**
   * The same operations on another workspace.
   * @throws ApprovalError INVALID_ARGUMENT for an id that is none; TypeError for a caller that makes no sense.
   */
  forWorkspace(workspaceId: string, caller?: GateCaller): PermitOperations;
  /**
   * Redemption inside a transaction that the host has begun on its own connection. The gate is not told whether the host
   * commits, so listeners of `on('permit')` never hear of that spending; they hear of its outcome.
   * @throws ApprovalError FAILED_PRECONDITION for a store that cannot join one.
   */
  withTransaction(transaction: Tx): TransactionGate;
  /**
   * Calls `listener` after each change of a permit that this gate commits; returns what takes it off. What the host commits
   * (`withTransaction`) and what other processes do it does not hear of: `history` is the audit.
   */
  on(type: 'permit', listener: PermitListener): () => void;
  /** Settles what is due, in every workspace, and deletes what retention lets go; done each minute by itself. */
  sweep(): Promise<void>;
  /** Sweeps no more, answers those that wait, and waits for a sweep under way. Operations still work. */
  stop(): Promise<void>;
}
