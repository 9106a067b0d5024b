/** `executions/dispatch` (contract sections 9 to 11). */
import { dispatchExecution } from '../../shapes/executions/requests.js';
import { dispatchResult } from '../../shapes/results.js';
import { objectOf, receiverIssues, urlIn } from '../../webhooks/check.js';
import { defineOperation } from '../define.js';
import { dispatchesAsItself, refuseReservedKey } from '../guards.js';
import { type Presenting, refuseTooLarge } from '../../commit/presenting.js';
import { presentingOptions } from '../presenting.js';
import type { On } from '../../scope.js';

type Dispatching = On<'transport' | 'dispatcher'>;

/**
 * Starts an execution of the most specific definition. With an `idempotencyKey` a repeat returns
 * the first execution, `deduplicated: true`, even if the calls race.
 * @throws NOT_FOUND; FAILED_PRECONDITION when the key was used for another definition;
 * PERMISSION_DENIED `presentation-fixed`; INVALID_ARGUMENT, also `presentation-too-large`.
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
 * const request = {
 *   definitionId: 'check',
 *   idempotencyKey: 'invoice:4711',
 *   triggerContext: { url: 'https://example.com/invoices/4711' },
 * };
 * const first = await engine.executions.dispatch(request);
 * const again = await engine.executions.dispatch(request);
 * console.log(again.executionId === first.executionId, again.deduplicated); // → true true
 * await engine.stop();
 * ```
 * @request {
 *   "definitionId": "contract-sign-off",
 *   "idempotencyKey": "contract-7",
 *   "triggerContext": {
 *     "documentUrl": "https://docs.example.com/contract-7"
 *   },
 *   "initiatorId": "ben"
 * }
 */
export const operation = defineOperation({
  path: 'executions/dispatch',
  summary: 'Starts an execution; with an idempotencyKey a repeat returns the first one.',
  request: dispatchExecution,
  result: dispatchResult,
  effect: 'keyed',
  permission: 'executions:dispatch',
  budget: 'dispatch',
  guard: dispatchesAsItself,
  options: presentingOptions,
  read: ({ parser, transport }: Dispatching, given: unknown) =>
    parser.parse(dispatchExecution, given, (json) =>
      receiverIssues(transport, urlIn(objectOf(json), 'webhookUrl'), 'webhookUrl'),
    ),
  run: async ({ dispatcher, workspaceId }: Dispatching, request, options: Presenting = {}) => {
    refuseReservedKey(request.idempotencyKey);
    refuseTooLarge(request.presentation);
    return dispatcher.dispatch(workspaceId, request, options);
  },
});
