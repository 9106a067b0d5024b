/** Triggers as callers see them (contract section 13). */
import * as z from 'zod';

export type * from './views.gen.js';

const time = (what: string) =>
  z.int().nullable().describe(`${what}, in ms since the epoch; null without one.`);

export const triggerView = z
  .object({
    triggerId: z.string().describe('Id of the trigger, unique in its definition.'),
    kind: z.enum(['inboundWebhook', 'schedule', 'event']).describe('What starts its executions.'),
    enabled: z.boolean().describe('False for a schedule that is stopped.'),
    nextAt: time('Next instant of the schedule'),
    lastAt: time('Time at which it last started an execution'),
    lastScheduledAt: time('Instant of the schedule that last fired'),
    lastExecutionId: z.string().nullable().describe('Execution that it last started; null without one.'),
    lastError: z
      .object({
        code: z.string().describe('Code of the fault.'),
        message: z.string().describe('Description of the fault.'),
        at: z.int().describe('Time of the fault, in ms since the epoch.'),
      })
      .nullable()
      .describe('Last error that kept an execution from starting; null without one.'),
    missed: z.int().describe('Number of instants that started no execution in time.'),
    skipped: z.int().describe('Number of instants that were skipped while an execution was open.'),
  })
  .meta({ id: 'TriggerView', description: 'A trigger of a definition, and what it did.' });

export const triggerList = z
  .object({ items: z.array(triggerView).describe('Triggers of the newest version, as written.') })
  .meta({ id: 'TriggerList', description: 'Triggers of a definition.' });

export const emitResult = z
  .object({
    id: z.string().describe('Id of the event.'),
    emitted: z.boolean().describe('False if the same event was emitted before.'),
    matched: z.int().describe('Number of triggers that it matched; each starts one execution.'),
  })
  .meta({ id: 'EmitResult', description: 'A stored event of the host.' });
