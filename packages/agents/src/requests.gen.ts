// Generated from the schemas of requests.ts by `npm run types`. Do not edit.
import type { JsonPayload } from '@org/approval-core/definition';
import type { JsonValue } from '@org/approval-core';

/** A call as it is asked about, and as it comes to `redeem`. */
export interface CallRequest {
  /**
   * The name that the host registered the tool under: 1 to 200 letters, digits and `_ . : / -`. Never one
   * that a model, a client or a server sent.
   */
  tool: string;
  /** What the tool gets, after its own schema: a JSON object, up to 192 KiB and 60 levels. */
  args: JsonPayload;
  /** What it is done to, where the arguments do not say: 1 to 500 characters; null by default. */
  target?: string | null | undefined;
}

/** Who asks, in a request. */
export interface RequesterRequest {
  /** The program. It never answers for its own call. */
  principal: string;
  /** Whom it works for; nobody by default. */
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
  /**
   * Which asking about that call, 1 to 1,000; 1 by default. `auto`: the one that has not ended, or the
   * next.
   */
  attempt?: number | 'auto' | undefined;
}

/** What a program asks for. */
export interface Asked {
  /** What it wants to do. */
  call: CallRequest;
  /** Which call of its run that is. */
  ref: RefRequest;
  /** Why, in the program's own words, up to 2,000 characters; shown to people as such. */
  reason?: string | undefined;
  /** Who asks. */
  requester: RequesterRequest;
  /** Of calls that belong together, 1 to 200 characters; `requestBatch` makes one. */
  batchId?: string | undefined;
}

/** Several calls at once, each with its own permit. */
export interface RequestBatch {
  /** 1 to 50, without `batchId`. */
  items: readonly Asked[];
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

/** The last four never change. */
export type PermitState = 'pending' | 'granted' | 'denied' | 'expired' | 'revoked' | 'spent';

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
  /** Whether the call did what it was to do. */
  ok: boolean;
  /** Digest of the result: `<algorithm>:<hex>`. */
  resultDigest?: string | null | undefined;
  /** What went wrong, up to 2,000 characters. */
  error?: string | null | undefined;
  /** Who executed it: the requester of the permit. */
  requester: RequesterRequest;
}

/** Other arguments for a call that people are asked about. */
export interface AmendRequest {
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
  /** Who amends: somebody whom the run asks now. */
  actorId: string;
}

/** Which permit to take back. */
export interface RevokePermitRequest {
  /** Id of the permit. */
  permitId: string;
  /** Why, up to 500 characters. */
  reason?: string | undefined;
  /** Who takes it back. */
  actorId: string;
}

/** What one argument must be: this value, one of these, or a number from the first to the second. */
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

/** By argument; a call has exactly these arguments and no other. */
export type GrantMatch = Record<string, ArgumentMatch>;

/** Permission for calls to come: so many, until then, exactly such ones. */
export interface CreateGrantRequest {
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
  /** Who grants it: one of the rule's people, never the principal. */
  createdBy: string;
}

/** A page of standing grants, newest first. */
export interface ListGrantsRequest {
  /** Only those of this program. */
  principal?: string | undefined;
  /** How many, 1 to 500; 50 by default. */
  pageSize?: number | undefined;
  /** `nextCursor` of the page before; the first page without it. */
  cursor?: string | undefined;
}

/** Which standing grant to take back. */
export interface RevokeGrantRequest {
  /** Id of the grant. */
  grantId: string;
  /** Who takes it back; in the history of the permits that go with it. */
  actorId: string;
}
