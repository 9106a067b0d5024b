/** `steps/retractDecision` (contract sections 7, 8, 10 and 17). */
import { retractDecision } from '../../shapes/steps/review-requests.js';
import { retractResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { actsAsItself } from '../guards.js';
import { addressed } from '../addressing.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Retracts a decision while the step waits; the next decision on that place names the returned
 * `round`.
 * @throws as `delegate`, and FAILED_PRECONDITION `stale-round` (`details.round`).
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "stepId": "step_legal",
 *   "reviewerId": "maria",
 *   "round": 1
 * }
 */
export const operation = defineOperation({
  path: 'steps/retractDecision',
  summary: 'Takes an answer back while the step waits.',
  request: retractDecision,
  result: retractResult,
  effect: 'safe',
  permission: 'steps:decide',
  budget: 'decide',
  guard: actsAsItself,
  run: async (on: Submitting, request) => {
    const { executionId, onBehalfOf = null, reason = null, ...rest } = await addressed(on, request);
    return { ...(await submit(on, executionId, { kind: 'retract-decision', ...rest, onBehalfOf, reason })) };
  },
});
