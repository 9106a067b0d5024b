// Generated from the schemas of requests.ts by `npm run types`. Do not edit.
import type { JsonPayload } from '@org/approval-core/definition';
import type { JsonValue } from '@org/approval-core';

/** A call as it is asked about, and as it comes to `redeem`. */
export interface CallRequest {
  /**
   * The name that the host registered the tool under: 1 to 200 letters, digits and `_ . : / -`.
   * Never one that a model, a client or a server sent.
   */
  tool: string;
  /** What the tool gets, after its own schema: a JSON object, up to 192 KiB and 60 levels. */
  args: JsonPayload;
  /**
   * Target of the call, if the arguments do not name it: 1 to 500 characters; null by default.
   */
  target?: string | null | undefined;
}

/** The requester, in a request. */
export interface RequesterRequest {
  /** The program. It never answers for its own call. */
  principal: string;
  /** User the program works for; null by default. */
  onBehalfOf?: string | null | undefined;
}

/** A ref in a request. */
export interface RefRequest {
  /** Which framework runs the program, 1 to 200 characters. */
  framework: string;
  /** Its run, 1 to 200 characters. */
  runId: string;
  /** The call in that run, 1 to 200 characters. */
  callId: string;
  /** Number of the attempt, 1 to 1,000; 1 by default. `auto`: the live attempt, or the next. */
  attempt?: number | 'auto' | undefined;
}

/** Request of a program. */
export interface Asked {
  /** The call to make. */
  call: CallRequest;
  /** Name of the call in its run. */
  ref: RefRequest;
  /** Why, in the program's own words, up to 2,000 characters; shown to people as such. */
  reason?: string | undefined;
  /** The requester. */
  requester: RequesterRequest;
  /** Groups related calls, 1 to 200 characters; `requestBatch` makes one. */
  batchId?: string | undefined;
}

/** Several calls at once, each with its own permit. */
export interface RequestBatch {
  /** 1 to 50, without `batchId`. */
  items: readonly Asked[];
}

/** A permit, and how long to wait for it. */
export interface GetPermitRequest {
  /** Id of the permit. */
  permitId: string;
  /**
   * Longest time in ms to wait while the permit is pending, 0 to 60,000; 0 by default. Over
   * HTTP at most 25,000.
   */
  waitMs?: number | undefined;
}

/** The last four never change. */
export type PermitState = 'pending' | 'granted' | 'denied' | 'expired' | 'revoked' | 'spent';

/** A page of permits, newest first. */
export interface ListPermitsRequest {
  /** Only permits in this state. */
  state?: PermitState | undefined;
  /** Only those of this program. */
  principal?: string | undefined;
  /** Only spent ones without a reported outcome. */
  outcome?: 'unknown' | undefined;
  /** Items per page, 1 to 500; 50 by default. */
  pageSize?: number | undefined;
  /** `nextCursor` of the page before; the first page without it. */
  cursor?: string | undefined;
}

/** A permit to spend on a call. */
export interface RedeemRequest {
  /** Id of the permit. */
  permitId: string;
  /** The call that is about to be executed. */
  call: CallRequest;
  /** Requester of the permit, which executes the call. */
  requester: RequesterRequest;
}

/** Outcome of the call. */
export interface OutcomeRequest {
  /** Id of the permit. */
  permitId: string;
  /** True if the call succeeded. */
  ok: boolean;
  /** Digest of the result: `<algorithm>:<hex>`. */
  resultDigest?: string | null | undefined;
  /** Error text, up to 2,000 characters. */
  error?: string | null | undefined;
  /** Requester of the permit, which executed the call. */
  requester: RequesterRequest;
}

/** New arguments for a pending call. */
export interface AmendRequest {
  /** Id of the permit. */
  permitId: string;
  /** Digest of the call to amend, as shown. */
  ifDigest: string;
  /** The arguments in place of those there are. */
  args: JsonPayload;
  /** Reason, up to 2,000 characters. */
  reason?: string | undefined;
  /**
   * Idempotency key: a retry with the same key does not amend again and returns the permit as
   * it is. 1 to 200 letters, digits and `: _ . -`.
   */
  idempotencyKey?: string | undefined;
  /** User who amends; a current reviewer of the run. */
  actorId: string;
}

/** A permit to revoke. */
export interface RevokePermitRequest {
  /** Id of the permit. */
  permitId: string;
  /** Reason, up to 500 characters. */
  reason?: string | undefined;
  /** User who revokes it. */
  actorId: string;
}

/**
 * Condition on one argument: this value, one of these, or a number from the first to the
 * second.
 */
export type ArgumentMatch =
  | {
      /** Exactly this JSON value. */
      eq: JsonValue;
    }
  | {
      /** One of 1 to 50 JSON values. */
      in: JsonValue[];
    }
  | {
      /** A number from the first to the second, both included. */
      between: [number, number];
    };

/** Conditions by argument; a call has exactly these arguments and no other. */
export type GrantMatch = Record<string, ArgumentMatch>;

/** Permission for future calls: limited in number, time and arguments. */
export interface CreateGrantRequest {
  /** Requester whose calls it covers. */
  requester: RequesterRequest;
  /** Name of the tool, not a prefix. */
  tool: string;
  /** Exact target; null for calls without one. */
  target: string | null;
  /** Conditions on the arguments. */
  match: GrantMatch;
  /** Number of calls, 1 to 1,000, within the rule's cap. */
  maxUses: number;
  /** Expiry, within the rule's cap. */
  expiresAt: number;
  /** Reason, up to 2,000 characters. */
  reason?: string | undefined;
  /**
   * Idempotency key: a retry with the same key returns the existing grant. 1 to 200 letters,
   * digits and `: _ . -`.
   */
  idempotencyKey?: string | undefined;
  /** User who grants it: one that the rule names, never the principal. */
  createdBy: string;
}

/** A page of standing grants, newest first. */
export interface ListGrantsRequest {
  /** Only those of this program. */
  principal?: string | undefined;
  /** Items per page, 1 to 500; 50 by default. */
  pageSize?: number | undefined;
  /** `nextCursor` of the page before; the first page without it. */
  cursor?: string | undefined;
}

/** A standing grant to revoke. */
export interface RevokeGrantRequest {
  /** Id of the grant. */
  grantId: string;
  /** User who revokes it; recorded in the history of the permits revoked with it. */
  actorId: string;
}
