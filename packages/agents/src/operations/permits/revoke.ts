/** `permits/revoke` (permits G7). */
import { defineOperation } from '@org/approval-core/internal';
import * as z from 'zod';
import { revokeFields } from '../../requests.js';
import { permit } from '../../views.js';
import { type GateScope, ownOr, userOf } from '../scope.js';

const revokePermit = z
  .strictObject(revokeFields)
  .meta({ id: 'RevokePermitData', description: 'A permit to revoke; the token identifies the user.' });

/**
 * Revokes a permit; a repeat has no effect.
 * @throws NOT_FOUND; FAILED_PRECONDITION for one that has ended otherwise.
 * @request {"permitId": "permit-1", "reason": "not needed any more"}
 */
export const operation = defineOperation({
  path: 'permits/revoke',
  summary: 'Revokes a permit; a repeat has no effect.',
  request: revokePermit,
  result: permit,
  effect: 'safe',
  permission: ['permits:request', 'permits:revoke'],
  budget: 'decide',
  seesOthers: 'permits:revoke',
  run: async (on: GateScope, request) => {
    await ownOr(on, request.permitId);
    return on.permits.revoke({ ...request, actorId: userOf(on.caller) });
  },
});
