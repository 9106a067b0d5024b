/** `executions/withdraw` (contract sections 9 to 11). */
import { withdrawExecution } from '../../shapes/executions/run-requests.js';
import { cancelExecutionResult } from '../../shapes/results.js';
import { defineOperation } from '../define.js';
import { actsAsItself } from '../guards.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Ends an execution on behalf of its initiator, as `cancel` does.
 * @throws NOT_FOUND; PERMISSION_DENIED for other users; FAILED_PRECONDITION when it has completed
 * or failed.
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "actorId": "ben",
 *   "reason": "sent too early"
 * }
 */
export const operation = defineOperation({
  path: 'executions/withdraw',
  summary: 'Ends an execution on behalf of its initiator.',
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
