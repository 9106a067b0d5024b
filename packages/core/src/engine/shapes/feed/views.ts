/** Pages of the feed. */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { EXTERNAL_EVENT_TYPES } from '../../../interpreter/event.js';
import { eventShape } from '../executions/event.js';
import type { FeedEvent } from './event.js';

export type * from './views.gen.js';

const shape = z
  .object({
    ...eventShape,
    type: z.enum(EXTERNAL_EVENT_TYPES).describe('Type of the event.'),
    position: z.string().describe('Its place in the feed: ascending as text, never changed.'),
  })
  .meta({ id: 'FeedEvent', description: 'An event in the feed, with its place in it.' })
  .register(typeNames, { type: 'FeedEvent' });

export const feedPage = z
  .object({
    items: z
      .array(shape as unknown as z.ZodType<FeedEvent>)
      .readonly()
      .describe('Events in the order of the feed; perhaps few or none of many.'),
    nextPosition: z.string().describe('Give it as `after` to go on, now or later.'),
    hasMore: z.boolean().describe('True if more events can be read now.'),
  })
  .meta({ id: 'FeedPage', description: 'A page of the events of all executions.' });
