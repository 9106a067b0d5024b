/** Requests on what people do with a waiting step (contract section 17). */
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
    reviewerId: actorId.describe('Who holds the place.'),
    toUserId: actorId.describe('Who gets it.'),
    actorId: actorId
      .optional()
      .describe('Who asks for it: whoever holds the place by default, otherwise an administrator.'),
    reason: decisionReason.optional().describe('Why, up to 2,000 characters.'),
  })
  .meta({ id: 'DelegateStepRequest', description: 'Whose place on a waiting step goes to whom.' });
export const claimStep = z
  .strictObject({
    ...step,
    reviewerId: actorId.describe('Who will answer.'),
    entry: entry.describe('Index of the pool in `reviewers` of the node.'),
  })
  .meta({ id: 'ClaimStepRequest', description: 'Which answer of a pool to reserve.' });
export const releaseStep = z
  .strictObject({
    ...step,
    reviewerId: actorId.describe('Who made the claim.'),
    entry: entry.describe('Index of the pool in `reviewers` of the node.'),
    actorId: actorId
      .optional()
      .describe('Who asks for it: whoever made the claim by default, otherwise an administrator.'),
  })
  .meta({ id: 'ReleaseStepRequest', description: 'Which claim to give back.' });
export const addReviewers = z
  .strictObject({
    ...step,
    reviewerId: actorId.describe('Who adds them.'),
    userIds: z.array(actorId).min(1).max(LIMITS.addedPeople).describe('Who is added, 1 to 10.'),
    reason: decisionReason.optional().describe('Why, up to 2,000 characters.'),
  })
  .meta({ id: 'AddReviewersRequest', description: 'Who has to approve a waiting step as well.' });
export const retractDecision = z
  .strictObject({
    ...step,
    reviewerId: actorId.describe('Who gave it.'),
    onBehalfOf: actorId.optional().describe('For whom, where they stood in.'),
    round: round.describe('Round of the place in which it was given.'),
    reason: decisionReason.optional().describe('Why, up to 2,000 characters.'),
  })
  .meta({ id: 'RetractDecisionRequest', description: 'Which answer to take back.' });
export const requestInformation = z
  .strictObject({
    ...step,
    reviewerId: actorId.describe('Who asks.'),
    question: longText.describe('What they ask, up to 2,000 characters.'),
    ofUserId: actorId.optional().describe('Whom they ask; whoever started the run by default.'),
    idempotencyKey: keyId
      .optional()
      .describe(
        'Makes a repeat by the same person return the first question, answered or not; up to 200 characters.',
      ),
  })
  .meta({
    id: 'RequestInformationRequest',
    description: 'What a reviewer asks of somebody before deciding.',
  });
export const provideInformation = z
  .strictObject({
    ...step,
    actorId: actorId.describe('Who answers: who was asked.'),
    questionId: handleId.describe('Id of the question, as it was returned.'),
    answer: longText.describe('What they answer, up to 2,000 characters.'),
  })
  .meta({
    id: 'ProvideInformationRequest',
    description: 'What somebody answers to a question of a reviewer.',
  });
export const remindStep = z
  .strictObject({
    ...step,
    actorId: actorId.describe('Who reminds.'),
    userId: actorId.optional().describe('Who is reminded; everybody who owes an answer by default.'),
  })
  .meta({ id: 'RemindStepRequest', description: 'Who is reminded of a waiting step.' });
export const decideMany = z
  .strictObject({
    decisions: z
      .array(recordReviewerDecision)
      .min(1)
      .max(LIMITS.decisions)
      .describe('What was decided, 1 to 100.'),
  })
  .meta({ id: 'DecideManyRequest', description: 'Several decisions, each by itself.' });
