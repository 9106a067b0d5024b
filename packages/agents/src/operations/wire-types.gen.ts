// Generated from the table PERMIT_OPERATIONS by `npm run types`. Do not edit.
import type { AmendPermitData } from './permits/amend.gen.js';
import type { CreateGrantData } from './grants/create.gen.js';
import type { GetPermitRequest, ListGrantsRequest, ListPermitsRequest } from '../requests.gen.js';
import type { GrantView, Permit, PermitOutcomeResult, Redeemed, RequestBatchResult } from '../views.gen.js';
import type { PermitOutcomeData } from './permits/outcome.gen.js';
import type { PermitPage } from '../types/gate.js';
import type { RedeemPermitData } from './permits/redeem.gen.js';
import type { RequestBatchData } from './permits/request-batch.gen.js';
import type { RequestPermitData } from './permits/request.gen.js';
import type { RevokeGrantData } from './grants/revoke.gen.js';
import type { RevokePermitData } from './permits/revoke.gen.js';

/** Request and result of every operation of the gate, by its path. */
export interface PermitOperationTypes {
  /** Asks whether a call may be made. */
  readonly 'permits/request': { readonly request: RequestPermitData; readonly result: Permit };
  /** Asks about several calls, each with its own permit. */
  readonly 'permits/requestBatch': {
    readonly request: RequestBatchData;
    readonly result: RequestBatchResult;
  };
  /** Returns a permit, optionally after waiting until it is no longer pending. */
  readonly 'permits/get': { readonly request: GetPermitRequest; readonly result: Permit };
  /** Permits, newest first. */
  readonly 'permits/list': { readonly request: ListPermitsRequest; readonly result: PermitPage<Permit> };
  /** Spends a granted permit on exactly its call, once. */
  readonly 'permits/redeem': { readonly request: RedeemPermitData; readonly result: Redeemed };
  /** Reports the outcome of the call. */
  readonly 'permits/outcome': { readonly request: PermitOutcomeData; readonly result: PermitOutcomeResult };
  /** Replaces the arguments of a pending call; people are asked again. */
  readonly 'permits/amend': { readonly request: AmendPermitData; readonly result: Permit };
  /** Revokes a permit; a repeat has no effect. */
  readonly 'permits/revoke': { readonly request: RevokePermitData; readonly result: Permit };
  /** Creates a standing grant: permission for future calls. */
  readonly 'grants/create': { readonly request: CreateGrantData; readonly result: GrantView };
  /** Standing grants, newest first. */
  readonly 'grants/list': { readonly request: ListGrantsRequest; readonly result: PermitPage<GrantView> };
  /** Revokes a standing grant, and the permits it granted that are unspent. */
  readonly 'grants/revoke': { readonly request: RevokeGrantData; readonly result: GrantView };
}
