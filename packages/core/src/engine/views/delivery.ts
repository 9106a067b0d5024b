/** Deliveries as callers see them (contract section 10). */
import { z } from 'zod';
import { EXTERNAL_EVENT_TYPES } from '../../interpreter/event.js';
import { DELIVERY_STATUSES, type Delivery, type DeliveryKey } from '../../ports/store/deliveries.js';

const time = z.int();

export const deliveryView = z.object({
  deliveryId: z.string(),
  executionId: z.string(),
  eventId: z.string(),
  seq: z.int(),
  type: z.enum(EXTERNAL_EVENT_TYPES),
  status: z.enum(DELIVERY_STATUSES),
  /** Made since it was first due, or was last asked for again. */
  attempts: z.int(),
  /** ms since the epoch; null unless it is pending. */
  nextAttemptAt: time.nullable(),
  /** HTTP status of the last answer; null when there was none. */
  lastStatus: z.int().nullable(),
  lastError: z.string().nullable(),
  createdAt: time,
  updatedAt: time,
});
export type DeliveryView = z.infer<typeof deliveryView>;

export const redeliverResult = z.object({ scheduled: z.int() });
export type RedeliverResult = z.infer<typeof redeliverResult>;

export const viewDelivery = ({ workspaceId: _, ...delivery }: Delivery): DeliveryView => ({
  deliveryId: `${delivery.executionId}:${delivery.seq}`,
  ...delivery,
});

/** Which delivery an id names; null: none that there could be. */
export function deliveryOf(deliveryId: string): Pick<DeliveryKey, 'executionId' | 'seq'> | null {
  const [, executionId, seq] = /^(.+):([1-9]\d{0,9})$/.exec(deliveryId) ?? [];
  return executionId === undefined ? null : { executionId, seq: Number(seq) };
}
