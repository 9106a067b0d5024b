/** Requests of reviewers' actions on a waiting step (contract section 17). */
import * as z from 'zod';
import { actorId, handleId, keyId } from '../../../definition/identifiers.js';
import { LIMITS } from '../../../definition/limits.js';
import { decisionReason, step } from '../shared/fields.js';
import { recordReviewerDecision } from './requests.js';

export type * from './review-requests.gen.js';

const entry = z
  .int()
  .min(0)
  .max(LIMITS.reviewers - 1);
const round = z.int().min(1);
const longText = z.string().min(1).max(LIMITS.questionLength);

export const delegateStep = z
  .strictObject({
    ...step,
    reviewerId: actorId.describe('Holder of the place.'),
    toUserId: actorId.describe('New holder.'),
    actorId: actorId
      .optional()
      .describe('User who requests it: the holder of the place by default, otherwise an administrator.'),
    reason: decisionReason.optional().describe('Reason, up to 2,000 characters.'),
  })
  .meta({ id: 'DelegateStepRequest', description: 'Place on a waiting step, and its new holder.' });
export const claimStep = z
  .strictObject({
    ...step,
    reviewerId: actorId.describe('User who will decide.'),
    entry: entry.describe('Index of the pool in `reviewers` of the node.'),
  })
  .meta({ id: 'ClaimStepRequest', description: 'Decision of a pool to reserve.' });
export const releaseStep = z
  .strictObject({
    ...step,
    reviewerId: actorId.describe('User who made the claim.'),
    entry: entry.describe('Index of the pool in `reviewers` of the node.'),
    actorId: actorId
      .optional()
      .describe('User who requests it: the claimant by default, otherwise an administrator.'),
  })
  .meta({ id: 'ReleaseStepRequest', description: 'Selects the claim to release.' });
export const addReviewers = z
  .strictObject({
    ...step,
    reviewerId: actorId.describe('Reviewer who adds them.'),
    userIds: z.array(actorId).min(1).max(LIMITS.addedPeople).describe('Users to add, 1 to 10.'),
    reason: decisionReason.optional().describe('Reason, up to 2,000 characters.'),
  })
  .meta({ id: 'AddReviewersRequest', description: 'Further reviewers who must approve a waiting step.' });
export const retractDecision = z
  .strictObject({
    ...step,
    reviewerId: actorId.describe('Reviewer who decided.'),
    onBehalfOf: actorId.optional().describe('Absent holder, if the decision was that of a substitute.'),
    round: round.describe('Round of the place in which it was given.'),
    reason: decisionReason.optional().describe('Reason, up to 2,000 characters.'),
  })
  .meta({ id: 'RetractDecisionRequest', description: 'Selects the decision to retract.' });
export const requestInformation = z
  .strictObject({
    ...step,
    reviewerId: actorId.describe('Reviewer who asks.'),
    question: longText.describe('Text of the question, up to 2,000 characters.'),
    ofUserId: actorId.optional().describe('User who is asked; the initiator by default.'),
    idempotencyKey: keyId
      .optional()
      .describe(
        'Makes a repeat by the same person return the first question, answered or not; up to 200 characters.',
      ),
  })
  .meta({
    id: 'RequestInformationRequest',
    description: 'Question of a reviewer to a user before deciding.',
  });
export const provideInformation = z
  .strictObject({
    ...step,
    actorId: actorId.describe('User who answers: the one who was asked.'),
    questionId: handleId.describe('Id of the question, as it was returned.'),
    answer: longText.describe('Text of the answer, up to 2,000 characters.'),
  })
  .meta({
    id: 'ProvideInformationRequest',
    description: 'Answer to a question of a reviewer.',
  });
export const remindStep = z
  .strictObject({
    ...step,
    actorId: actorId.describe('User who sends the reminder.'),
    userId: actorId.optional().describe('Reviewer to remind; all with an outstanding decision by default.'),
  })
  .meta({ id: 'RemindStepRequest', description: 'Reminder of a waiting step.' });
export const decideMany = z
  .strictObject({
    decisions: z
      .array(recordReviewerDecision)
      .min(1)
      .max(LIMITS.decisions)
      .describe('The decisions, 1 to 100.'),
  })
  .meta({ id: 'DecideManyRequest', description: 'Several decisions, each by itself.' });
