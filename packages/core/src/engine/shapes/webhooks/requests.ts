/** Requests on webhook deliveries (contract section 10). */
import * as z from 'zod';
import { handleId } from '../../../definition/identifiers.js';
import { DELIVERY_STATUSES } from '../../../ports/store/deliveries.js';
import { page } from '../shared/fields.js';

export type * from './requests.gen.js';

export const listDeliveries = z
  .strictObject({
    executionId: handleId.optional().describe('Only deliveries of this execution.'),
    status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries in this status.'),
    ...page,
  })
  .meta({ id: 'ListDeliveriesRequest', description: 'A page of webhook deliveries, newest first.' });

export const redeliver = z
  .strictObject({
    deliveryId: handleId.optional().describe('One delivery that has ended, as `listDeliveries` shows it.'),
    executionId: handleId.optional().describe('An execution, all of whose dead deliveries are meant.'),
    status: z.literal('dead').optional().describe('Says what is done with an executionId anyway.'),
  })
  .refine((it) => (it.deliveryId === undefined) !== (it.executionId === undefined), {
    path: ['deliveryId'],
    message: 'give either a deliveryId, or the executionId whose dead deliveries are to go out again',
  })
  .meta({
    id: 'RedeliverRequest',
    description: 'Deliveries to repeat: exactly one of `deliveryId` and `executionId`.',
  });
