/** Requests on webhook deliveries (contract section 10). */
import { z } from 'zod';
import { handleId } from '../../definition/identifiers.js';
import { DELIVERY_STATUSES } from '../../ports/store/deliveries.js';
import { page } from './common.js';

export const listDeliveries = z.strictObject({
  executionId: handleId.optional(),
  status: z.enum(DELIVERY_STATUSES).optional(),
  ...page,
});

export const redeliver = z
  .strictObject({
    deliveryId: handleId.optional(),
    executionId: handleId.optional(),
    /** Says what is done with an executionId anyway. */
    status: z.literal('dead').optional(),
  })
  .refine((it) => (it.deliveryId === undefined) !== (it.executionId === undefined), {
    path: ['deliveryId'],
    message: 'give either a deliveryId, or the executionId whose dead deliveries are to go out again',
  });

export type ListDeliveriesRequest = z.infer<typeof listDeliveries>;
export type RedeliverRequest = z.infer<typeof redeliver>;
