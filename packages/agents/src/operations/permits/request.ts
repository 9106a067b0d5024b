/** `permits/request` (permits G7). */
import { defineOperation } from '@org/approval-core/internal';
import * as z from 'zod';
import { askedFields, batchId } from '../../requests.js';
import { permit } from '../../views.js';
import { type GateScope, actsForItself, behalf, requesterOf } from '../scope.js';

const requestPermit = z
  .strictObject({
    ...askedFields,
    ...behalf,
    batchId: batchId.describe('Groups related calls, 1 to 200 characters.'),
  })
  .meta({ id: 'RequestPermitData', description: 'Request of a program; its token identifies it.' });

/**
 * Asks whether a call may be made. The same ref and digest return the same permit, in any state;
 * another digest at the same ref creates a new one, and revokes the live one.
 * @throws INVALID_ARGUMENT; FAILED_PRECONDITION `not-ended` for a next attempt while the last one
 *   lives; RESOURCE_EXHAUSTED above 100 pending permits of the principal.
 * @request {
 *   "call": {
 *     "tool": "payments.send",
 *     "args": {
 *       "to": "acme",
 *       "amount": 1200
 *     }
 *   },
 *   "ref": {
 *     "framework": "none",
 *     "runId": "run-1",
 *     "callId": "call-1"
 *   }
 * }
 */
export const operation = defineOperation({
  path: 'permits/request',
  summary: 'Asks whether a call may be made.',
  request: requestPermit,
  result: permit,
  effect: 'safe',
  permission: 'permits:request',
  budget: 'dispatch',
  guard: actsForItself,
  run: ({ permits, caller }: GateScope, { onBehalfOf, ...asked }) =>
    permits.request({ ...asked, requester: requesterOf(caller, onBehalfOf) }),
});
