/** `steps/addReviewers` (contract sections 7, 8, 10 and 17). */
import { addReviewers } from '../../shapes/steps/review-requests.js';
import { addReviewersResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { actsAsItself } from '../guards.js';
import { addressed } from '../addressing.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Adds reviewers who must approve too; those that this reviewer added before are not added again.
 * @throws as `delegate`.
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "stepId": "step_legal",
 *   "reviewerId": "maria",
 *   "userIds": [
 *     "tom"
 *   ],
 *   "reason": "needs finance"
 * }
 */
export const operation = defineOperation({
  path: 'steps/addReviewers',
  summary: 'Adds people who have to approve too.',
  request: addReviewers,
  result: addReviewersResult,
  effect: 'safe',
  permission: 'steps:decide',
  budget: 'decide',
  guard: actsAsItself,
  run: async (on: Submitting, request) => {
    const { executionId, reason = null, ...rest } = await addressed(on, request);
    const { added } = await submit(on, executionId, { kind: 'add-reviewers', ...rest, reason });
    return { added: [...added] };
  },
});
