/** A human node as its author writes it. */
import * as z from 'zod';
import { lineOf, localRef } from '../../definition/identifiers.js';
import { LIMITS } from '../../definition/limits.js';
import { exhaustedRoute, when } from '../../definition/parts.js';
import { peopleFields, reviewer } from '../../definition/people.js';
import { common } from '../schema-common.js';
import type { NodeTraits } from '../schema-traits.js';

export const humanTraits = {
  decidedByPeople: true,
  mayDecide: true,
  work: 'directory',
  skipped: false,
} as const satisfies NodeTraits;

const loopBack = z
  .strictObject({
    toNodeId: localRef.describe('The node that starts again; it lies before this one.'),
    maxIterations: z
      .int()
      .min(1)
      .max(LIMITS.loopIterations)
      .optional()
      .describe('Runs of the body, the first included; 5 by default.'),
    when: when
      .optional()
      .describe('Which rejections loop back: JSON text of an expression tree; all of them by default.'),
    onExhausted: exhaustedRoute
      .optional()
      .describe('Where to go after a rejection in the last iteration; without it the execution fails.'),
  })
  .meta({
    id: 'DefinitionLoopBack',
    description: 'A loop from this node back to an earlier one, over every node on a path between them.',
  });

const onReject = z
  .strictObject({
    routeToNodeId: localRef.optional().describe('The node that a rejection leads to.'),
    loopBack: loopBack.optional().describe('Back to an earlier node, which starts again.'),
  })
  .refine(
    (it) => (it.routeToNodeId === undefined) !== (it.loopBack === undefined),
    'give exactly one of routeToNodeId and loopBack',
  )
  .meta({
    id: 'DefinitionOnReject',
    description: 'Where a rejection leads: exactly one of `routeToNodeId` and `loopBack`.',
  });

const humanConfig = z
  .strictObject({
    reviewers: z
      .array(reviewer)
      .max(LIMITS.reviewers)
      .optional()
      .describe('Who may decide: 1 to 50 entries; without a decisionRule at least one of them is mandatory.'),
    commentBody: z
      .string()
      .max(LIMITS.commentBodyLength)
      .optional()
      .describe('What the reviewers are asked, up to 8,000 characters.'),
    reviewerEmails: z
      .array(lineOf(LIMITS.emailLength))
      .max(LIMITS.reviewers)
      .optional()
      .describe("Addresses for the host's own mails; they come back in the output of the step."),
    onReject: onReject
      .optional()
      .describe(
        'Where a rejection leads; needed outside the body of a loop, also beside an edge that is gated on the rejection.',
      ),
    ...peopleFields,
  })
  .refine((it) => it.allowAbstain !== true || it.decisionRule !== undefined, {
    path: ['allowAbstain'],
    message:
      'needs a decisionRule: without one every mandatory entry has to be satisfied, and abstaining means nothing',
  })
  .meta({ id: 'HumanConfig', description: 'What people are asked, and what their rejection leads to.' });

/** A human node. */
export const humanNode = z
  .strictObject({
    ...common,
    type: z.literal('human').describe('Kind of the node.'),
    config: humanConfig.optional().describe('Who decides, on what.'),
  })
  .superRefine(({ slaMs, sla, config }, context) => {
    if (slaMs !== undefined || sla !== undefined) return;
    const needsDeadline = (path: (string | number)[]) =>
      context.addIssue({
        code: 'custom',
        path: ['config', ...path],
        message: 'needs a deadline; give the node slaMs or sla, or remove it',
      });
    if (config?.pauseMs !== undefined) needsDeadline(['pauseMs']);
    config?.reminders?.forEach((it, index) => {
      if (it.beforeDueMs !== undefined) needsDeadline(['reminders', index, 'beforeDueMs']);
    });
  })
  .meta({ id: 'HumanNode', description: 'A node at which people decide.' });
