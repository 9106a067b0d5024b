/** `steps/requestInformation` (contract sections 7, 8, 10 and 17). */
import { requestInformation } from '../../shapes/steps/review-requests.js';
import { requestInformationResult } from '../../shapes/steps/review-results.js';
import { defineOperation } from '../define.js';
import { actsAsItself } from '../guards.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Asks somebody, the initiator by default, for information; the step goes on waiting. The same question while it is
 * open is `asked: false`, and so is a repeat with the same `idempotencyKey`, answered or not.
 * @throws as `delegate`; FAILED_PRECONDITION `key-reused` (`details.questionId`) for another question under the key;
 * INVALID_ARGUMENT when there is nobody to ask.
 */
export const operation = defineOperation({
  path: 'steps/requestInformation',
  summary: 'Asks somebody for information while the step waits.',
  request: requestInformation,
  result: requestInformationResult,
  effect: 'keyed',
  permission: 'steps:decide',
  budget: 'decide',
  guard: actsAsItself,
  run: async (on: Submitting, { executionId, ofUserId = null, ...rest }) => ({
    ...(await submit(on, executionId, { kind: 'request-information', ...rest, ofUserId })),
  }),
});
