/** A human node as its author writes it. */
import * as z from 'zod';
import { lineOf, localRef, outcome } from '../../definition/identifiers.js';
import { LIMITS } from '../../definition/limits.js';
import { exhaustedRoute, when } from '../../definition/parts.js';
import { peopleFields, reviewer } from '../../definition/people.js';
import { presentation } from '../../definition/presentation.js';
import { common } from '../schema-common.js';
import type { NodeTraits } from '../schema-traits.js';

export const humanTraits = {
  decidedByPeople: true,
  rejectedByPeople: true,
  mayDecide: true,
  callsAgent: false,
  // To ask the directory for the people of a step, and to remind them.
  jobs: ['resolve-reviewers', 'step-reminder'],
  calls: null,
  hasHttpStatus: false,
  isEnd: false,
  finishedIn: [],
} as const satisfies NodeTraits;

const loopBack = z
  .strictObject({
    toNodeId: localRef.describe('Id of the node to start again. It must precede this one.'),
    maxIterations: z
      .int()
      .min(1)
      .max(LIMITS.loopIterations)
      .optional()
      .describe('Maximum number of iterations, the first included; 5 by default.'),
    when: when
      .optional()
      .describe('Rejections that loop back, as JSON text of an expression tree; all by default.'),
    onExhausted: exhaustedRoute
      .optional()
      .describe('Route after a rejection in the last iteration. Without it the execution fails.'),
  })
  .meta({
    id: 'DefinitionLoopBack',
    description: 'A loop from this node back to an earlier one, over every node on a path between them.',
  });

const onReject = z
  .strictObject({
    routeToNodeId: localRef.optional().describe('Id of the node that a rejection leads to.'),
    loopBack: loopBack.optional().describe('Loop back to an earlier node, which starts again.'),
    end: outcome
      .optional()
      .describe(
        'Outcome that a rejection ends the execution with, as in `rejected`; open steps are cancelled.',
      ),
  })
  .refine(
    (it) => [it.routeToNodeId, it.loopBack, it.end].filter((form) => form !== undefined).length === 1,
    'give exactly one of routeToNodeId, loopBack and end',
  )
  .meta({
    id: 'DefinitionOnReject',
    description: 'Route of a rejection: exactly one of `routeToNodeId`, `loopBack` and `end`.',
  });

const humanConfig = z
  .strictObject({
    reviewers: z
      .array(reviewer)
      .max(LIMITS.reviewers)
      .optional()
      .describe('Reviewers, 1 to 50 entries. Without a `decisionRule` at least one must be mandatory.'),
    commentBody: z
      .string()
      .max(LIMITS.commentBodyLength)
      .optional()
      .describe('Question to the reviewers, up to 8,000 characters.'),
    reviewerEmails: z
      .array(lineOf(LIMITS.emailLength))
      .max(LIMITS.reviewers)
      .optional()
      .describe('Mail addresses for the host. They are part of the output of the step.'),
    onReject: onReject
      .optional()
      .describe(
        'Route of a rejection. Required outside the body of a loop, even if an edge takes the rejection.',
      ),
    presentation: presentation
      .optional()
      .describe(
        'What its reviewers see: the title and the URL replace those of the definition, the facts follow them.',
      ),
    ...peopleFields,
  })
  .refine((it) => it.allowAbstain !== true || it.decisionRule !== undefined, {
    path: ['allowAbstain'],
    message:
      'needs a decisionRule: without one every mandatory entry has to be satisfied, and abstaining has no effect',
  })
  .meta({ id: 'HumanConfig', description: 'Reviewers, their question, and the route of a rejection.' });

/** A human node. */
export const humanNode = z
  .strictObject({
    ...common,
    type: z.literal('human').describe('Kind of the node.'),
    config: humanConfig.optional().describe('Configuration of the reviewers.'),
  })
  .superRefine(({ slaMs, sla, config }, context) => {
    if (slaMs !== undefined || sla !== undefined) return;
    const needsDeadline = (path: (string | number)[]) =>
      context.addIssue({
        code: 'custom',
        path: ['config', ...path],
        message: 'needs a deadline; set slaMs or sla on the node, or remove this field',
      });
    if (config?.pauseMs !== undefined) needsDeadline(['pauseMs']);
    config?.reminders?.forEach((it, index) => {
      if (it.beforeDueMs !== undefined) needsDeadline(['reminders', index, 'beforeDueMs']);
    });
  })
  .meta({ id: 'HumanNode', description: 'A node at which people decide.' });
