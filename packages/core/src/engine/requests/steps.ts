/** Requests on steps (contract section 10). */
import { z } from 'zod';
import { actorId, definitionId, externalId, handleId } from '../../definition/identifiers.js';
import { LIMITS } from '../../definition/limits.js';
import { payloadObject } from '../../definition/payload.js';
import { RESOLVE_ACTIONS } from '../../interpreter/command.js';
import { cancelReason, decisionReason, page, scopeIds, withScope } from './common.js';

const step = { executionId: handleId, stepId: handleId };
const errorMessage = z.string().min(1).max(LIMITS.errorMessageLength);

export const recordReviewerDecision = z.strictObject({
  ...step,
  reviewerId: actorId,
  decision: z.enum(['approve', 'reject']),
  reason: decisionReason.optional(),
});
export const recordAgentResolution = z
  .strictObject({
    ...step,
    /** A finding of the step; one without findings takes any id of the form of `keyId`. */
    resolutionId: externalId,
    status: z.enum(['success', 'failure']),
    output: payloadObject.optional(),
    errorMessage: errorMessage.optional(),
  })
  .refine((it) => it.status === 'success' || it.errorMessage !== undefined, {
    path: ['errorMessage'],
    message: 'say what went wrong: a failure needs an errorMessage',
  });
export const cancelStep = z.strictObject({ ...step, actorId, reason: cancelReason.optional() });
export const resolveStep = z.strictObject({
  ...step,
  action: z.enum(RESOLVE_ACTIONS),
  actorId,
  output: payloadObject.optional(),
  reason: decisionReason.optional(),
});
export const completeDeferred = z.strictObject({
  ...step,
  status: z.enum(['completed', 'failed']),
  output: payloadObject.optional(),
  error: errorMessage.optional(),
});
export const listWaiting = withScope(
  z.strictObject({
    reviewerId: actorId.optional(),
    definitionId: definitionId.optional(),
    ...page,
    ...scopeIds,
  }),
);

export type RecordReviewerDecisionRequest = z.infer<typeof recordReviewerDecision>;
export type RecordAgentResolutionRequest = z.infer<typeof recordAgentResolution>;
export type CancelStepRequest = z.infer<typeof cancelStep>;
export type ResolveStepRequest = z.infer<typeof resolveStep>;
export type CompleteDeferredRequest = z.infer<typeof completeDeferred>;
export type ListWaitingRequest = z.infer<typeof listWaiting>;
