/**
 * Zod schemas of the people of a human node and of how their decisions are counted (contract
 * section
 * 17). The linter checks rules across entries.
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
      .describe("User id in the host's system, unique among the entries of the node."),
    pool: pool.optional().describe('Candidates, `count` of whom have to approve.'),
    chain: chain.optional().describe('Chain of managers of a user. Each of them has to approve.'),
    count: z
      .int()
      .min(1)
      .max(LIMITS.poolCount)
      .optional()
      .describe('Number of candidates who have to approve, 1 to 50; 1 by default.'),
    mandatory: z
      .boolean()
      .optional()
      .describe(
        'Makes the step wait until this entry is satisfied. Required with `userId`; false by default for a pool, always true for a chain.',
      ),
    weight: z
      .int()
      .min(1)
      .max(LIMITS.reviewerWeight)
      .optional()
      .describe('Weight of an approval in a rule of kind `weight`, 1 to 1,000; 1 by default.'),
    veto: z
      .boolean()
      .optional()
      .describe(
        'Makes a rejection by one of these people reject the step at once, regardless of the rule; false by default.',
      ),
    order: z
      .int()
      .min(1)
      .max(LIMITS.reviewerOrder)
      .optional()
      .describe(
        'Turn of these people, 1 to 50; 1 by default. They are asked once the mandatory entries of all lower orders are satisfied.',
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
      fault('mandatory', 'is always true for a chain; remove it');
    }
    if (it.pool === undefined && it.chain === undefined && it.mandatory === undefined) {
      fault('mandatory', 'is missing; give true or false');
    }
  })
  .meta({
    id: 'DefinitionReviewer',
    description: 'An entry of reviewers: exactly one of `userId`, `pool` and `chain`.',
  });

const decisionRule = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('count').describe('A number of people.'),
      approvals: z.int().min(1).max(LIMITS.people).describe('Number of approvals needed, 1 to 500.'),
      rejections: z
        .int()
        .min(1)
        .max(LIMITS.people)
        .optional()
        .describe(
          'Number of rejections that reject the step at once, 1 to 500. Without it, the step is rejected when approval is out of reach.',
        ),
    }),
    z.strictObject({
      kind: z.literal('percent').describe('A percentage of people.'),
      approvals: z.int().min(1).max(100).describe('Approvals needed, in percent, 1 to 100.'),
      of: z
        .enum(['eligible', 'cast'])
        .describe(
          'Base of the percentage: everybody found (`eligible`), or those who did not abstain (`cast`).',
        ),
    }),
    z.strictObject({
      kind: z.literal('weight').describe('A total weight.'),
      approvals: z
        .int()
        .min(1)
        .max(LIMITS.ruleWeight)
        .describe('Total weight of approvals needed, 1 to 500,000.'),
    }),
  ])
  .meta({
    id: 'DefinitionDecisionRule',
    description: 'Approvals needed in addition to the mandatory entries.',
  });

const formField = z
  .strictObject({
    name: lineOf(LIMITS.formNameLength)
      .refine((it) => it !== '__proto__', 'cannot be a name; choose another')
      .describe('Name of the field in `values`, unique in its form.'),
    type: z
      .enum(['string', 'number', 'boolean', 'choice'])
      .describe('Type of its value; strings have up to 2,000 characters.'),
    choices: z
      .array(z.string().min(1).max(LIMITS.choiceLength))
      .min(1)
      .max(LIMITS.formChoices)
      .refine(unique, 'name each choice once')
      .optional()
      .describe('Choices, 1 to 50 strings. Required for `choice`, and only allowed there.'),
    required: z
      .boolean()
      .optional()
      .describe('Requires every approval to fill in the field; false by default.'),
  })
  .refine((it) => (it.type === 'choice') === (it.choices !== undefined), {
    path: ['choices'],
    message: 'is required for a field of type "choice" and not allowed for other types',
  })
  .meta({ id: 'DefinitionFormField', description: 'A field of a form.' });

const form = z
  .strictObject({
    fields: z
      .array(formField)
      .min(1)
      .max(LIMITS.formFields)
      .refine((fields) => unique(fields.map((it) => it.name)), 'name each field once')
      .describe('Fields of the form, 1 to 50.'),
  })
  .meta({ id: 'DefinitionForm', description: 'A form that approvals fill in.' });

/** Fields besides `reviewers` that make a human node a people node. */
export const peopleFields = {
  decisionRule: decisionRule
    .optional()
    .describe('Approvals needed in addition to the mandatory entries; none by default.'),
  allowAbstain: z
    .boolean()
    .optional()
    .describe('Allows people who are not mandatory to abstain; false by default. Needs a `decisionRule`.'),
  minDistinctApprovers: z
    .int()
    .min(1)
    .max(LIMITS.distinctApprovers)
    .optional()
    .describe('Minimum number of different people who have to approve, 1 to 50; 1 by default.'),
  reasonRequired: z
    .enum(['never', 'reject', 'always'])
    .optional()
    .describe('Decisions that need a reason; `never` by default.'),
  reasonCodes: z
    .array(keyId)
    .min(1)
    .max(LIMITS.reasonCodes)
    .refine(unique, 'name each reason code once')
    .optional()
    .describe('Reason codes, 1 to 50. With them, every decision but an approval needs one.'),
  form: form.optional().describe('Form that every approval fills in.'),
  ...stepFields,
} as const;
