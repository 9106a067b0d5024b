/** `permits/outcome` (permits G7). */
import { defineOperation } from '@org/approval-core/internal';
import * as z from 'zod';
import { outcomeFields } from '../../requests.js';
import { outcomeResult } from '../../views.js';
import { type GateScope, actsForItself, asAsked, requesterOf } from '../scope.js';

const permitOutcome = z
  .strictObject({ ...outcomeFields, ...asAsked })
  .meta({ id: 'PermitOutcomeData', description: 'Outcome of the call.' });

/**
 * Reports the outcome of the call; a repeat is `recorded: false`.
 * @throws NOT_FOUND; FAILED_PRECONDITION before it is spent, and for another outcome than the one
 *   there is.
 * @request {"permitId": "permit-1", "ok": true}
 */
export const operation = defineOperation({
  path: 'permits/outcome',
  summary: 'Reports the outcome of the call.',
  request: permitOutcome,
  result: outcomeResult,
  effect: 'once',
  permission: 'permits:redeem',
  budget: 'decide',
  guard: actsForItself,
  run: ({ permits, caller }: GateScope, { onBehalfOf, ...said }) =>
    permits.outcome({ ...said, requester: requesterOf(caller, onBehalfOf) }),
});
