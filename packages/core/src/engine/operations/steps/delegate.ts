/** `steps/delegate` (contract sections 7, 8, 10 and 17). */
import { delegateStep } from '../../shapes/steps/review-requests.js';
import { delegateResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { actsForAnotherAsAdmin } from '../guards.js';
import { addressed } from '../addressing.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Transfers a place permanently, with its entries, weight, veto and order. An `actorId` other than
 * `reviewerId` is an administrator, who needs no permission of the node. Repeating the last
 * delegation is `delegated: false`.
 * @throws NOT_FOUND; PERMISSION_DENIED for a user without a place, and `separation-of-duties`;
 * FAILED_PRECONDITION with `details.code` `not-allowed`, `not-personal`, `answered-already`,
 * `already-asked` or `limit-reached`.
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "stepId": "step_legal",
 *   "reviewerId": "maria",
 *   "toUserId": "tom",
 *   "reason": "on leave"
 * }
 */
export const operation = defineOperation({
  path: 'steps/delegate',
  summary: 'Hands a place over for good.',
  request: delegateStep,
  result: delegateResult,
  effect: 'safe',
  permission: 'steps:decide',
  budget: 'decide',
  guard: actsForAnotherAsAdmin,
  run: async (on: Submitting, request) => {
    const { executionId, reason = null, ...rest } = await addressed(on, request);
    const { actorId = rest.reviewerId } = rest;
    return { ...(await submit(on, executionId, { kind: 'delegate', ...rest, actorId, reason })) };
  },
});
