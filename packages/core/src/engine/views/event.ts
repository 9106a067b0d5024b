/** Events as callers and receivers see them (contract section 11). */
import { z } from 'zod';
import type { JsonObject } from '../../definition/json.js';
import { EXTERNAL_EVENT_TYPES, type ExternalEvent } from '../../interpreter/event.js';

const shape = z.object({
  eventId: z.string(),
  /** From 1; internal events are left out, so numbers may be skipped. */
  seq: z.int(),
  type: z.enum(EXTERNAL_EVENT_TYPES),
  executionId: z.string(),
  stepId: z.string().nullable(),
  /** ms since the epoch. */
  timestamp: z.int(),
  correlationId: z.string(),
  data: z.custom<JsonObject>().meta({ type: 'object', additionalProperties: true }),
});

/** Of the same shape; the union of types says more than the schema: which type has which data. */
export const eventView = shape as unknown as z.ZodType<ExternalEvent>;

export const eventsPage = z.object({
  executionId: z.string(),
  events: z.array(eventView).readonly(),
  /** The seq to give as sinceSeq to go on. */
  nextCursor: z.int(),
  hasMore: z.boolean(),
});
export type EventsPage = z.infer<typeof eventsPage>;
