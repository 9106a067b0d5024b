/** `steps/recordReviewerDecision` (contract sections 7, 8, 10 and 17). */
import { recordReviewerDecision } from '../../shapes/steps/requests.js';
import { reviewResult } from '../../shapes/results.js';
import { defineOperation } from '../define.js';
import { actsAsItself } from '../guards.js';
import { absencesFor, decideWith, type Deciding } from './deciding.js';

/**
 * Records a reviewer's decision. Without a decision rule the step resolves when every mandatory
 * reviewer approved, or when any reviewer rejected. A repeat is `recorded: false`.
 * @throws NOT_FOUND; PERMISSION_DENIED for a user who is not a reviewer of the step;
 * FAILED_PRECONDITION when the step is not waiting, for the other decision of the same reviewer
 * (`details.recordedDecision`), and with `details.code` `not-asked-yet`, `abstain-not-allowed`,
 * `answered-already`, `already-asked`, `claimed`, `stale-round` or `subject-changed`;
 * INVALID_ARGUMENT for a reason, reason code, values or digest that the node asks for otherwise.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * await engine.definitions.create({
 *   definitionId: 'sign-off',
 *   name: 'Sign-off',
 *   nodes: [
 *     {
 *       nodeId: 'legal',
 *       type: 'human',
 *       config: {
 *         reviewers: [{ userId: 'ann', mandatory: true }],
 *         onReject: { end: 'rejected' },
 *       },
 *     },
 *   ],
 * });
 * const { executionId } = await engine.executions.dispatch({ definitionId: 'sign-off' });
 * const { recorded, aggregatorStatus } = await engine.steps.recordReviewerDecision({
 *   executionId,
 *   stepId: 'step_legal',
 *   reviewerId: 'ann',
 *   decision: 'approve',
 * });
 * console.log(recorded, aggregatorStatus); // → true resolved
 * await engine.stop();
 * ```
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "stepId": "step_legal",
 *   "reviewerId": "maria",
 *   "decision": "approve",
 *   "reason": "as agreed"
 * }
 */
export const operation = defineOperation({
  path: 'steps/recordReviewerDecision',
  summary: 'Records what a reviewer decided.',
  request: recordReviewerDecision,
  result: reviewResult,
  effect: 'safe',
  permission: 'steps:decide',
  budget: 'decide',
  guard: actsAsItself,
  run: async (on: Deciding, request) => decideWith(on, request, await absencesFor(on, request)),
});
