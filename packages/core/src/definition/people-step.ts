/** What people may do with a waiting step, and what else a human node says of it (contract section 17), as zod schemas. */
import * as z from 'zod';
import { localRef } from './identifiers.js';
import { LIMITS } from './limits.js';
import { unique } from './people-sources.js';

/** What reviewers may do beside answering. */
export const ALLOWED = ['delegate', 'substitute', 'claim', 'add', 'retract', 'ask'] as const;

const separation = z
  .strictObject({
    excludeInitiator: z
      .boolean()
      .optional()
      .describe('Whether whoever started the run is kept from deciding; false by default.'),
    excludeContributors: z
      .boolean()
      .optional()
      .describe('Whether those who worked on the subject are kept from deciding; false by default.'),
    excludeDecidersOf: z
      .array(localRef)
      .min(1)
      .max(LIMITS.separationNodes)
      .refine(unique, 'name each node once')
      .optional()
      .describe('Human nodes, 1 to 20: nobody answers steps of one of them and of this node.'),
  })
  .meta({ id: 'DefinitionSeparation', description: 'Who must not decide.' });

const reminder = z
  .strictObject({
    afterMs: z
      .int()
      .min(1)
      .max(LIMITS.slaMs)
      .optional()
      .describe('So long after the step began to wait, in ms.'),
    beforeDueMs: z.int().min(1).max(LIMITS.slaMs).optional().describe('So long before it is due, in ms.'),
  })
  .refine(
    (it) => (it.afterMs === undefined) !== (it.beforeDueMs === undefined),
    'give exactly one of afterMs and beforeDueMs',
  )
  .meta({ id: 'DefinitionReminder', description: 'When people are reminded of a waiting step.' });

export const stepFields = {
  allow: z
    .array(z.enum(ALLOWED))
    .max(ALLOWED.length)
    .refine(unique, 'name each once')
    .optional()
    .describe('What reviewers may do beside answering; nothing by default.'),
  claimMs: z
    .int()
    .min(LIMITS.claimMinMs)
    .max(LIMITS.claimMs)
    .optional()
    .describe('How long a claim lasts, in ms: a minute to a week; 8 hours by default.'),
  pauseMs: z
    .int()
    .min(1)
    .max(LIMITS.pauseMs)
    .optional()
    .describe('How long open questions may hold the deadline up, in ms, up to 30 days; needs a deadline.'),
  separation: separation.optional().describe('Who is kept from deciding.'),
  reminders: z
    .array(reminder)
    .min(1)
    .max(LIMITS.reminders)
    .optional()
    .describe('When those who are asked are reminded, 1 to 10.'),
  requireSubjectDigest: z
    .boolean()
    .optional()
    .describe('Whether each decision names what it is on (`subjectDigest`); false by default.'),
  onSubjectChange: z
    .enum(['reset', 'keep'])
    .optional()
    .describe('What becomes of the answers when the subject is revised; `reset` by default.'),
} as const;

/** Working time until a deadline; a field of every node, like `slaMs`. */
export const workingSla = z
  .strictObject({
    workingMs: z
      .int()
      .min(1)
      .max(LIMITS.slaMs)
      .describe('Working time from the creation of a step until it is breached, in ms.'),
    calendar: z.string().min(1).max(LIMITS.nameLength).describe("Name of one of the engine's calendars."),
  })
  .meta({ id: 'DefinitionSla', description: 'A deadline in working time.' });
