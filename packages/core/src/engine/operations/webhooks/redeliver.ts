/** `webhooks/redeliver` (contract sections 10 and 12). */
import { ApprovalError } from '../../errors.js';
import { redeliver } from '../../shapes/webhooks/requests.js';
import { deliveryOf, redeliverResult } from '../../shapes/webhooks/views.js';
import { defineOperation } from '../define.js';
import type { On } from '../../scope.js';

type Redelivering = On<'store' | 'clock' | 'onRedelivery'>;

/**
 * Sends an ended delivery again, or all dead ones of an execution: at once, with the full schedule
 * and the same eventId. `scheduled` is their number; pending ones are not counted.
 * @throws NOT_FOUND
 * @request {"executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11", "status": "dead"}
 */
export const operation = defineOperation({
  path: 'webhooks/redeliver',
  summary: 'Sends a delivery again, or all dead ones of an execution.',
  request: redeliver,
  result: redeliverResult,
  effect: 'once',
  permission: 'webhooks:admin',
  budget: 'admin',
  run: async (on: Redelivering, { deliveryId, executionId }) => {
    const target = deliveryId === undefined ? { executionId, seq: null } : deliveryOf(deliveryId);
    const scheduled = target?.executionId && (await schedule(on, target.executionId, target.seq));
    if (typeof scheduled === 'number') return { scheduled };
    throw new ApprovalError(
      'NOT_FOUND',
      deliveryId === undefined
        ? `execution "${executionId}" does not exist`
        : `delivery "${deliveryId}" does not exist`,
    );
  },
});

async function schedule(on: Redelivering, executionId: string, seq: number | null): Promise<number | null> {
  const { store, clock, onRedelivery, workspaceId } = on;
  const scheduled = await store.redeliver({ workspaceId, executionId, seq, now: clock.now() });
  if (scheduled) onRedelivery();
  return scheduled;
}
