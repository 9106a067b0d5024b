/** Results of reviewers' actions (contract section 17), as zod schemas. */
import * as z from 'zod';
import { jsonObject } from '../shared/json.js';
import { reviewResult } from '../results.js';

export type * from './review-results.gen.js';

export const delegateResult = z
  .object({
    delegated: z.boolean().describe('False when that was done before.'),
    toUserId: z.string().describe('Holder of the place.'),
  })
  .meta({ id: 'DelegateStepResult', description: 'Result of delegating a place.' });
export const claimResult = z
  .object({
    claimed: z.boolean().describe('False when the claim was made before and still holds.'),
    until: z.int().describe('End of its validity, in ms since the epoch.'),
  })
  .meta({ id: 'ClaimStepResult', description: 'Result of a claim.' });
export const releaseResult = z
  .object({
    released: z.boolean().describe('False when there was none.'),
  })
  .meta({ id: 'ReleaseStepResult', description: 'Result of releasing a claim.' });
export const addReviewersResult = z
  .object({
    added: z.array(z.string()).describe('Those who were not added before.'),
  })
  .meta({ id: 'AddReviewersResult', description: 'Added reviewers.' });
export const retractResult = z
  .object({
    retracted: z.boolean().describe('False when it was taken back before.'),
    round: z.int().describe('The round that the next answer has to name.'),
  })
  .meta({ id: 'RetractDecisionResult', description: 'Result of retracting a decision.' });
export const requestInformationResult = z
  .object({
    asked: z.boolean().describe('False when the same question is open already.'),
    questionId: z.string().describe('Id of the question in its step.'),
    dueAt: z.int().nullable().describe('New deadline of the step, in ms since the epoch; null without one.'),
  })
  .meta({ id: 'RequestInformationResult', description: 'A question that was asked.' });
export const provideInformationResult = z
  .object({
    provided: z.boolean().describe('False when the same was answered before.'),
    dueAt: z.int().nullable().describe('New deadline of the step, in ms since the epoch; null without one.'),
  })
  .meta({ id: 'ProvideInformationResult', description: 'Result of answering a question.' });
export const remindResult = z
  .object({
    reminded: z.boolean().describe('False when the same person reminded all of them just now.'),
    userIds: z.array(z.string()).describe('Reminded users.'),
  })
  .meta({ id: 'RemindStepResult', description: 'Result of a reminder.' });
export const reviseSubjectResult = z
  .object({
    revised: z.boolean().describe('False when that was the subject already.'),
    digest: z.string().describe('Digest of what is to be approved.'),
    resetStepIds: z.array(z.string()).describe('The waiting steps whose answers are void.'),
  })
  .meta({ id: 'ReviseSubjectResult', description: 'Result of a revision.' });
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
  .meta({ id: 'ClearAbsenceResult', description: 'Result of deleting an absence.' });
export const absenceView = z
  .object({
    absenceId: z.string().describe('Id of the absence.'),
    userId: z.string().describe('Absent user.'),
    from: z.int().describe('Start in ms since the epoch.'),
    until: z.int().describe('End in ms since the epoch.'),
    substituteId: z.string().describe('User who decides for them.'),
  })
  .meta({ id: 'AbsenceView', description: 'An absence, with the substitute.' });
const decideManyError = z
  .object({
    message: z.string().describe('Description of the error, with a fix.'),
    status: z.string().describe('Status of the error.'),
    details: jsonObject.describe('Further details.'),
  })
  .meta({
    id: 'DecideManyError',
    description: 'Error of one decision of several; the fields of any error.',
  });
const decideManyItem = z
  .object({
    ok: z.boolean().describe('True if it was accepted.'),
    result: reviewResult.optional().describe('Effect of an accepted decision.'),
    error: decideManyError.optional().describe('Error of a refused decision.'),
  })
  .meta({ id: 'DecideManyItem', description: 'Result of one decision of several.' });
export const decideManyResult = z
  .object({
    items: z.array(decideManyItem).describe('One for each decision.'),
  })
  .meta({ id: 'DecideManyResult', description: 'Results of several decisions, in their order.' });
