/** `steps/finish` (contract section 20). */
import { finishStep } from '../../shapes/steps/requests.js';
import { finishStepResult } from '../../shapes/results.js';
import { defineOperation } from '../define.js';
import { addressed } from '../addressing.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Ends a pending or running step that waits for a call, a time, a signal or an execution; for
 * administrators. Its call, timer or run then ends.
 * @throws NOT_FOUND; FAILED_PRECONDITION when the step has ended, or is not of these kinds.
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "stepId": "step_payment",
 *   "action": "complete",
 *   "actorId": "ops",
 *   "reason": "the payment arrived by post"
 * }
 */
export const operation = defineOperation({
  path: 'steps/finish',
  summary: 'Ends a step that waits for a call, a time, a signal or an execution.',
  request: finishStep,
  result: finishStepResult,
  effect: 'once',
  permission: 'steps:admin',
  budget: 'admin',
  run: async (on: Submitting, request) => {
    const named = await addressed(on, request);
    const { executionId, stepId, action, actorId, output = null, reason = null } = named;
    const via = on.caller.via ?? null;
    const command = { kind: 'finish-step', stepId, action, actorId, output, reason, via } as const;
    const { status } = await submit(on, executionId, command);
    return { resolved: true, executionId, stepId, action, status } as const;
  },
});
