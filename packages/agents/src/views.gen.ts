// Generated from the schemas of views.ts by `npm run types`. Do not edit.
import type { ErrorDetails, ErrorStatus, JsonObject } from '@org/approval-core';
import type { GrantMatch, PermitState } from './requests.gen.js';

/** Name of a call in a run of a program; scoped to its requester. */
export interface Ref {
  /** Framework that runs the program, 1 to 200 characters. */
  framework: string;
  /** Its run, 1 to 200 characters. */
  runId: string;
  /** The call in that run, 1 to 200 characters. */
  callId: string;
  /** Number of the attempt, from 1. */
  attempt: number;
}

/**
 * A call of a program: the tool, under the name that the host registered, and its arguments.
 */
export interface Call {
  /**
   * The name that the host registered the tool under: 1 to 200 letters, digits and `_ . : / -`.
   * Never one that a model, a client or a server sent.
   */
  tool: string;
  /**
   * Arguments of the tool, after its own schema: a JSON object, up to 192 KiB and 60 levels.
   */
  args: JsonObject;
  /** Target of the call, if the arguments do not name it: 1 to 500 characters; else null. */
  target: string | null;
}

/**
 * The requester: a program, and the user it works for. The call runs with the rights of the
 * requester, never of the reviewer.
 */
export interface Requester {
  /** The program. It never answers for its own call. */
  principal: string;
  /**
   * User the program works for, or null. May decide, unless the node excludes the initiator.
   */
  onBehalfOf: string | null;
}

/** Grantor of a permit: a user, a grant or a rule. */
export type GrantedBy =
  | {
      /** A user approved a step of its run. */
      kind: 'person';
      /** User who approved. */
      userId: string;
      /** User they substituted; null if none. */
      onBehalfOf: string | null;
      /** Id of the step. */
      stepId: string;
      /** Time of the event. */
      at: number;
    }
  | {
      /** An administrator forced the approval of a step, and the rule accepts that. */
      kind: 'override';
      /** The administrator. */
      actorId: string;
      /** Id of the step. */
      stepId: string;
    }
  | {
      /** A standing grant was used. */
      kind: 'grant';
      /** Id of the grant. */
      grantId: string;
    }
  | {
      /** A rule of the policies allows it. */
      kind: 'policy';
      /** Index of the rule, from 0. */
      rule: number;
    };

/** Outcome of the call, as reported by its requester. */
export interface PermitOutcome {
  /** True if the call succeeded. */
  ok: boolean;
  /** Digest of the result, if the requester gave one. */
  resultDigest: string | null;
  /** Error text, or null. */
  error: string | null;
  /** Time of the report. */
  at: number;
}

/**
 * One line of a permit's history: `requested`, `amended`, `outcome`, or the state that it
 * came into.
 */
export interface PermitHistoryEntry {
  /** Time of the event. */
  at: number;
  /** `requested`, `amended`, `outcome`, or a state. */
  type: string;
  /** Actor: a user, or `system:gate`. */
  actorId: string;
  /** Digest of the call at that time. */
  digest: string;
  /** Reason, if the actor gave one. */
  reason?: string;
}

/** A permit: one call, asked about once, executed at most once. */
export interface Permit {
  /** Id of the permit. */
  permitId: string;
  /** Name of the call in its run. */
  ref: Ref;
  /**
   * The call as it would be executed: as asked, or as amended. Redacted values are `[hidden]`.
   */
  call: Call;
  /** Digest of that call, redacted values included: `sha256:<hex>`. */
  digest: string;
  /** Revision of the call, from 1. */
  revision: number;
  /** The requester. */
  requester: Requester;
  /** Reason in the program's own words, or null. */
  reason: string | null;
  /** Id of its batch; null outside a batch. */
  batchId: string | null;
  /** State of the permit. */
  state: PermitState;
  /** Code of a denial or revocation; null otherwise. */
  code: string | null;
  /**
   * Execution in which people decide; null until it starts, and for permits without reviewers.
   */
  executionId: string | null;
  /** SHA-256 of the policies that chose the reviewers: `sha256:<hex>`. */
  policyVersion: string;
  /** Grantors; empty until it is granted. */
  grantedBy: GrantedBy[];
  /** Number of refused redemptions; a statistic. */
  refusals: number;
  /** Time of the request. */
  createdAt: number;
  /** Time of the grant; null until then. */
  grantedAt: number | null;
  /** Time of the end; null until then. */
  endedAt: number | null;
  /** Expiry: while pending, of the decision; once granted, of the redemption. */
  expiresAt: number;
  /** Changes, oldest first, up to 200. */
  history: PermitHistoryEntry[];
  /** Outcome of the call: null until it is spent, `unknown` until the requester reports. */
  outcome: null | 'unknown' | PermitOutcome;
}

/** State of a standing grant. */
export type GrantState = 'active' | 'used' | 'expired' | 'revoked';

/** A standing grant. */
export interface GrantView {
  /** Id of the grant. */
  grantId: string;
  /** Requester whose calls it covers. */
  requester: Requester;
  /** Name of the tool. */
  tool: string;
  /** Target; null for calls without one. */
  target: string | null;
  /** Conditions on the arguments. */
  match: GrantMatch;
  /** Largest number of calls. */
  maxUses: number;
  /** Expiry. */
  expiresAt: number;
  /** User who granted it. */
  createdBy: string;
  /** Reason, or null. */
  reason: string | null;
  /** Number of permits it granted. */
  uses: number;
  /** State of the grant. */
  state: GrantState;
}

/** Error of one item of a batch. */
export interface RequestBatchError {
  /** Status of the error. */
  status: ErrorStatus;
  /** What is wrong and how to fix it. */
  message: string;
  /** Further details. */
  details: ErrorDetails;
}

/** One answer of `permits/requestBatch`. */
export type RequestBatchAnswer =
  | {
      /** The permit. */
      permit: Permit;
    }
  | {
      /** Error of this item. */
      error: RequestBatchError;
    };

/** The answers of `permits/requestBatch`, in the order asked. */
export interface RequestBatchResult {
  /** A permit or an error for each item. */
  items: RequestBatchAnswer[];
}

/**
 * The permit is spent: execute `call`, and nothing else. It is a frozen copy, never the
 * object that you held.
 */
export interface Redeemable {
  /** The one redemption of this permit that may execute. */
  ok: true;
  /** The permit, spent. */
  permit: Permit;
  /** The call to execute. */
  call: Call;
  /**
   * True if the call was amended and differs from the one given to `redeem`. Tell the model.
   */
  changed: boolean;
  /** `permit:<permitId>`, for tools that take a key. */
  idempotencyKey: string;
}

/** Reason why a permit was not redeemed, in the order of the checks. */
export type Why =
  'unknown' | 'wrong-requester' | 'revoked' | 'denied' | 'expired' | 'spent' | 'pending' | 'mismatch';

/** Do not execute. */
export interface Refused {
  /** Do not execute. */
  ok: false;
  /** Reason of the refusal. */
  why: Why;
  /** `code` of the permit. */
  code: string | null;
  /** For `mismatch`, JSON pointers to the values that differ, sorted, at most 20. */
  difference: string[];
}

/** Result of `redeem`. Anything but `ok: true`, an error included, means: do not execute. */
export type Redeemed = Redeemable | Refused;

/** Result of reporting an outcome. */
export interface PermitOutcomeResult {
  /** False: the same was reported before. */
  recorded: boolean;
}
