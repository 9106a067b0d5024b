/** Requests on executions (contract section 10). */
import { z } from 'zod';
import { definitionId, handleId, keyId } from '../../definition/identifiers.js';
import { payloadObject } from '../../definition/payload.js';
import { webhookSecret, webhookUrl } from '../../definition/webhooks.js';
import { cancelReason, page, scopeIds, withScope } from './common.js';

export const dispatchExecution = withScope(
  z.strictObject({
    definitionId,
    idempotencyKey: keyId.optional(),
    correlationId: keyId.optional(),
    triggerContext: payloadObject.optional(),
    webhookUrl: webhookUrl.optional(),
    webhookSecret: webhookSecret.optional(),
    ...scopeIds,
  }),
).refine((it) => (it.webhookUrl === undefined) === (it.webhookSecret === undefined), {
  path: ['webhookSecret'],
  message: 'webhookUrl and webhookSecret come together or not at all',
});
export const getExecution = z.strictObject({ executionId: handleId });
export const listExecutions = withScope(
  z.strictObject({
    definitionId: definitionId.optional(),
    status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']).optional(),
    ...page,
    ...scopeIds,
  }),
);
export const getEvents = z.strictObject({
  executionId: handleId,
  sinceSeq: z.int().min(0).optional(),
  pageSize: page.pageSize,
});
export const cancelExecution = z.strictObject({ executionId: handleId, reason: cancelReason.optional() });

export type DispatchRequest = z.infer<typeof dispatchExecution>;
export type GetExecutionRequest = z.infer<typeof getExecution>;
export type ListExecutionsRequest = z.infer<typeof listExecutions>;
export type GetEventsRequest = z.infer<typeof getEvents>;
export type CancelExecutionRequest = z.infer<typeof cancelExecution>;
