/** `permits/redeem` (permits G7). */
import { defineOperation } from '@org/approval-core/internal';
import * as z from 'zod';
import { redeemFields } from '../../requests.js';
import type { PermitOperations, Redeemed } from '../../types.js';
import { redeemed } from '../../views.js';
import { type GateScope, actsForItself, asAsked, requesterOf } from '../scope.js';

const redeemPermit = z.strictObject({ ...redeemFields, ...asAsked }).meta({
  id: 'RedeemPermitData',
  description: 'A permit to spend on a call; the token identifies the program that executes it.',
});

/**
 * Spends a granted permit on exactly its call: of concurrent redemptions one gets `ok: true`.
 * Execute the returned `call`. An error means: do not execute; it may be spent.
 * @request {"permitId": "permit-1", "call": {"tool": "payments.send", "args": {"to": "acme",
 *   "amount": 1200}}}
 */
export const operation = defineOperation({
  path: 'permits/redeem',
  summary: 'Spends a granted permit on exactly its call, once.',
  request: redeemPermit,
  result: redeemed,
  // Only the first redemption may execute, and a repeat cannot tell who spent the permit.
  effect: 'once',
  permission: 'permits:redeem',
  budget: 'decide',
  guard: actsForItself,
  run: ({ permits, caller }: GateScope, { onBehalfOf, ...asked }) =>
    redeemOwn(permits, { ...asked, requester: requesterOf(caller, onBehalfOf) }),
});

/**
 * A permit of another program is unknown; the same program on behalf of another user is refused as
 * such.
 */
async function redeemOwn(
  on: PermitOperations,
  request: Parameters<PermitOperations['redeem']>[0],
): Promise<Redeemed> {
  const answer = await on.redeem(request);
  if (answer.ok || answer.why !== 'wrong-requester') return answer;
  const { requester } = await on.get({ permitId: request.permitId });
  return requester.principal === request.requester.principal ? answer : { ...answer, why: 'unknown' };
}
