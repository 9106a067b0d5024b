// Written by `npm run operations` from the records in the folders beside it; do not edit it.
/** Every operation of a gate. */
import type { DefinedOperation } from '@org/approval-core/internal';
import type { PermitOperationPath } from './wire-types.js';
import type { GateScope } from './scope.js';
import { operation as permitsRequest } from './permits/request.js';
import { operation as permitsRequestBatch } from './permits/request-batch.js';
import { operation as permitsGet } from './permits/get.js';
import { operation as permitsList } from './permits/list.js';
import { operation as permitsRedeem } from './permits/redeem.js';
import { operation as permitsOutcome } from './permits/outcome.js';
import { operation as permitsAmend } from './permits/amend.js';
import { operation as permitsRevoke } from './permits/revoke.js';
import { operation as grantsCreate } from './grants/create.js';
import { operation as grantsList } from './grants/list.js';
import { operation as grantsRevoke } from './grants/revoke.js';

/** Every operation by its path. */
export const RECORDS = {
  'permits/request': permitsRequest,
  'permits/requestBatch': permitsRequestBatch,
  'permits/get': permitsGet,
  'permits/list': permitsList,
  'permits/redeem': permitsRedeem,
  'permits/outcome': permitsOutcome,
  'permits/amend': permitsAmend,
  'permits/revoke': permitsRevoke,
  'grants/create': grantsCreate,
  'grants/list': grantsList,
  'grants/revoke': grantsRevoke,
} satisfies {
  readonly [P in PermitOperationPath]: DefinedOperation<P, GateScope>;
};
