/** `steps/cancel` (contract sections 7, 8, 10 and 17). */
import { cancelStep } from '../../shapes/steps/requests.js';
import { cancelStepResult } from '../../shapes/results.js';
import { defineOperation } from '../define.js';
import { addressed } from '../addressing.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Cancels an open step; other open steps go on.
 * @throws NOT_FOUND; FAILED_PRECONDITION when the step has ended.
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "stepId": "step_legal",
 *   "actorId": "ops",
 *   "reason": "asked twice"
 * }
 */
export const operation = defineOperation({
  path: 'steps/cancel',
  summary: 'Cancels an open step.',
  request: cancelStep,
  result: cancelStepResult,
  effect: 'once',
  permission: 'steps:cancel',
  budget: 'admin',
  run: async (on: Submitting, request) => {
    const { executionId, stepId, actorId, reason = null } = await addressed(on, request);
    await submit(on, executionId, { kind: 'cancel-step', stepId, actorId, reason });
    return { cancelled: true, executionId, stepId } as const;
  },
});
