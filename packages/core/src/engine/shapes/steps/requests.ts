/** Requests on steps (contract section 10). */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { actorId, definitionId, digest, externalId, keyId } from '../../../definition/identifiers.js';
import { timeMs } from '../../../definition/in-seconds.js';
import { LIMITS } from '../../../definition/limits.js';
import { payloadObject } from '../../../definition/payload.js';
import { FINISH_ACTIONS, RESOLVE_ACTIONS } from '../../../interpreter/command.js';
import { cancelReason, decisionReason, page, step, withScope } from '../shared/fields.js';

export type * from './requests.gen.js';

const errorMessage = z.string().min(1).max(LIMITS.errorMessageLength);
const actor = actorId.describe('User who requests it; it is in the events.');

const said = {
  reasonCode: keyId.optional().describe('Reason code, one of those of the node.'),
  values: payloadObject.optional().describe('Values that an approval fills into the form of the node.'),
  subjectDigest: digest
    .optional()
    .describe('Digest of what the decision is on; it has to be the current one.'),
  round: z
    .int()
    .min(1)
    .optional()
    .describe('Round of the place; required from the second on, and then the current one.'),
};

export const recordReviewerDecision = z
  .strictObject({
    ...step,
    reviewerId: actorId.describe('User who decided: one of the reviewers of the node.'),
    decision: z
      .enum(['approve', 'reject', 'abstain'])
      .describe('The decision; to abstain, the node has to allow it.'),
    reason: decisionReason.optional().describe('Reason, up to 2,000 characters.'),
    onBehalfOf: actorId
      .optional()
      .describe('For whom, where a substitute decides: who holds the place, and is away.'),
    ...said,
  })
  .meta({
    id: 'RecordReviewerDecisionRequest',
    description: 'Decision of a reviewer on a waiting human step.',
  });
export const recordAgentResolution = z
  .strictObject({
    ...step,
    resolutionId: externalId.describe(
      'The findingId that is resolved; a step without findings takes any id of 1 to 200 characters of A-Z a-z 0-9 : _ . -',
    ),
    status: z.enum(['success', 'failure']).describe('`success` if the finding has been dealt with.'),
    output: payloadObject.optional().describe('Result: a JSON object up to 256 KiB.'),
    errorMessage: errorMessage.optional().describe('Description of the failure; required on a failure.'),
  })
  .refine((it) => it.status === 'success' || it.errorMessage !== undefined, {
    path: ['errorMessage'],
    message: 'say what went wrong: a failure needs an errorMessage',
  })
  .meta({
    id: 'RecordAgentResolutionRequest',
    description: 'Resolution of a finding of a blocking agent.',
  });
export const cancelStep = z
  .strictObject({
    ...step,
    actorId: actor,
    reason: cancelReason.optional().describe('Reason, up to 500 characters; it is in the events.'),
  })
  .meta({ id: 'CancelStepRequest', description: 'Open step to cancel, and the acting user.' });
export const resolveStep = z
  .strictObject({
    ...step,
    action: z
      .enum(RESOLVE_ACTIONS)
      .register(typeNames, { type: 'ResolveAction' })
      .describe(
        '`force-…` ends the waiting step at once; `reviewer-…` records the decision of the reviewer `actorId`.',
      ),
    actorId: actor,
    output: payloadObject
      .optional()
      .describe(
        'Added to the output of the step, up to 256 KiB, if this ends it; `decision` and `approved` come from the action.',
      ),
    reason: decisionReason.optional().describe('Reason, up to 2,000 characters.'),
    ...said,
  })
  .superRefine((it, context) => {
    if (it.action.startsWith('reviewer-')) return;
    const message = 'is for reviewer-…; what is forced takes the reason alone';
    for (const field of ['reasonCode', 'values', 'subjectDigest', 'round'] as const) {
      if (it[field] !== undefined) context.addIssue({ code: 'custom', path: [field], message });
    }
  })
  .meta({ id: 'ResolveStepRequest', description: 'Resolution of a waiting step by an administrator.' });
export const finishStep = z
  .strictObject({
    ...step,
    action: z
      .enum(FINISH_ACTIONS)
      .describe('`complete` completes the step without a decision; `fail` fails it.'),
    actorId: actor,
    output: payloadObject
      .optional()
      .describe('Added to the output of the step, up to 256 KiB, without `decision` and `approved`.'),
    reason: decisionReason.optional().describe('Reason, up to 2,000 characters.'),
  })
  .meta({ id: 'FinishStepRequest', description: 'End of an open step by an administrator.' });
const deferredError = z
  .strictObject({
    code: z.string().min(1).max(LIMITS.referenceLength).optional().describe("The receiver's own code."),
    message: errorMessage.describe('Description of the error.'),
  })
  .meta({ id: 'DeferredError', description: 'Error of a deferred call.' });
export const completeDeferred = z
  .strictObject({
    ...step,
    status: z
      .enum(['completed', 'failed'])
      .describe('`completed`: the agent passed. `failed`: the step fails, without a retry.'),
    output: payloadObject.optional().describe('Output of the agent: a JSON object up to 256 KiB.'),
    error: z
      .union([errorMessage, deferredError])
      .optional()
      .describe('Description of the error, for `failed`: its message, alone or with a code.'),
  })
  .meta({ id: 'CompleteDeferredRequest', description: 'Result of a deferred agent call on a step.' });
export const listWaiting = withScope(
  z.strictObject({
    reviewerId: actorId
      .optional()
      .describe('Only steps that this reviewer has still to decide on, or may as a substitute.'),
    definitionId: definitionId.optional().describe('Only steps of executions of this definition.'),
    sort: z
      .enum(['waiting', 'due'])
      .optional()
      .describe(
        'Those that wait longest first (`waiting`, the default), or those that are due first (`due`).',
      ),
    dueBefore: timeMs.optional().describe('Only steps that are due before, in ms since the epoch.'),
    as: z
      .enum(['own', 'substitute'])
      .optional()
      .describe("Only the reviewer's own places (`own`), or those of absent users (`substitute`)."),
    ...page,
    organizationId: externalId.optional().describe('Only steps of executions of this organization.'),
    documentId: externalId
      .optional()
      .describe('Only steps of executions of this document; needs its organizationId.'),
  }),
).meta({ id: 'ListWaitingRequest', description: 'A page of waiting steps.' });
