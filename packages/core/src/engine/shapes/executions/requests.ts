/** Requests on executions (contract section 10). */
import * as z from 'zod';
import { actorId, definitionId, externalId, keyId } from '../../../definition/identifiers.js';
import { LIMITS } from '../../../definition/limits.js';
import { type JsonPayload, payloadObject } from '../../../definition/payload.js';
import { webhookSecret, webhookUrl } from '../../../definition/webhooks.js';
import type { ExecutionStatus } from '../../../interpreter/state.js';
import { cancelReason, executionId, page, scopeIds, withScope } from '../shared/fields.js';
import { type RunSubject, subject } from './subject.js';

export const dispatchExecution = withScope(
  z.strictObject({
    definitionId: definitionId.describe(
      'Which definition to run, in its newest version: the most specific one.',
    ),
    idempotencyKey: keyId
      .optional()
      .describe('Makes a repeat return the first execution; unique in the workspace, up to 200 characters.'),
    correlationId: keyId
      .optional()
      .describe("The host's own id for what this belongs to; it is on every event. One is made by default."),
    triggerContext: payloadObject
      .optional()
      .describe(
        'What the run is about: a JSON object up to 256 KiB; conditions read it as `execution.input`.',
      ),
    webhookUrl: webhookUrl
      .optional()
      .describe("Receiver of this run's events, in place of the definition's; needs `webhookSecret`."),
    webhookSecret: webhookSecret
      .optional()
      .describe('Signs what is sent to `webhookUrl`: 16 to 512 characters.'),
    initiatorId: actorId.optional().describe('Who starts the run; nodes may keep them from deciding.'),
    contributorIds: z
      .array(actorId)
      .max(LIMITS.contributors)
      .optional()
      .describe('Who worked on what is to be approved, up to 50; nodes may keep them from deciding.'),
    enforceSeparation: z
      .boolean()
      .optional()
      .describe('Whether initiator and contributors are kept from deciding on every node; false by default.'),
    subject: subject.optional().describe('What the run is to approve.'),
    ...scopeIds,
  }),
)
  .refine((it) => (it.webhookUrl === undefined) === (it.webhookSecret === undefined), {
    path: ['webhookSecret'],
    message: 'webhookUrl and webhookSecret come together or not at all',
  })
  .meta({ id: 'DispatchRequest', description: 'Which definition to run, and on what.' });
export const getExecution: z.ZodType<GetExecutionRequest, GetExecutionRequest> = z
  .strictObject({ executionId })
  .meta({ id: 'GetExecutionRequest', description: 'Which execution to get.' });
export const listExecutions = withScope(
  z.strictObject({
    definitionId: definitionId.optional().describe('Only runs of this definition.'),
    status: z
      .enum(['pending', 'running', 'completed', 'failed', 'cancelled'])
      .optional()
      .describe('Only runs in this status.'),
    party: actorId.optional().describe('Only runs that this user is a party of.'),
    createdFrom: z
      .int()
      .min(0)
      .optional()
      .describe('Only runs created at this time or later, in ms since the epoch.'),
    createdBefore: z.int().min(0).optional().describe('Only runs created before, in ms since the epoch.'),
    ...page,
    organizationId: externalId.optional().describe('Only runs of this organization.'),
    documentId: externalId.optional().describe('Only runs of this document; needs its organizationId.'),
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
    pageSize: page.pageSize.describe('How many, 1 to 500; 100 by default.'),
    includeInternal: z
      .literal(true)
      .optional()
      .describe('All events as they are stored, those that only the engine reads among them; for an audit.'),
  })
  .meta({ id: 'GetEventsRequest', description: "A page of an execution's events, in order." });
export const cancelExecution: z.ZodType<CancelExecutionRequest, CancelExecutionRequest> = z
  .strictObject({
    executionId,
    reason: cancelReason.optional().describe('Why, up to 500 characters; it is in the events.'),
  })
  .meta({ id: 'CancelExecutionRequest', description: 'Which execution to end.' });

/**
 * No field of a request. The result of a dispatch has an executionId too, and fields that these requests refuse: so
 * that handing it on whole does not compile, and is not found out at run time. Give `{ executionId }`.
 */
interface NoDispatchResult {
  /** Never: give `{ executionId }`. */
  readonly correlationId?: never;
  /** Never: give `{ executionId }`. */
  readonly deduplicated?: never;
}

/** Which definition to run, and on what. */
export interface DispatchRequest {
  /** Which definition to run, in its newest version: the most specific one. */
  definitionId: string;
  /** Makes a repeat return the first execution; unique in the workspace, up to 200 characters. */
  idempotencyKey?: string | undefined;
  /** The host's own id for what this belongs to; it is on every event. One is made by default. */
  correlationId?: string | undefined;
  /** What the run is about: a JSON object up to 256 KiB; conditions read it as `execution.input`. */
  triggerContext?: JsonPayload | undefined;
  /** Receiver of this run's events, in place of the definition's; needs `webhookSecret`. */
  webhookUrl?: string | undefined;
  /** Signs what is sent to `webhookUrl`: 16 to 512 characters. */
  webhookSecret?: string | undefined;
  /** Who starts the run; nodes may keep them from deciding. */
  initiatorId?: string | undefined;
  /** Who worked on what is to be approved, up to 50; nodes may keep them from deciding. */
  contributorIds?: string[] | undefined;
  /** Whether initiator and contributors are kept from deciding on every node; false by default. */
  enforceSeparation?: boolean | undefined;
  /** What the run is to approve. */
  subject?: RunSubject | undefined;
  /** Organization whose definition is meant. */
  organizationId?: string | undefined;
  /** Document whose definition is meant; needs its organizationId. */
  documentId?: string | undefined;
}

/** Which execution to get. */
export interface GetExecutionRequest extends NoDispatchResult {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
}

/** A page of executions, newest first. */
export interface ListExecutionsRequest {
  /** Only runs of this definition. */
  definitionId?: string | undefined;
  /** Only runs in this status. */
  status?: ExecutionStatus | undefined;
  /** Only runs that this user is a party of. */
  party?: string | undefined;
  /** Only runs created at this time or later, in ms since the epoch. */
  createdFrom?: number | undefined;
  /** Only runs created before, in ms since the epoch. */
  createdBefore?: number | undefined;
  /** How many, 1 to 500; 50 by default. */
  pageSize?: number | undefined;
  /** `nextCursor` of the page before; the first page without it. */
  cursor?: string | undefined;
  /** Only runs of this organization. */
  organizationId?: string | undefined;
  /** Only runs of this document; needs its organizationId. */
  documentId?: string | undefined;
}

/** A page of an execution's events, in order. */
export interface GetEventsRequest extends NoDispatchResult {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Only events with a higher seq: `nextCursor` of the page before; 0 by default. */
  sinceSeq?: number | undefined;
  /** How many, 1 to 500; 100 by default. */
  pageSize?: number | undefined;
  /** All events as they are stored, those that only the engine reads among them; for an audit. */
  includeInternal?: true | undefined;
}

/** Which execution to end. */
export interface CancelExecutionRequest extends NoDispatchResult {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Why, up to 500 characters; it is in the events. */
  reason?: string | undefined;
}
