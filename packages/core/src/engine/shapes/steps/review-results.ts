/** The results of what people do (contract section 17), as zod schemas. */
import * as z from 'zod';
import { jsonObject } from '../shared/json.js';
import { reviewResult } from '../results.js';

export type * from './review-results.gen.js';

export const delegateResult = z
  .object({
    delegated: z.boolean().describe('False when that was done before.'),
    toUserId: z.string().describe('Who holds the place.'),
  })
  .meta({ id: 'DelegateStepResult', description: 'What became of a place that was handed over.' });
export const claimResult = z
  .object({
    claimed: z.boolean().describe('False when the claim was made before and still holds.'),
    until: z.int().describe('Until when it holds, in ms since the epoch.'),
  })
  .meta({ id: 'ClaimStepResult', description: 'What became of a claim.' });
export const releaseResult = z
  .object({
    released: z.boolean().describe('False when there was none.'),
  })
  .meta({ id: 'ReleaseStepResult', description: 'What became of a claim that was given back.' });
export const addReviewersResult = z
  .object({
    added: z.array(z.string()).describe('Those who were not added before.'),
  })
  .meta({ id: 'AddReviewersResult', description: 'Who was added.' });
export const retractResult = z
  .object({
    retracted: z.boolean().describe('False when it was taken back before.'),
    round: z.int().describe('The round that the next answer has to name.'),
  })
  .meta({ id: 'RetractDecisionResult', description: 'What became of an answer that was taken back.' });
export const requestInformationResult = z
  .object({
    asked: z.boolean().describe('False when the same question is open already.'),
    questionId: z.string().describe('Id of the question in its step.'),
    dueAt: z
      .int()
      .nullable()
      .describe('When the step is due now, in ms since the epoch; null without a deadline.'),
  })
  .meta({ id: 'RequestInformationResult', description: 'A question that was asked.' });
export const provideInformationResult = z
  .object({
    provided: z.boolean().describe('False when the same was answered before.'),
    dueAt: z
      .int()
      .nullable()
      .describe('When the step is due now, in ms since the epoch; null without a deadline.'),
  })
  .meta({ id: 'ProvideInformationResult', description: 'What became of an answer to a question.' });
export const remindResult = z
  .object({
    reminded: z.boolean().describe('False when the same person reminded all of them just now.'),
    userIds: z.array(z.string()).describe('Who is reminded.'),
  })
  .meta({ id: 'RemindStepResult', description: 'Who was reminded.' });
export const reviseSubjectResult = z
  .object({
    revised: z.boolean().describe('False when that was the subject already.'),
    digest: z.string().describe('Digest of what is to be approved.'),
    resetStepIds: z.array(z.string()).describe('The waiting steps whose answers are void.'),
  })
  .meta({ id: 'ReviseSubjectResult', description: 'What became of a revision.' });
export const setAbsenceResult = z
  .object({
    absenceId: z.string().describe('Id of the absence.'),
    created: z.boolean().describe('False when the same was kept before.'),
  })
  .meta({ id: 'SetAbsenceResult', description: 'An absence that is kept.' });
export const clearAbsenceResult = z
  .object({
    cleared: z.boolean().describe('False when there was none.'),
  })
  .meta({ id: 'ClearAbsenceResult', description: 'What became of an absence that was to be forgotten.' });
export const absenceView = z
  .object({
    absenceId: z.string().describe('Id of the absence.'),
    userId: z.string().describe('Who is away.'),
    from: z.int().describe('When it begins, in ms since the epoch.'),
    until: z.int().describe('When it is over, in ms since the epoch.'),
    substituteId: z.string().describe('Who answers for them.'),
  })
  .meta({ id: 'AbsenceView', description: 'Somebody is away, and somebody else answers for them.' });
const decideManyError = z
  .object({
    message: z.string().describe('What is wrong, and how to mend it.'),
    status: z.string().describe('What kind of error it is.'),
    details: jsonObject.describe('What else is known.'),
  })
  .meta({
    id: 'DecideManyError',
    description: 'Why a decision of several was refused; the fields of any error.',
  });
const decideManyItem = z
  .object({
    ok: z.boolean().describe('Whether it was accepted.'),
    result: reviewResult.optional().describe('What it did, where it was accepted.'),
    error: decideManyError.optional().describe('Why not, where it was refused.'),
  })
  .meta({ id: 'DecideManyItem', description: 'What became of one decision of several.' });
export const decideManyResult = z
  .object({
    items: z.array(decideManyItem).describe('One for each decision.'),
  })
  .meta({ id: 'DecideManyResult', description: 'What became of several decisions, in their order.' });
