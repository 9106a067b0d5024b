/** `permits/get` (permits G7). */
import { defineOperation } from '@org/approval-core/internal';
import { getPermitData } from '../../requests.js';
import { permit } from '../../views.js';
import { type GateScope, ownOr } from '../scope.js';

/**
 * A permit; with `waitMs` as soon as it is no longer pending, or as it is then.
 * @throws NOT_FOUND
 * @request {"permitId": "permit-1", "waitMs": 20000}
 */
export const operation = defineOperation({
  path: 'permits/get',
  summary: 'A permit, as soon as it is no longer pending where that is waited for.',
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
