/**
 * Who decides on a human node, and how their answers are counted (contract section 17), as zod schemas. What spans
 * several entries is the linter's.
 */
import * as z from 'zod';
import { actorId, keyId, lineOf } from './identifiers.js';
import { LIMITS } from './limits.js';
import { chain, pool, unique } from './people-sources.js';
import { stepFields } from './people-step.js';

export const reviewer = z
  .strictObject({
    userId: actorId
      .optional()
      .describe("One person, by the id in the host's own system; unique among the entries of the node."),
    pool: pool.optional().describe('Candidates, of whom `count` have to approve.'),
    chain: chain
      .optional()
      .describe('The manager of somebody, the manager of that one, and so on: each of them has to approve.'),
    count: z
      .int()
      .min(1)
      .max(LIMITS.poolCount)
      .optional()
      .describe('How many candidates of the pool have to approve, 1 to 50; 1 by default.'),
    mandatory: z
      .boolean()
      .optional()
      .describe(
        'Whether the step waits until this entry is satisfied. Required with `userId`; false by default for a pool, and always true for a chain.',
      ),
    weight: z
      .int()
      .min(1)
      .max(LIMITS.reviewerWeight)
      .optional()
      .describe('What an approval weighs in a rule of kind `weight`, 1 to 1,000; 1 by default.'),
    veto: z
      .boolean()
      .optional()
      .describe(
        'Whether a rejection by one of these people rejects the step at once, whatever the rule; false by default.',
      ),
    order: z
      .int()
      .min(1)
      .max(LIMITS.reviewerOrder)
      .optional()
      .describe(
        'When these people are asked, 1 to 50: once the mandatory entries of all lower orders are satisfied; 1 by default.',
      ),
  })
  .superRefine((it, context) => {
    const fault = (field: string | null, message: string) =>
      context.addIssue({ code: 'custom', path: field === null ? [] : [field], message });
    const given = [it.userId, it.pool, it.chain].filter((one) => one !== undefined).length;
    if (given === 0) fault('userId', 'is missing; give a userId, a pool or a chain');
    if (given > 1) fault(null, 'give exactly one of userId, pool and chain');
    if (it.pool === undefined && it.count !== undefined) fault('count', 'is for pools; remove it');
    if (it.chain !== undefined && it.mandatory === false) {
      fault('mandatory', 'a chain is always mandatory; remove it');
    }
    if (it.pool === undefined && it.chain === undefined && it.mandatory === undefined) {
      fault('mandatory', 'is missing; give true or false');
    }
  })
  .meta({
    id: 'DefinitionReviewer',
    description:
      'An entry of the people who decide: exactly one of `userId`, `pool` and `chain` says whom it stands for.',
  });

const decisionRule = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('count').describe('So many people.'),
      approvals: z.int().min(1).max(LIMITS.people).describe('Approvals that are enough, 1 to 500.'),
      rejections: z
        .int()
        .min(1)
        .max(LIMITS.people)
        .optional()
        .describe(
          'Rejections that reject the step at once, 1 to 500; without it only what is out of reach is rejected.',
        ),
    }),
    z.strictObject({
      kind: z.literal('percent').describe('So many of a hundred people.'),
      approvals: z.int().min(1).max(100).describe('Approvals that are enough, in percent, 1 to 100.'),
      of: z
        .enum(['eligible', 'cast'])
        .describe('Percent of all who were found (`eligible`), or of those who did not abstain (`cast`).'),
    }),
    z.strictObject({
      kind: z.literal('weight').describe('So much weight.'),
      approvals: z
        .int()
        .min(1)
        .max(LIMITS.ruleWeight)
        .describe('Weight of approvals that is enough, 1 to 500,000.'),
    }),
  ])
  .meta({
    id: 'DefinitionDecisionRule',
    description: 'When there are approvals enough, beside what mandatory entries need.',
  });

const formField = z
  .strictObject({
    name: lineOf(LIMITS.formNameLength)
      .refine((it) => it !== '__proto__', 'cannot be a name; choose another')
      .describe('Name of the field in `values`, unique in its form.'),
    type: z
      .enum(['string', 'number', 'boolean', 'choice'])
      .describe('What it takes; text is up to 2,000 characters.'),
    choices: z
      .array(z.string().min(1).max(LIMITS.choiceLength))
      .min(1)
      .max(LIMITS.formChoices)
      .refine(unique, 'name each choice once')
      .optional()
      .describe('What can be chosen, 1 to 50 texts; required for `choice`, and for nothing else.'),
    required: z.boolean().optional().describe('Whether an approval has to fill it in; false by default.'),
  })
  .refine((it) => (it.type === 'choice') === (it.choices !== undefined), {
    path: ['choices'],
    message: 'say what can be chosen for a field of type "choice", and for no other',
  })
  .meta({ id: 'DefinitionFormField', description: 'A field of a form.' });

const form = z
  .strictObject({
    fields: z
      .array(formField)
      .min(1)
      .max(LIMITS.formFields)
      .refine((fields) => unique(fields.map((it) => it.name)), 'name each field once')
      .describe('Its fields, 1 to 50.'),
  })
  .meta({ id: 'DefinitionForm', description: 'What an approval has to fill in.' });

/** What a human node may say of its people beside `reviewers`; a node that says any of it is a people node. */
export const peopleFields = {
  decisionRule: decisionRule
    .optional()
    .describe('When there are approvals enough; without one, when every mandatory entry is satisfied.'),
  allowAbstain: z
    .boolean()
    .optional()
    .describe('Whether people who are not mandatory may abstain; needs a decisionRule. False by default.'),
  minDistinctApprovers: z
    .int()
    .min(1)
    .max(LIMITS.distinctApprovers)
    .optional()
    .describe('How many different people have to approve at least, 1 to 50; 1 by default.'),
  reasonRequired: z
    .enum(['never', 'reject', 'always'])
    .optional()
    .describe('Which answers need a reason; `never` by default.'),
  reasonCodes: z
    .array(keyId)
    .min(1)
    .max(LIMITS.reasonCodes)
    .refine(unique, 'name each reason code once')
    .optional()
    .describe('Reason codes, 1 to 50: every answer but an approval then needs one of them.'),
  form: form.optional().describe('The form that comes with every approval.'),
  ...stepFields,
} as const;
