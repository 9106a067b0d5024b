/** `steps/release` (contract sections 7, 8, 10 and 17). */
import { releaseStep } from '../../shapes/steps/review-requests.js';
import { releaseResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { actsForAnotherAsAdmin } from '../guards.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Gives a claim back; where there is none, `released: false`.
 * @throws NOT_FOUND; FAILED_PRECONDITION when the step does not wait.
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
  run: async (on: Submitting, { executionId, actorId: _, ...rest }) => ({
    ...(await submit(on, executionId, { kind: 'release', ...rest })),
  }),
});
