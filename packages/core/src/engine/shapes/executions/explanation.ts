/** Explanations of waiting executions, as callers see them (contract section 17). */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { peopleView } from './people.js';
import { executionStatus, stepStatus } from './views.js';

export type * from './explanation.gen.js';

const vote = z.enum(['approve', 'reject', 'abstain']).register(typeNames, { type: 'ReviewVote' });
const WAITS_FOR = [
  'directory',
  'people',
  'agent',
  'retry',
  'callback',
  'resolutions',
  'time',
  'signal',
  'run',
] as const;
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
  'end',
  'wait',
  'run',
] as const;

const missing = z
  .object({
    code: z
      .enum(MISSING)
      .describe('The decision rule, an entry, people who were added, or different reviewers.'),
    entry: z.int().optional().describe('Index of the entry, of `entry` alone.'),
    have: z.int().describe('Current number.'),
    need: z.int().describe('Required number.'),
  })
  .meta({ id: 'MissingView', description: "A missing part of a waiting step's approval." });

const effect = z
  .object({
    stepStatus: stepStatus.describe('Status of the step.'),
    decision: vote.nullable().describe('Resulting decision of the step; null while it stays undecided.'),
    starts: z
      .array(z.string())
      .describe('Nodes that would start; not those whose steps would be cancelled at once.'),
    cancels: z.array(z.string()).describe('Open steps that would be cancelled.'),
    loopId: z.string().nullable().describe('The loop that would begin again, or be exhausted; null: none.'),
    executionStatus: executionStatus.describe('Status of the execution.'),
    outcome: z
      .string()
      .nullable()
      .optional()
      .describe('Outcome of the execution, if it would complete; null if nothing decides it.'),
  })
  .meta({ id: 'AnswerEffectView', description: 'Effect of a decision; agents are not called.' });

const nextAnswer = z
  .object({
    userId: z.string().describe('User who may decide.'),
    onBehalfOf: z.string().nullable().describe('For whom, where they stand in; null: for themselves.'),
    decision: vote.describe('The decision.'),
    then: effect.describe('Effect of the decision.'),
  })
  .meta({ id: 'NextAnswerView', description: 'A decision that is possible now.' });

const explainedStep = z
  .object({
    stepId: z.string().describe('Id of the step in its execution.'),
    nodeId: z.string().describe('The node that it is a step of.'),
    status: stepStatus.describe('Status of the step.'),
    waitsFor: z.enum(WAITS_FOR).optional().describe('The thing an open step waits for.'),
    since: z.int().optional().describe("Start of an open step's wait, in ms since the epoch."),
    dueAt: z
      .int()
      .nullable()
      .optional()
      .describe('Deadline of an open step, in ms since the epoch; null without one.'),
    nextReminderAt: z
      .int()
      .nullable()
      .optional()
      .describe('Next reminder of an open step, in ms since the epoch; null: no further one.'),
    people: peopleView
      .nullable()
      .optional()
      .describe('Reviewers of an open step; null for a step without people, and until they are resolved.'),
    missing: z.array(missing).optional().describe("Missing parts of an open step's approval."),
    next: z.array(nextAnswer).optional().describe('Effect of each decision that is possible now, up to 20.'),
    endedBy: z.enum(ENDED_BY).optional().describe('Cause of the end of a step that is not open.'),
    seq: z.int().nullable().optional().describe('seq of the event that ended a step that is not open.'),
  })
  .meta({ id: 'ExplainedStepView', description: "Explanation of a step's wait or end." });

export const explanationView = z
  .object({
    executionId: z.string().describe('Id of the execution.'),
    status: executionStatus.describe('Status of the execution.'),
    seq: z.int().describe('seq of the state that was explained.'),
    steps: z.array(explainedStep).describe('Its steps, in the order of creation.'),
    truncated: z
      .boolean()
      .describe('True if some of the possible decisions are left out, beyond 100 in all.'),
  })
  .meta({ id: 'ExplanationView', description: 'Explanation of an execution.' });
