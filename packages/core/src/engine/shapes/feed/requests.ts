/** Requests on the feed (docs/reference/contract.md, section 18). */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { definitionId } from '../../../definition/identifiers.js';
import { HOSTING_LIMITS, LIMITS } from '../../../definition/limits.js';
import { EXTERNAL_EVENT_TYPES } from '../../../interpreter/event.js';
import { executionId } from '../shared/fields.js';

export type * from './requests.gen.js';

/** A place in the feed; other deployments may write it otherwise. */
const POSITION = /^[0-9a-z]{1,64}$/;

const filter = {
  types: z
    .array(z.enum(EXTERNAL_EVENT_TYPES).register(typeNames, { type: 'ExternalEventType' }))
    .min(1)
    .max(HOSTING_LIMITS.feedTypes)
    .optional()
    .describe('Only events of these types, 1 to 20.'),
  definitionId: definitionId.optional().describe('Only events of executions of this definition.'),
  executionId: executionId.optional().describe('Only events of this execution.'),
};

const place = {
  after: z
    .string()
    .regex(POSITION, 'is not a position: use 1 to 64 characters of 0-9 a-z')
    .optional()
    .describe('Only events behind this position, such as `nextPosition` of the page before.'),
  from: z
    .enum(['start', 'now'])
    .optional()
    .describe('Start without `after`: at the first stored event (the default), or behind the newest.'),
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
    pageSize: z.int().min(1).max(LIMITS.pageSize).optional().describe('Page size, 1 to 500; 100 by default.'),
  })
  .refine(isOne, oneOf)
  .meta({
    id: 'ListEventsRequest',
    description: 'A page of the events of all executions, in the order of the feed.',
  });

export const followEvents = z
  .strictObject({
    ...place,
    from: place.from.describe(
      'Start without `after`: at the first stored event, or behind the newest (the default).',
    ),
    ...filter,
  })
  .refine(isOne, oneOf)
  .register(typeNames, { id: 'FollowEventsRequest', description: 'Events to follow.' });

export const subscribeOptions = z
  .strictObject({
    types: filter.types.describe('Only events of these types, 1 to 20; the others are passed over.'),
    from: z.enum(['start', 'now']).describe('Start of a new subscription.'),
    batchSize: z
      .int()
      .min(1)
      .max(LIMITS.pageSize)
      .optional()
      .describe('Most events that the handler gets at once, 1 to 500; 100 by default.'),
  })
  .register(typeNames, { id: 'SubscribeOptions', description: 'Options of a subscription.' });
