/** `steps/cancel` (contract sections 7, 8, 10 and 17). */
import { cancelStep } from '../../shapes/steps/requests.js';
import { cancelStepResult } from '../../shapes/results.js';
import { defineOperation } from '../define.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Cancels an open step; what is open around it goes on.
 * @throws NOT_FOUND; FAILED_PRECONDITION when the step has ended.
 */
export const operation = defineOperation({
  path: 'steps/cancel',
  summary: 'Cancels an open step.',
  request: cancelStep,
  result: cancelStepResult,
  effect: 'once',
  permission: 'steps:cancel',
  budget: 'admin',
  run: async (on: Submitting, { executionId, stepId, actorId, reason = null }) => {
    await submit(on, executionId, { kind: 'cancel-step', stepId, actorId, reason });
    return { cancelled: true, executionId, stepId } as const;
  },
});
