/** What goes over HTTP where it is not what goes into the gate: the token says who asks and who acts. */
import type { ErrorDetails, ErrorStatus } from '@org/approval-core';
import type {
  CallRequest,
  GetPermitRequest,
  GrantMatch,
  GrantView,
  ListGrantsRequest,
  ListPermitsRequest,
  Permit,
  PermitPage,
  Redeemed,
  RefRequest,
  RequesterRequest,
} from './types.js';
import type { JsonPayload } from '@org/approval-core';

/** What a program asks for; its token says who it is. */
export interface RequestPermitData {
  /** What it wants to do. */
  call: CallRequest;
  /** Which call of its run that is. */
  ref: RefRequest;
  /** Whom it works for; needs `permits:on-behalf`. */
  onBehalfOf?: string | null | undefined;
  /** Why, in the program's own words, up to 2,000 characters. */
  reason?: string | undefined;
  /** Of calls that belong together, 1 to 200 characters. */
  batchId?: string | undefined;
}

/** One of several calls. */
export type RequestBatchItem = Omit<RequestPermitData, 'batchId'>;

/** Several calls at once, each with its own permit. */
export interface RequestBatchData {
  /** 1 to 50. */
  items: RequestBatchItem[];
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
  /** As it was asked. */
  onBehalfOf?: string | null | undefined;
  /** Whether the call did what it was to do. */
  ok: boolean;
  /** Digest of the result: `<algorithm>:<hex>`. */
  resultDigest?: string | null | undefined;
  /** What went wrong, up to 2,000 characters. */
  error?: string | null | undefined;
}

/** Whether the outcome was reported for the first time. */
export interface PermitOutcomeResult {
  /** False: the same was reported before. */
  recorded: boolean;
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
  /** Of whoever amends: the same again amends no second time, so that a repeat after a lost answer gives the permit as it is. 1 to 200 letters, digits and `: _ . -`. */
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
  /** Of whoever grants: the same again is the same grant, so that a lost answer never grants twice. 1 to 200 letters, digits and `: _ . -`. */
  idempotencyKey?: string | undefined;
}

/** Which standing grant to take back; the token says who does. */
export interface RevokeGrantData {
  /** Id of the grant. */
  grantId: string;
}

/** What each path of the gate takes and gives. */
export interface PermitOperationTypes {
  /** Asks whether a call may be made. */
  'permits/request': { request: RequestPermitData; result: Permit };
  /** Asks about several calls. */
  'permits/requestBatch': { request: RequestBatchData; result: RequestBatchResult };
  /** A permit. */
  'permits/get': { request: GetPermitRequest; result: Permit };
  /** Permits, newest first. */
  'permits/list': { request: ListPermitsRequest; result: PermitPage<Permit> };
  /** Spends a permit on exactly its call. */
  'permits/redeem': { request: RedeemPermitData; result: Redeemed };
  /** Reports what came of the call. */
  'permits/outcome': { request: PermitOutcomeData; result: PermitOutcomeResult };
  /** Other arguments for a call that people are asked about. */
  'permits/amend': { request: AmendPermitData; result: Permit };
  /** Takes a permit back. */
  'permits/revoke': { request: RevokePermitData; result: Permit };
  /** Permission for calls to come. */
  'grants/create': { request: CreateGrantData; result: GrantView };
  /** Standing grants, newest first. */
  'grants/list': { request: ListGrantsRequest; result: PermitPage<GrantView> };
  /** Takes a standing grant back. */
  'grants/revoke': { request: RevokeGrantData; result: GrantView };
}

/** Path of an operation of the gate, as in `permits/request`. */
export type PermitOperationPath = keyof PermitOperationTypes;
/** Request of the operation at a path. */
export type PermitOperationRequest<P extends PermitOperationPath> = PermitOperationTypes[P]['request'];
/** Result of the operation at a path. */
export type PermitOperationResult<P extends PermitOperationPath> = PermitOperationTypes[P]['result'];
