/** `executions/dispatch` (contract sections 9 to 11). */
import { ASK_KEY_PREFIX } from '../../../interpreter/own-runs.js';
import { ApprovalError } from '../../errors.js';
import { dispatchExecution } from '../../shapes/executions/requests.js';
import { dispatchResult } from '../../shapes/results.js';
import { objectOf, receiverIssues, urlIn } from '../../webhooks/check.js';
import { defineOperation } from '../define.js';
import { dispatchesAsItself } from '../guards.js';
import type { On } from '../../scope.js';

type Dispatching = On<'transport' | 'dispatcher'>;

/**
 * Starts a run of the most specific definition. With an `idempotencyKey` a repeat returns the first
 * execution, `deduplicated: true`, even if the calls race.
 * @throws NOT_FOUND; FAILED_PRECONDITION when the key was used for another definition;
 * INVALID_ARGUMENT.
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
 *       config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { end: 'rejected' } },
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
  summary: 'Starts a run; with an idempotencyKey a repeat returns the first one.',
  request: dispatchExecution,
  result: dispatchResult,
  effect: 'keyed',
  permission: 'executions:dispatch',
  budget: 'dispatch',
  guard: dispatchesAsItself,
  read: ({ parser, transport }: Dispatching, given: unknown) =>
    parser.parse(dispatchExecution, given, (json) =>
      receiverIssues(transport, urlIn(objectOf(json), 'webhookUrl'), 'webhookUrl'),
    ),
  run: async ({ dispatcher, workspaceId }: Dispatching, request) => {
    refuseReservedKey(request.idempotencyKey);
    return dispatcher.dispatch(workspaceId, request);
  },
});

function refuseReservedKey(key = ''): void {
  if (!key.startsWith(ASK_KEY_PREFIX)) return;
  const message = `idempotencyKey: what begins with "${ASK_KEY_PREFIX}" is the engine's own; use another key`;
  throw new ApprovalError('INVALID_ARGUMENT', message, { code: 'reserved-key' });
}
