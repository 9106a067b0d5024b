/** Requests on executions (contract section 10). */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import {
  actorId,
  definitionId,
  externalId,
  handleId,
  keyId,
  outcome,
} from '../../../definition/identifiers.js';
import { timeMs } from '../../../definition/in-seconds.js';
import { LIMITS } from '../../../definition/limits.js';
import { presentationValues } from '../../../definition/presented.js';
import { payloadObject } from '../../../definition/payload.js';
import { webhookSecret, webhookUrl } from '../../../definition/webhooks.js';
import { cancelReason, executionId, page, scopeIds, withScope } from '../shared/fields.js';
import type { CancelExecutionRequest, GetEventsRequest, GetExecutionRequest } from './requests.gen.js';
import { subject } from './subject.js';
import { executionStatus } from './views.js';

export type * from './requests.gen.js';

export const dispatchExecution = withScope(
  z.strictObject({
    definitionId: definitionId.describe('Definition to run, in its newest version: the most specific one.'),
    idempotencyKey: keyId
      .optional()
      .describe('Makes a repeat return the first execution; unique in the workspace, up to 200 characters.'),
    correlationId: keyId
      .optional()
      .describe("The host's own id for what this belongs to; it is on every event. One is made by default."),
    triggerContext: payloadObject
      .optional()
      .describe(
        'Input of the execution: a JSON object up to 256 KiB; conditions read it as `execution.input`.',
      ),
    webhookUrl: webhookUrl
      .optional()
      .describe("Receiver of this execution's events, in place of the definition's; needs `webhookSecret`."),
    webhookSecret: webhookSecret
      .optional()
      .describe('Signs what is sent to `webhookUrl`: 16 to 512 characters.'),
    initiatorId: actorId
      .optional()
      .describe('Initiator of the execution; nodes may exclude them from deciding.'),
    contributorIds: z
      .array(actorId)
      .max(LIMITS.contributors)
      .optional()
      .describe('Contributors to the subject, up to 50; nodes may exclude them from deciding.'),
    enforceSeparation: z
      .boolean()
      .optional()
      .describe('True to exclude initiator and contributors from deciding on every node; false by default.'),
    subject: subject.optional().describe('Subject of the approval.'),
    presentation: presentationValues.optional().describe('Presentation in place of that of the definition.'),
    ...scopeIds,
  }),
)
  .refine((it) => (it.webhookUrl === undefined) === (it.webhookSecret === undefined), {
    path: ['webhookSecret'],
    message: 'webhookUrl and webhookSecret come together or not at all',
  })
  .meta({ id: 'DispatchRequest', description: 'Definition to run, and its input.' });
export const getExecution: z.ZodType<GetExecutionRequest, GetExecutionRequest> = z
  .strictObject({ executionId })
  .meta({ id: 'GetExecutionRequest', description: 'Selects the execution.' })
  .register(typeNames, { extends: 'NoDispatchResult' });
export const listExecutions = withScope(
  z.strictObject({
    definitionId: definitionId.optional().describe('Only executions of this definition.'),
    status: executionStatus.optional().describe('Only executions in this status.'),
    outcome: outcome.optional().describe('Only completed executions with this outcome, as in `rejected`.'),
    parentExecutionId: handleId.optional().describe('Only executions that steps of this execution started.'),
    party: actorId.optional().describe('Only executions that this user is a party of.'),
    createdFrom: timeMs
      .optional()
      .describe('Only executions created at this time or later, in ms since the epoch.'),
    createdBefore: timeMs.optional().describe('Only executions created before, in ms since the epoch.'),
    ...page,
    organizationId: externalId.optional().describe('Only executions of this organization.'),
    documentId: externalId.optional().describe('Only executions of this document; needs its organizationId.'),
  }),
).meta({ id: 'ListExecutionsRequest', description: 'A page of executions, newest first.' });
export const getEvents: z.ZodType<GetEventsRequest, GetEventsRequest> = z
  .strictObject({
    executionId,
    sinceSeq: z
      .int()
      .min(0)
      .optional()
      .describe('Only events with a higher seq: `nextCursor` of the page before; 0 by default.'),
    pageSize: page.pageSize.describe('Page size, 1 to 500; 100 by default.'),
    includeInternal: z
      .literal(true)
      .optional()
      .describe('All events as they are stored, those that only the engine reads among them; for an audit.'),
  })
  .meta({ id: 'GetEventsRequest', description: "A page of an execution's events, in order." })
  .register(typeNames, { extends: 'NoDispatchResult' });
export const cancelExecution: z.ZodType<CancelExecutionRequest, CancelExecutionRequest> = z
  .strictObject({
    executionId,
    reason: cancelReason.optional().describe('Reason, up to 500 characters; it is in the events.'),
  })
  .meta({ id: 'CancelExecutionRequest', description: 'Selects the execution to end.' })
  .register(typeNames, { extends: 'NoDispatchResult' });
