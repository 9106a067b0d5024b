/** `executions/cancel` (contract sections 9 to 11). */
import { cancelExecution } from '../../shapes/executions/requests.js';
import { cancelExecutionResult } from '../../shapes/results.js';
import { defineOperation } from '../define.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Ends an execution; a repeat changes nothing.
 * @throws NOT_FOUND; FAILED_PRECONDITION when it has completed or failed.
 * @request {"executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11", "reason": "the contract is off"}
 */
export const operation = defineOperation({
  path: 'executions/cancel',
  summary: 'Ends an execution; cancelling it again changes nothing.',
  request: cancelExecution,
  result: cancelExecutionResult,
  effect: 'safe',
  permission: 'executions:cancel',
  budget: 'admin',
  run: async (on: Submitting, { executionId, reason = null }) => {
    await submit(on, executionId, { kind: 'cancel-execution', reason });
    return { cancelled: true, executionId } as const;
  },
});
