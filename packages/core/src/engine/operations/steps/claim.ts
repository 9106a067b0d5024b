/** `steps/claim` (contract sections 7, 8, 10 and 17). */
import { claimStep } from '../../shapes/steps/review-requests.js';
import { claimResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { actsAsItself } from '../guards.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Reserves one of a pool's answers for a time; a live claim again is `claimed: false` with the same `until`.
 * @throws as `delegate`, and FAILED_PRECONDITION `claimed` (`details.claimedBy`) or `not-asked-yet`.
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
  run: async (on: Submitting, { executionId, ...rest }) => ({
    ...(await submit(on, executionId, { kind: 'claim', ...rest })),
  }),
});
