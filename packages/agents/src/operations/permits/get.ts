/** `permits/get` (permits G7). */
import { defineOperation } from '@org/approval-core/internal';
import { getPermitData } from '../../requests.js';
import { permit } from '../../views.js';
import { type GateScope, ownOr } from '../scope.js';

/**
 * Returns a permit; with `waitMs` once it is no longer pending, or after that time.
 * @throws NOT_FOUND
 * @request {"permitId": "permit-1", "waitMs": 20000}
 */
export const operation = defineOperation({
  path: 'permits/get',
  summary: 'Returns a permit, optionally after waiting until it is no longer pending.',
  request: getPermitData,
  result: permit,
  effect: 'read',
  permission: ['permits:request', 'permits:read'],
  budget: 'read',
  seesOthers: 'permits:read',
  waits: 0,
  run: async (on: GateScope, { permitId, waitMs = 0 }) => {
    await ownOr(on, permitId);
    return on.permits.get({ permitId, waitMs });
  },
});
