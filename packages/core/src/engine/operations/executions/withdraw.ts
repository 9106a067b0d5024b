/** `executions/withdraw` (contract sections 9 to 11). */
import { withdrawExecution } from '../../shapes/executions/run-requests.js';
import { cancelExecutionResult } from '../../shapes/results.js';
import { defineOperation } from '../define.js';
import { actsAsItself } from '../guards.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Ends a run for whoever started it, as `cancel` does.
 * @throws NOT_FOUND; PERMISSION_DENIED for anybody else; FAILED_PRECONDITION when it has completed or failed.
 */
export const operation = defineOperation({
  path: 'executions/withdraw',
  summary: 'Ends a run for whoever started it.',
  request: withdrawExecution,
  result: cancelExecutionResult,
  effect: 'safe',
  permission: 'people:self',
  budget: 'decide',
  guard: actsAsItself,
  run: async (on: Submitting, { executionId, actorId, reason = null }) => {
    await submit(on, executionId, { kind: 'withdraw', actorId, reason });
    return { cancelled: true, executionId } as const;
  },
});
