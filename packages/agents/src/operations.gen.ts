// Generated from the schemas of operations.ts by `npm run types`. Do not edit.
import type { CallRequest, GrantMatch, RefRequest, RequesterRequest } from './requests.gen.js';
import type { JsonPayload } from '@org/approval-core';

/** What a program asks for; its token says who it is. */
export interface RequestPermitData {
  /** What it wants to do. */
  call: CallRequest;
  /** Which call of its run that is. */
  ref: RefRequest;
  /** Why, in the program's own words, up to 2,000 characters. */
  reason?: string | undefined;
  /** Whom it works for; needs `permits:on-behalf`. */
  onBehalfOf?: string | null | undefined;
  /** Of calls that belong together, 1 to 200 characters. */
  batchId?: string | undefined;
}

/** One of several calls. */
export interface RequestBatchItem {
  /** What it wants to do. */
  call: CallRequest;
  /** Which call of its run that is. */
  ref: RefRequest;
  /** Why, in the program's own words, up to 2,000 characters. */
  reason?: string | undefined;
  /** Whom it works for; needs `permits:on-behalf`. */
  onBehalfOf?: string | null | undefined;
}

/** Several calls at once, each with its own permit. */
export interface RequestBatchData {
  /** 1 to 50. */
  items: RequestBatchItem[];
}

/** Which permit, and how long to wait. */
export interface GetPermitRequest {
  /** Id of the permit. */
  permitId: string;
  /**
   * Answers when the permit is no longer pending, at the latest after so many ms, 0 to 60,000; 0 by
   * default. Over HTTP at most 25,000.
   */
  waitMs?: number | undefined;
}

/** Which permit to spend, on which call; the token says who executes it. */
export interface RedeemPermitData {
  /** Id of the permit. */
  permitId: string;
  /** The call that is about to be executed. */
  call: CallRequest;
  /** As it was asked. */
  onBehalfOf?: string | null | undefined;
}

/** What came of the call. */
export interface PermitOutcomeData {
  /** Id of the permit. */
  permitId: string;
  /** Whether the call did what it was to do. */
  ok: boolean;
  /** Digest of the result: `<algorithm>:<hex>`. */
  resultDigest?: string | null | undefined;
  /** What went wrong, up to 2,000 characters. */
  error?: string | null | undefined;
  /** As it was asked. */
  onBehalfOf?: string | null | undefined;
}

/** Other arguments for a call that people are asked about; the token says who amends it. */
export interface AmendPermitData {
  /** Id of the permit. */
  permitId: string;
  /** The digest that is amended, as it was shown. */
  ifDigest: string;
  /** The arguments in place of those there are. */
  args: JsonPayload;
  /** Why, up to 2,000 characters. */
  reason?: string | undefined;
  /**
   * Of whoever amends: the same again amends no second time, so that a repeat after a lost answer gives the
   * permit as it is. 1 to 200 letters, digits and `: _ . -`.
   */
  idempotencyKey?: string | undefined;
}

/** Which permit to take back; the token says who does. */
export interface RevokePermitData {
  /** Id of the permit. */
  permitId: string;
  /** Why, up to 500 characters. */
  reason?: string | undefined;
}

/** Permission for calls to come; the token says who grants it. */
export interface CreateGrantData {
  /** Whose calls. */
  requester: RequesterRequest;
  /** Which tool; no prefix. */
  tool: string;
  /** Which target, exactly; null for calls without one. */
  target: string | null;
  /** What the arguments must be. */
  match: GrantMatch;
  /** How many calls, 1 to 1,000, within the rule's cap. */
  maxUses: number;
  /** Until when, within the rule's cap. */
  expiresAt: number;
  /** Why, up to 2,000 characters. */
  reason?: string | undefined;
  /**
   * Of whoever grants: the same again is the same grant, so that a lost answer never grants twice. 1 to 200
   * letters, digits and `: _ . -`.
   */
  idempotencyKey?: string | undefined;
}

/** Which standing grant to take back; the token says who does. */
export interface RevokeGrantData {
  /** Id of the grant. */
  grantId: string;
}
