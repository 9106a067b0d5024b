/** `steps/requestInformation` (contract sections 7, 8, 10 and 17). */
import { requestInformation } from '../../shapes/steps/review-requests.js';
import { requestInformationResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { actsAsItself } from '../guards.js';
import { addressed } from '../addressing.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Asks a user, the initiator by default, for information; the step goes on waiting. Repeating an
 * open question is `asked: false`, and so is a repeat with the same `idempotencyKey`, answered or
 * not.
 * @throws as `delegate`; FAILED_PRECONDITION `key-reused` (`details.questionId`) for another
 * question under the key; INVALID_ARGUMENT when the execution has no user to ask.
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "stepId": "step_legal",
 *   "reviewerId": "maria",
 *   "question": "Which year is this for?"
 * }
 */
export const operation = defineOperation({
  path: 'steps/requestInformation',
  summary: 'Asks a user for information while the step waits.',
  request: requestInformation,
  result: requestInformationResult,
  effect: 'keyed',
  permission: 'steps:decide',
  budget: 'decide',
  guard: actsAsItself,
  run: async (on: Submitting, request) => {
    const { executionId, ofUserId = null, ...rest } = await addressed(on, request);
    return { ...(await submit(on, executionId, { kind: 'request-information', ...rest, ofUserId })) };
  },
});
