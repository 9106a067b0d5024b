/** What the operations on permits take, and how they answer where it is no permit. Times are ms since the epoch, durations ms. */
import type { ApprovalError, JsonPayload } from '@org/approval-core';
import type { CallRequest, Permit, PermitState, RefRequest, RequesterRequest } from './permit.js';

/** What a program asks for. */
export interface Asked {
  /** What it wants to do. */
  call: CallRequest;
  /** Which call of its run that is. */
  ref: RefRequest;
  /** Who asks. */
  requester: RequesterRequest;
  /** Why, in the program's own words, up to 2,000 characters; shown to people as such. */
  reason?: string | undefined;
  /** Of calls that belong together, 1 to 200 characters; `requestBatch` makes one. */
  batchId?: string | undefined;
}

/** Several calls at once, each with its own permit. */
export interface RequestBatch {
  /** 1 to 50, without `batchId`. */
  items: readonly Asked[];
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

/** Which permit, and how long to wait. */
export interface GetPermitRequest {
  /** Id of the permit. */
  permitId: string;
  /**
   * Answers when the permit is no longer pending, at the latest after so many ms, 0 to 60,000; 0 by default. Over HTTP at
   * most 25,000.
   */
  waitMs?: number | undefined;
}

/** A page of permits, newest first. */
export interface ListPermitsRequest {
  /** Only permits in this state. */
  state?: PermitState | undefined;
  /** Only those of this program. */
  principal?: string | undefined;
  /** Only spent ones whose outcome nobody reported. */
  outcome?: 'unknown' | undefined;
  /** How many, 1 to 500; 50 by default. */
  pageSize?: number | undefined;
  /** `nextCursor` of the page before; the first page without it. */
  cursor?: string | undefined;
}

/** Which permit to spend, on which call. */
export interface RedeemRequest {
  /** Id of the permit. */
  permitId: string;
  /** The call that is about to be executed. */
  call: CallRequest;
  /** Who executes it: the requester of the permit. */
  requester: RequesterRequest;
}

/** What came of the call. */
export interface OutcomeRequest {
  /** Id of the permit. */
  permitId: string;
  /** Who executed it: the requester of the permit. */
  requester: RequesterRequest;
  /** Whether the call did what it was to do. */
  ok: boolean;
  /** Digest of the result: `<algorithm>:<hex>`. */
  resultDigest?: string | null | undefined;
  /** What went wrong, up to 2,000 characters. */
  error?: string | null | undefined;
}

/** Other arguments for a call that people are asked about. */
export interface AmendRequest {
  /** Id of the permit. */
  permitId: string;
  /** The digest that is amended, as it was shown. */
  ifDigest: string;
  /** The arguments in place of those there are. */
  args: JsonPayload;
  /** Who amends: somebody whom the run asks now. */
  actorId: string;
  /** Why, up to 2,000 characters. */
  reason?: string | undefined;
  /** Of whoever amends: the same again amends no second time, so that a repeat after a lost answer gives the permit as it is. 1 to 200 letters, digits and `: _ . -`. */
  idempotencyKey?: string | undefined;
}

/** Which permit to take back. */
export interface RevokePermitRequest {
  /** Id of the permit. */
  permitId: string;
  /** Who takes it back. */
  actorId: string;
  /** Why, up to 500 characters. */
  reason?: string | undefined;
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
