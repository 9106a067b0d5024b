/** `executions/cancel` (contract sections 9 to 11). */
import { cancelExecution } from '../../shapes/executions/requests.js';
import { cancelExecutionResult } from '../../shapes/results.js';
import { defineOperation } from '../define.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Ends a run; cancelling it again changes nothing.
 * @throws NOT_FOUND; FAILED_PRECONDITION when it has completed or failed.
 */
export const operation = defineOperation({
  path: 'executions/cancel',
  summary: 'Ends a run; cancelling it again changes nothing.',
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
