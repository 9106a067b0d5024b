/** `steps/release` (contract sections 7, 8, 10 and 17). */
import { releaseStep } from '../../shapes/steps/review-requests.js';
import { releaseResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { actsForAnotherAsAdmin } from '../guards.js';
import { addressed } from '../addressing.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Releases a claim; `released: false` without one.
 * @throws NOT_FOUND; FAILED_PRECONDITION when the step does not wait.
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "stepId": "step_legal",
 *   "reviewerId": "maria",
 *   "entry": 0
 * }
 */
export const operation = defineOperation({
  path: 'steps/release',
  summary: 'Gives a claim back.',
  request: releaseStep,
  result: releaseResult,
  effect: 'safe',
  permission: 'steps:decide',
  budget: 'decide',
  guard: actsForAnotherAsAdmin,
  run: async (on: Submitting, request) => {
    const { executionId, actorId: _, ...rest } = await addressed(on, request);
    return { ...(await submit(on, executionId, { kind: 'release', ...rest })) };
  },
});
