/** Deliveries as callers see them (contract section 10). */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { EXTERNAL_EVENT_TYPES } from '../../../interpreter/event.js';
import { DELIVERY_STATUSES, type Delivery, type DeliveryKey } from '../../../ports/store/deliveries.js';
import type { DeliveryView } from './views.gen.js';

export type * from './views.gen.js';

export const deliveryView = z
  .object({
    deliveryId: z.string().describe('Id of the delivery, for `redeliver`.'),
    executionId: z.string().describe('The execution whose event it is.'),
    eventId: z.string().describe('Id of the event; the same in every attempt.'),
    seq: z.int().describe('Number of the event in its execution.'),
    type: z
      .enum(EXTERNAL_EVENT_TYPES)
      .register(typeNames, { type: 'ExternalEventType' })
      .describe('Type of the event.'),
    status: z
      .enum(DELIVERY_STATUSES)
      .describe('`pending` until the receiver took it, or until the last attempt failed: then it is `dead`.'),
    attempts: z.int().describe('Attempts made since it was first due, or was last asked for again.'),
    nextAttemptAt: z
      .int()
      .nullable()
      .describe('Time of the next attempt, in ms since the epoch; null unless it is pending.'),
    lastStatus: z.int().nullable().describe('HTTP status of the last response; null when there was none.'),
    lastError: z.string().nullable().describe('Error of the last attempt; null after a success.'),
    createdAt: z.int().describe('Time of the event, in ms since the epoch.'),
    updatedAt: z.int().describe("Time of the delivery's last change, in ms since the epoch."),
  })
  .meta({ id: 'DeliveryView', description: 'An event on its way to a receiver.' });

export const redeliverResult = z
  .object({
    scheduled: z.int().describe('Number of repeated deliveries; pending ones are not counted.'),
  })
  .meta({ id: 'RedeliverResult', description: 'Result of repeating deliveries.' });

export const viewDelivery = ({ workspaceId: _, ...delivery }: Delivery): DeliveryView => ({
  deliveryId: `${delivery.executionId}:${delivery.seq}`,
  ...delivery,
});

/** Returns the delivery of an id; null for an impossible id. */
export function deliveryOf(deliveryId: string): Pick<DeliveryKey, 'executionId' | 'seq'> | null {
  const [, executionId, seq] = /^(.+):([1-9]\d{0,9})$/.exec(deliveryId) ?? [];
  return executionId === undefined ? null : { executionId, seq: Number(seq) };
}

/** Returns the execution of a deliveryId; null: not an id of ours. */
export const executionOfDelivery = (deliveryId: string): string | null =>
  deliveryOf(deliveryId)?.executionId ?? null;
