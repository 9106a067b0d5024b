/** Zod schemas of a human node's fields about its waiting step (contract section 17). */
import * as z from 'zod';
import { localRef } from './identifiers.js';
import { LIMITS } from './limits.js';
import { unique } from './people-sources.js';

/** Actions that reviewers may be allowed besides deciding. */
export const ALLOWED = ['delegate', 'substitute', 'claim', 'add', 'retract', 'ask'] as const;

export const separatedNodes = z
  .array(localRef)
  .min(1)
  .max(LIMITS.separationNodes)
  .refine(unique, 'name each node once')
  .describe(
    'Ids of human nodes, 1 to 20. A user who decides a step of one cannot decide this node, and vice versa.',
  );

const separation = z
  .strictObject({
    excludeInitiator: z
      .boolean()
      .optional()
      .describe('Excludes the user who started the execution from deciding; false by default.'),
    excludeContributors: z
      .boolean()
      .optional()
      .describe('Excludes users who worked on the subject from deciding; false by default.'),
    excludeDecidersOf: separatedNodes.optional(),
  })
  .meta({ id: 'DefinitionSeparation', description: 'Separation of duties: users who must not decide.' });

const reminder = z
  .strictObject({
    afterMs: z
      .int()
      .min(1)
      .max(LIMITS.slaMs)
      .optional()
      .describe('Time after the step began to wait, in ms.'),
    beforeDueMs: z.int().min(1).max(LIMITS.slaMs).optional().describe('Time before the step is due, in ms.'),
  })
  .refine(
    (it) => (it.afterMs === undefined) !== (it.beforeDueMs === undefined),
    'give exactly one of afterMs and beforeDueMs',
  )
  .meta({ id: 'DefinitionReminder', description: 'A reminder of a waiting step.' });

export const stepFields = {
  allow: z
    .array(z.enum(ALLOWED))
    .max(ALLOWED.length)
    .refine(unique, 'name each once')
    .optional()
    .describe('Actions that reviewers may take besides deciding; none by default.'),
  claimMs: z
    .int()
    .min(LIMITS.claimMinMs)
    .max(LIMITS.claimMs)
    .optional()
    .describe('Duration of a claim in ms, 1 minute to 1 week; 8 hours by default.'),
  pauseMs: z
    .int()
    .min(1)
    .max(LIMITS.pauseMs)
    .optional()
    .describe('Maximum time in ms that open questions pause the deadline, up to 30 days. Needs a deadline.'),
  separation: separation.optional().describe('Users who must not decide.'),
  reminders: z
    .array(reminder)
    .min(1)
    .max(LIMITS.reminders)
    .optional()
    .describe('Reminders of the asked reviewers, 1 to 10.'),
  requireSubjectDigest: z
    .boolean()
    .optional()
    .describe('Requires every decision to name its subject (`subjectDigest`); false by default.'),
  onSubjectChange: z
    .enum(['reset', 'keep'])
    .optional()
    .describe('Effect of a revised subject on the decisions so far; `reset` by default.'),
} as const;

/** Working time until a deadline. Every node may have it, like `slaMs`. */
export const workingSla = z
  .strictObject({
    workingMs: z
      .int()
      .min(1)
      .max(LIMITS.slaMs)
      .optional()
      .describe('Working time in ms from the creation of a step to its breach.'),
    workingDays: z
      .int()
      .min(1)
      .max(LIMITS.workingDays)
      .optional()
      .describe(
        'Instead of `workingMs`: working days, 1 to 366. Due at the same local time so many working days on.',
      ),
    calendar: z.string().min(1).max(LIMITS.nameLength).describe("Name of one of the engine's calendars."),
  })
  .refine((it) => it.workingMs !== undefined || it.workingDays !== undefined, 'give workingMs or workingDays')
  .meta({ id: 'DefinitionSla', description: 'A deadline in working time.' });
