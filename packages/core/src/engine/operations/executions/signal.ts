/** `executions/signal` (contract section 20). */
import { signalExecution } from '../../shapes/executions/run-requests.js';
import { signalExecutionResult } from '../../shapes/results.js';
import { fingerprintOf } from '../../scheduling/encoding.js';
import { defineOperation } from '../define.js';
import { type Submitting, submit } from '../submit.js';

/**
 * Completes every open step that waits for the signal. A signal that no step waits for yet is kept
 * for the next one.
 * @throws NOT_FOUND; FAILED_PRECONDITION when the execution has ended, or `key-reused` for another
 * signal under the key; RESOURCE_EXHAUSTED when the execution keeps too many.
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "name": "paid",
 *   "payload": {"amount": 250},
 *   "idempotencyKey": "payment-8812"
 * }
 */
export const operation = defineOperation({
  path: 'executions/signal',
  summary: 'Completes the steps of an execution that wait for a signal, or keeps it for the next one.',
  request: signalExecution,
  result: signalExecutionResult,
  effect: 'keyed',
  permission: 'executions:signal',
  budget: 'write',
  run: async (on: Submitting, { executionId, name, payload = null, idempotencyKey }) => {
    const key =
      idempotencyKey === undefined ? null : { key: idempotencyKey, digest: fingerprintOf([name, payload]) };
    const { received, stepIds } = await submit(on, executionId, { kind: 'signal', name, payload, key });
    return { received, stepIds: [...stepIds] };
  },
});
