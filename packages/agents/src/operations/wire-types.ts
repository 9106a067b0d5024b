/**
 * Types of requests over HTTP that differ from the gate's: the token identifies requester and
 * actor.
 */
import type { PermitOperationTypes } from './wire-types.gen.js';

export type * from './grants/create.gen.js';
export type * from './grants/revoke.gen.js';
export type * from './permits/amend.gen.js';
export type * from './permits/outcome.gen.js';
export type * from './permits/redeem.gen.js';
export type * from './permits/request-batch.gen.js';
export type * from './permits/request.gen.js';
export type * from './permits/revoke.gen.js';
export type * from './wire-types.gen.js';

/** Path of an operation of the gate, as in `permits/request`. */
export type PermitOperationPath = keyof PermitOperationTypes;
/** Request of the operation at a path. */
export type PermitOperationRequest<P extends PermitOperationPath> = PermitOperationTypes[P]['request'];
/** Result of the operation at a path. */
export type PermitOperationResult<P extends PermitOperationPath> = PermitOperationTypes[P]['result'];
