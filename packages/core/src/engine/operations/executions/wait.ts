/** `executions/wait` (contract sections 9 to 11). */
import type { Timed } from '@org/approval-internal/duration';
import { HOSTING_LIMITS } from '../../../definition/limits.js';
import { type Waiting, isReached, waitFor } from '../../reading/wait.js';
import {
  type WaitExecutionRequest,
  apartFromSignal,
  waitExecution,
  waitInProcess,
} from '../../shapes/executions/wait-request.js';
import { viewExecution } from '../../shapes/executions/views.js';
import { type WaitExecutionResult, waitExecutionResult } from '../../shapes/results.js';
import { defineOperation } from '../define.js';
import type { On } from '../../scope.js';

type WaitingOn = Waiting & On;

/**
 * Waits until the execution has ended, a step waits, or a given step has ended. Returns at once if
 * so, or if the execution ended otherwise; else after `waitMs`, or when the engine stops. `reached`
 * tells whether the condition holds. Callers over HTTP beyond the share of their subject, workspace
 * or process return at once.
 * @throws NOT_FOUND; the reason of `signal`, which ends the wait.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * await engine.definitions.create({
 *   definitionId: 'check',
 *   name: 'Check',
 *   nodes: [
 *     {
 *       nodeId: 'ann',
 *       type: 'human',
 *       config: {
 *         reviewers: [{ userId: 'ann', mandatory: true }],
 *         onReject: { end: 'rejected' },
 *       },
 *     },
 *   ],
 * });
 * const { executionId } = await engine.executions.dispatch({ definitionId: 'check' });
 * const waiting = engine.executions.wait({ executionId, until: 'ended' });
 * await engine.steps.recordReviewerDecision({
 *   ...{ executionId, stepId: 'step_ann', reviewerId: 'ann', decision: 'approve' },
 * });
 * const { reached, execution } = await waiting;
 * console.log(reached, execution.outcome); // → true approved
 * await engine.stop();
 * ```
 * @request {"executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11", "until": "ended", "waitMs":
 *   20000}
 */
export const operation = defineOperation({
  path: 'executions/wait',
  summary: 'Waits for an execution, or a step of it, for up to 25 s.',
  request: waitExecution,
  result: waitExecutionResult,
  effect: 'read',
  permission: 'executions:read',
  budget: 'read',
  waits: HOSTING_LIMITS.waitMs,
  fromOutside: (request) => ({ waitMs: HOSTING_LIMITS.waitMs, ...request }),
  read: ({ parser }: WaitingOn, given: unknown) => {
    const { signal, data } = apartFromSignal(given);
    const { waitMs = null, ...rest } = parser.parse(waitInProcess, data);
    return { ...rest, waitMs, signal };
  },
  run: async (on: WaitingOn, wait) => {
    const state = await waitFor(on, wait);
    const { compiled } = await on.definitions.ofExecution(state);
    return {
      reached: isReached(wait.until, state),
      execution: viewExecution(compiled, state, on.clock.now(), await on.absences.ofWaiting(state)),
    };
  },
});

/** `executions/wait`, which in process takes a signal and a duration string. */
export type Method = (
  request: Timed<WaitExecutionRequest> & { signal?: AbortSignal | undefined },
) => Promise<WaitExecutionResult>;
