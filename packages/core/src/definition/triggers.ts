/** Schemas of triggers: what starts executions of a definition by itself (contract section 13). */
import * as z from 'zod';
import { actorId, lineOf, localId } from './identifiers.js';
import { timeMs } from './in-seconds.js';
import { LIMITS } from './limits.js';
import { when } from './parts.js';
import { payloadObject, payloadValue } from './payload.js';
import { inboundWebhook } from './webhooks.js';

export type * from './triggers.gen.js';

/** Type of a host event. */
export const hostEventType = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,199}$/,
    'use 1 to 200 characters of A-Z a-z 0-9 _ . : / -, starting with a letter or a digit',
  );

export const scheduleTrigger = z
  .strictObject({
    cron: lineOf(LIMITS.referenceLength).describe(
      'Minute, hour, day of month, month and day of week, as in `0 9 1 */3 *`; or `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`.',
    ),
    timeZone: lineOf(LIMITS.referenceLength)
      .optional()
      .describe('IANA time zone of the expression, as in `Europe/Berlin`; `Etc/UTC` by default.'),
    enabled: z.boolean().optional().describe('False to stop the schedule; true by default.'),
    payload: payloadValue
      .optional()
      .describe('JSON that executions read as `execution.input.schedule.payload`; null by default.'),
    initiatorId: actorId.optional().describe('Initiator of the executions; none by default.'),
    lateMs: z
      .int()
      .min(LIMITS.lateMinMs)
      .max(LIMITS.lateMs)
      .optional()
      .describe('Time in ms after which an instant that did not fire is missed; 300,000 by default.'),
    missed: z
      .enum(['skip', 'last'])
      .optional()
      .describe('Missed instants: they are skipped (the default), or the last of them fires late.'),
    overlap: z
      .enum(['allow', 'skip'])
      .optional()
      .describe(
        'While the last execution of the trigger is open: the next one starts (the default), or its instant is skipped.',
      ),
    from: timeMs.optional().describe('Only instants at this time or later, in ms since the epoch.'),
    until: timeMs.optional().describe('Only instants before this time, in ms since the epoch.'),
  })
  .meta({ id: 'ScheduleTrigger', description: 'Times at which executions start.' });

export const eventTrigger = z
  .strictObject({
    types: z
      .array(hostEventType)
      .min(1)
      .max(LIMITS.hostEventTypes)
      .describe('Types of the host events, up to 50.'),
    when: when
      .optional()
      .describe(
        'Condition over `event.type`, `event.payload`, `event.organizationId`, `event.documentId` and `event.initiatorId`, as JSON text.',
      ),
    context: payloadObject
      .optional()
      .describe(
        'JSON template of the trigger context, over the root `event`; the event as `event` by default.',
      ),
  })
  .meta({ id: 'EventTrigger', description: 'Events of the host that start executions.' });

export const trigger = z
  .strictObject({
    triggerId: localId.describe('Id of the trigger, unique in its definition.'),
    inboundWebhook: inboundWebhook.optional().describe('Requests that start executions.'),
    schedule: scheduleTrigger.optional().describe('Schedule that starts executions.'),
    event: eventTrigger.optional().describe('Types of host events that start executions.'),
  })
  .meta({
    id: 'DefinitionTrigger',
    description: 'A trigger of executions: exactly one of a webhook, a schedule and an event.',
  });
