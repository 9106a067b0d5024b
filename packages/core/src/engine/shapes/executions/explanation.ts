/** Why a run waits, as callers see it (contract section 17). */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { peopleView } from './people.js';
import { executionStatus, stepStatus } from './views.js';

export type * from './explanation.gen.js';

const vote = z.enum(['approve', 'reject', 'abstain']).register(typeNames, { type: 'ReviewVote' });
const WAITS_FOR = ['directory', 'people', 'agent', 'retry', 'callback', 'resolutions'] as const;
const MISSING = ['rule', 'entry', 'added', 'distinct-approvers'] as const;
const ENDED_BY = [
  'rule',
  'rejection',
  'veto',
  'out-of-reach',
  'forced',
  'breach',
  'cancel',
  'failure',
  'skip',
  'agent',
] as const;

const missing = z
  .object({
    code: z
      .enum(MISSING)
      .describe('The decision rule, an entry, people who were added, or different approvers.'),
    entry: z.int().optional().describe('Index of the entry, of `entry` alone.'),
    have: z.int().describe('How much there is.'),
    need: z.int().describe('How much there has to be.'),
  })
  .meta({ id: 'MissingView', description: 'What a waiting step lacks of its approval.' });

const effect = z
  .object({
    stepStatus: stepStatus.describe('Status of the step.'),
    decision: vote.nullable().describe('How the step would be decided; null: it would not be yet.'),
    starts: z
      .array(z.string())
      .describe('Nodes that would start; not those whose steps would be cancelled at once.'),
    cancels: z.array(z.string()).describe('Open steps that would be cancelled.'),
    loopId: z.string().nullable().describe('The loop that would begin again, or be exhausted; null: none.'),
    executionStatus: executionStatus.describe('Status of the execution.'),
  })
  .meta({ id: 'AnswerEffectView', description: 'What an answer would do; agents are not called.' });

const nextAnswer = z
  .object({
    userId: z.string().describe('Who may give it.'),
    onBehalfOf: z.string().nullable().describe('For whom, where they stand in; null: for themselves.'),
    decision: vote.describe('What they would answer.'),
    then: effect.describe('What would follow.'),
  })
  .meta({ id: 'NextAnswerView', description: 'An answer that somebody may give now.' });

const explainedStep = z
  .object({
    stepId: z.string().describe('Id of the step in its execution.'),
    nodeId: z.string().describe('The node that it is a step of.'),
    status: stepStatus.describe('How far it is.'),
    waitsFor: z.enum(WAITS_FOR).optional().describe('What an open step waits for.'),
    since: z.int().optional().describe('Since when an open step waits, in ms since the epoch.'),
    dueAt: z.int().nullable().optional().describe('When an open step is breached; null without a deadline.'),
    nextReminderAt: z
      .int()
      .nullable()
      .optional()
      .describe('When the people of an open step are reminded next; null: not again.'),
    people: peopleView
      .nullable()
      .optional()
      .describe('Who decides an open step; null for one of no people, and until they are found.'),
    missing: z.array(missing).optional().describe('What an open step lacks of its approval.'),
    next: z
      .array(nextAnswer)
      .optional()
      .describe('What each answer that may be given now would do, up to 20.'),
    endedBy: z.enum(ENDED_BY).optional().describe('What ended a step that is not open.'),
    seq: z.int().nullable().optional().describe('seq of the event that ended a step that is not open.'),
  })
  .meta({ id: 'ExplainedStepView', description: 'Why a step waits, or what ended it.' });

export const explanationView = z
  .object({
    executionId: z.string().describe('Id of the execution.'),
    status: executionStatus.describe('How far it is.'),
    seq: z.int().describe('seq of the state that was explained.'),
    steps: z.array(explainedStep).describe('Its steps, in the order of creation.'),
    truncated: z.boolean().describe('Whether there are more answers than are told, 100 in all.'),
  })
  .meta({ id: 'ExplanationView', description: 'Why a run waits.' });
