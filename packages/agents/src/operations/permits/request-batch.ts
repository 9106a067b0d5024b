/** `permits/requestBatch` (permits G7). */
import { defineOperation } from '@org/approval-core/internal';
import * as z from 'zod';
import { PERMIT_LIMITS } from '../../limits.js';
import { askedFields } from '../../requests.js';
import type { BatchItem } from '../../types.js';
import { requestBatchResult } from '../../views.js';
import type { RequestBatchAnswer } from '../../types.js';
import { type GateScope, actsForItself, behalf, requesterOf } from '../scope.js';

const requestBatch = z
  .strictObject({
    items: z
      .array(
        z
          .strictObject({ ...askedFields, ...behalf })
          .meta({ id: 'RequestBatchItem', description: 'One of several calls.' }),
      )
      .min(1)
      .max(PERMIT_LIMITS.batch)
      .describe('1 to 50.'),
  })
  .meta({ id: 'RequestBatchData', description: 'Several calls at once, each with its own permit.' });

/**
 * Asks about several calls: each gets a permit with the same `batchId`, or an error, in the order
 * asked.
 * @throws INVALID_ARGUMENT when the request itself is wrong.
 * @request {
 *   "items": [
 *     {
 *       "call": {
 *         "tool": "payments.send",
 *         "args": {
 *           "to": "acme",
 *           "amount": 1200
 *         }
 *       },
 *       "ref": {
 *         "framework": "none",
 *         "runId": "run-1",
 *         "callId": "call-1"
 *       }
 *     }
 *   ]
 * }
 */
export const operation = defineOperation({
  path: 'permits/requestBatch',
  summary: 'Asks about several calls, each with its own permit.',
  request: requestBatch,
  result: requestBatchResult,
  effect: 'safe',
  permission: 'permits:request',
  budget: 'dispatch',
  guard: actsForItself,
  run: async ({ permits, caller }: GateScope, { items }) => {
    const asked = items.map(({ onBehalfOf, ...it }) => ({
      ...it,
      requester: requesterOf(caller, onBehalfOf),
    }));
    return { items: (await permits.requestBatch({ items: asked })).map(answerOf) };
  },
});

function answerOf(item: BatchItem): RequestBatchAnswer {
  if ('permit' in item) return item;
  const { status, message, details } = item.error;
  return { error: { status, message, details } };
}
