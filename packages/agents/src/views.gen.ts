// Generated from the schemas of views.ts by `npm run types`. Do not edit.
import type { ErrorDetails, ErrorStatus, JsonObject } from '@org/approval-core';
import type { GrantMatch, PermitState } from './requests.gen.js';

/** Which call of which run of a program it is; scoped to its requester. */
export interface Ref {
  /** Which framework runs the program, 1 to 200 characters. */
  framework: string;
  /** Its run, 1 to 200 characters. */
  runId: string;
  /** The call in that run, 1 to 200 characters. */
  callId: string;
  /** Which asking about that call, from 1. */
  attempt: number;
}

/**
 * What a program wants to do: the tool under the name that the host registered it by, and what the tool
 * gets.
 */
export interface Call {
  /**
   * The name that the host registered the tool under: 1 to 200 letters, digits and `_ . : / -`. Never one
   * that a model, a client or a server sent.
   */
  tool: string;
  /** What the tool gets, after its own schema: a JSON object, up to 192 KiB and 60 levels. */
  args: JsonObject;
  /** What it is done to, where the arguments do not say: 1 to 500 characters; null when they do. */
  target: string | null;
}

/**
 * Who asks: a program, and whom it works for. The call runs with the rights of the requester, never of
 * the approver.
 */
export interface Requester {
  /** The program. It never answers for its own call. */
  principal: string;
  /** Whom it works for; null when nobody. May answer, unless the node excludes the initiator. */
  onBehalfOf: string | null;
}

/** Who or what granted a permit. */
export type GrantedBy =
  | {
      /** Somebody approved a step of its run. */
      kind: 'person';
      /** Who. */
      userId: string;
      /** In whose name; null for their own. */
      onBehalfOf: string | null;
      /** The step that it was. */
      stepId: string;
      /** When. */
      at: number;
    }
  | {
      /** An administrator approved a step by force, and the rule takes that. */
      kind: 'override';
      /** Who. */
      actorId: string;
      /** The step that it was. */
      stepId: string;
    }
  | {
      /** A standing grant was used. */
      kind: 'grant';
      /** Which. */
      grantId: string;
    }
  | {
      /** A rule of the policies allows it. */
      kind: 'policy';
      /** Its index, from 0. */
      rule: number;
    };

/** What came of the call, as its requester reports it. */
export interface PermitOutcome {
  /** Whether the call did what it was to do. */
  ok: boolean;
  /** Digest of the result, where the requester gave one. */
  resultDigest: string | null;
  /** What went wrong; null unless it said. */
  error: string | null;
  /** When it was reported. */
  at: number;
}

/** One line of a permit's history: `requested`, `amended`, `outcome`, or the state that it came into. */
export interface PermitHistoryEntry {
  /** When. */
  at: number;
  /** `requested`, `amended`, `outcome`, or a state. */
  type: string;
  /** Who did it: a user, or `system:gate`. */
  actorId: string;
  /** Digest of the call then. */
  digest: string;
  /** Why, where whoever did it said so. */
  reason?: string;
}

/** A permit: one call, asked about once, executed at most once. */
export interface Permit {
  /** Id of the permit. */
  permitId: string;
  /** Which call of which run of the program it is for. */
  ref: Ref;
  /** The call as it would be executed: as asked, or as amended. Redacted values are `[hidden]`. */
  call: Call;
  /** Digest of that call, redacted values included: `sha256:<hex>`. */
  digest: string;
  /** How often the call was amended, from 1. */
  revision: number;
  /** Who asked. */
  requester: Requester;
  /** Why, in the program's own words; null without. */
  reason: string | null;
  /** The batch that it was asked in; null by itself. */
  batchId: string | null;
  /** Where it stands. */
  state: PermitState;
  /** Why it was denied or revoked; null otherwise. */
  code: string | null;
  /** The run in which people answer; null until there is one, and where nobody is asked. */
  executionId: string | null;
  /** SHA-256 of the policies that decided whom to ask: `sha256:<hex>`. */
  policyVersion: string;
  /** Who or what granted it; empty until then. */
  grantedBy: GrantedBy[];
  /** How many redemptions were refused; a statistic. */
  refusals: number;
  /** When it was asked for. */
  createdAt: number;
  /** When it was granted; null until then. */
  grantedAt: number | null;
  /** When it ended; null until then. */
  endedAt: number | null;
  /** When it expires, or would have: while pending for the answer, once granted for the redemption. */
  expiresAt: number;
  /** What happened to it, oldest first, up to 200. */
  history: PermitHistoryEntry[];
  /** What came of the call: null until it is spent, `unknown` until the requester reports. */
  outcome: null | 'unknown' | PermitOutcome;
}

/** Where a standing grant stands. */
export type GrantState = 'active' | 'used' | 'expired' | 'revoked';

/** A standing grant. */
export interface GrantView {
  /** Id of the grant. */
  grantId: string;
  /** Whose calls. */
  requester: Requester;
  /** Which tool. */
  tool: string;
  /** Which target; null for calls without one. */
  target: string | null;
  /** What the arguments must be. */
  match: GrantMatch;
  /** How many calls. */
  maxUses: number;
  /** Until when. */
  expiresAt: number;
  /** Who granted it. */
  createdBy: string;
  /** Why; null without. */
  reason: string | null;
  /** How many permits it granted. */
  uses: number;
  /** Where it stands. */
  state: GrantState;
}

/** Why one of several calls was not asked about. */
export interface RequestBatchError {
  /** What kind of error it is. */
  status: ErrorStatus;
  /** What is wrong, and how to mend it. */
  message: string;
  /** What else is known. */
  details: ErrorDetails;
}

/** One answer of `permits/requestBatch`. */
export type RequestBatchAnswer =
  | {
      /** The permit. */
      permit: Permit;
    }
  | {
      /** Why there is none. */
      error: RequestBatchError;
    };

/** The answers of `permits/requestBatch`, in the order asked. */
export interface RequestBatchResult {
  /** A permit or an error for each item. */
  items: RequestBatchAnswer[];
}

/**
 * The permit is spent: execute `call`, and nothing else. It is a frozen copy, never the object that you
 * held.
 */
export interface Redeemable {
  /** The one redemption of this permit that may execute. */
  ok: true;
  /** The permit, spent. */
  permit: Permit;
  /** What to execute. */
  call: Call;
  /** Whether it is another call than the one that came to `redeem`: it was amended. Tell the model. */
  changed: boolean;
  /** `permit:<permitId>`, for tools that take a key. */
  idempotencyKey: string;
}

/** Why a permit was not redeemed; looked for in this order. */
export type Why =
  'unknown' | 'wrong-requester' | 'revoked' | 'denied' | 'expired' | 'spent' | 'pending' | 'mismatch';

/** Do not execute. */
export interface Refused {
  /** Do not execute. */
  ok: false;
  /** Why. */
  why: Why;
  /** `code` of the permit. */
  code: string | null;
  /** For `mismatch`, JSON pointers to the values that differ, sorted, at most 20. */
  difference: string[];
}

/** What `redeem` says. Anything but `ok: true`, a throw included, means: do not execute. */
export type Redeemed = Redeemable | Refused;

/** Whether the outcome was reported for the first time. */
export interface PermitOutcomeResult {
  /** False: the same was reported before. */
  recorded: boolean;
}
