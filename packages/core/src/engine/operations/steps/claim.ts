/** `steps/claim` (contract sections 7, 8, 10 and 17). */
import { claimStep } from '../../shapes/steps/review-requests.js';
import { claimResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { actsAsItself } from '../guards.js';
import { addressed } from '../addressing.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Reserves one of a pool's decisions for a time; a repeat is `claimed: false` with the same
 * `until`.
 * @throws as `delegate`, and FAILED_PRECONDITION `claimed` (`details.claimedBy`) or
 * `not-asked-yet`.
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "stepId": "step_legal",
 *   "reviewerId": "maria",
 *   "entry": 0
 * }
 */
export const operation = defineOperation({
  path: 'steps/claim',
  summary: "Reserves one of a pool's answers for a time.",
  request: claimStep,
  result: claimResult,
  effect: 'safe',
  permission: 'steps:decide',
  budget: 'decide',
  guard: actsAsItself,
  run: async (on: Submitting, request) => {
    const { executionId, ...rest } = await addressed(on, request);
    return { ...(await submit(on, executionId, { kind: 'claim', ...rest })) };
  },
});
