/** Events as callers and receivers see them (contract section 11). */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { ALL_EVENT_TYPES, type EngineEvent } from '../../../interpreter/event.js';
import { jsonObject } from '../shared/json.js';

export type * from './event.gen.js';

export const eventShape = {
  eventId: z.string().describe('Id of the event, the same wherever it is seen.'),
  seq: z
    .int()
    .describe('Number in its execution, from 1; internal events are left out, so numbers may be skipped.'),
  type: z.enum(ALL_EVENT_TYPES).describe('Type of the event.'),
  executionId: z.string().describe('The execution in which it happened.'),
  stepId: z
    .string()
    .nullable()
    .describe('The step that it happened to; null when it is about the execution.'),
  timestamp: z.int().describe('Time of the event, in ms since the epoch.'),
  correlationId: z.string().describe("The host's own id, as the dispatch gave it, or one that was made."),
  data: jsonObject.describe('Further data; its fields depend on the type.'),
};

const shape = z
  .object(eventShape)
  .meta({ id: 'EngineEvent', description: 'Any event, as it is stored.' })
  .register(typeNames, { type: 'EngineEvent' });

/** The schema of that shape; the union type is more exact: which type has which data. */
const eventView = (shape as unknown as z.ZodType<EngineEvent>).meta({}).register(typeNames, { type: 'E' });

export const eventsPage = z
  .object({
    executionId: z.string().describe('The execution that was asked for.'),
    events: z
      .array(eventView)
      .readonly()
      .describe('Its events, in order; external ones alone unless all were asked for.'),
    nextCursor: z.int().describe('The seq to give as `sinceSeq` to go on.'),
    hasMore: z.boolean().describe('True if another event follows now.'),
  })
  .meta({ id: 'EventsPage', description: "A page of an execution's events." })
  .register(typeNames, { parameters: 'E extends EngineEvent = ExternalEvent' });
