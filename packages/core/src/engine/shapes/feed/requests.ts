/** Requests on the feed (docs/reference/contract.md, section 18). */
import * as z from 'zod';
import { definitionId } from '../../../definition/identifiers.js';
import { HOSTING_LIMITS, LIMITS } from '../../../definition/limits.js';
import { EXTERNAL_EVENT_TYPES, type ExternalEventType } from '../../../interpreter/event.js';
import { POSITION } from '../../feed/position.js';
import { executionId } from '../shared/fields.js';

const filter = {
  types: z
    .array(z.enum(EXTERNAL_EVENT_TYPES))
    .min(1)
    .max(HOSTING_LIMITS.feedTypes)
    .optional()
    .describe('Only events of these types, 1 to 20.'),
  definitionId: definitionId.optional().describe('Only events of runs of this definition.'),
  executionId: executionId.optional().describe('Only events of this run.'),
};

const place = {
  after: z
    .string()
    .regex(POSITION, 'is no position: use 1 to 64 characters of 0-9 a-z')
    .optional()
    .describe('Only events behind this position, such as `nextPosition` of the page before.'),
  from: z
    .enum(['start', 'now'])
    .optional()
    .describe(
      'Where to begin without `after`: at the first event that is kept (the default), or behind the newest.',
    ),
};

const oneOf = {
  path: ['from'],
  message: 'give either after or from: both say where to begin',
};
const isOne = (it: { after?: unknown; from?: unknown }): boolean =>
  it.after === undefined || it.from === undefined;

export const listEvents = z
  .strictObject({
    ...place,
    ...filter,
    pageSize: z.int().min(1).max(LIMITS.pageSize).optional().describe('How many, 1 to 500; 100 by default.'),
  })
  .refine(isOne, oneOf)
  .meta({
    id: 'ListEventsRequest',
    description: 'A page of the events of all runs, in the order of the feed.',
  });

export const followEvents = z.strictObject({ ...place, ...filter }).refine(isOne, oneOf);

/** A page of the events of all runs, in the order of the feed. */
export interface ListEventsRequest {
  /** Only events behind this position, such as `nextPosition` of the page before. */
  after?: string | undefined;
  /** Where to begin without `after`: at the first event that is kept (the default), or behind the newest. */
  from?: 'start' | 'now' | undefined;
  /** Only events of these types, 1 to 20. */
  types?: ExternalEventType[] | undefined;
  /** Only events of runs of this definition. */
  definitionId?: string | undefined;
  /** Only events of this run. */
  executionId?: string | undefined;
  /** How many, 1 to 500; 100 by default. */
  pageSize?: number | undefined;
}

/** Which events to follow. */
export interface FollowEventsRequest extends Omit<ListEventsRequest, 'pageSize'> {
  /** Where to begin without `after`: at the first event that is kept, or behind the newest (the default). */
  from?: 'start' | 'now' | undefined;
}

/** How a subscription is made. */
export interface SubscribeOptions {
  /** Only events of these types, 1 to 20; the others are passed over. */
  types?: ExternalEventType[] | undefined;
  /** Where a name that is new begins. */
  from: 'start' | 'now';
  /** Most events that the handler gets at once, 1 to 500; 100 by default. */
  batchSize?: number | undefined;
}

export const subscribeOptions = z.strictObject({
  types: filter.types,
  from: z.enum(['start', 'now']),
  batchSize: z.int().min(1).max(LIMITS.pageSize).optional(),
});
