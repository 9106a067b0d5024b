/** Schemas of webhook receivers and inbound webhooks (contract sections 2, 12, 13). */
import * as z from 'zod';
import { LIMITS } from './limits.js';
import { lineOf } from './identifiers.js';

export type * from './webhooks.gen.js';

/** Write-only: stored apart from the definition and never returned. */
export const webhookSecret = z.string().min(LIMITS.secretMinLength).max(LIMITS.secretMaxLength);
export const webhookUrl = z.string().min(1).max(LIMITS.urlLength);
const eventName = lineOf(LIMITS.referenceLength);
const headerName = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'give the name of an HTTP header');

export const webhookConfig = z
  .strictObject({
    url: webhookUrl.describe('URL that events are posted to. It must use HTTPS and a public host.'),
    secret: webhookSecret
      .optional()
      .describe(
        'Secret that signs the requests, 16 to 512 characters. Write-only; an update without it keeps the stored one.',
      ),
    eventTypes: z
      .array(eventName)
      .max(LIMITS.eventTypes)
      .min(1)
      .optional()
      .describe('Types of the events that are sent; all external ones by default.'),
  })
  .meta({ id: 'WebhookConfig', description: 'A receiver of the events of executions.' });

export const inboundWebhook = z
  .strictObject({
    authMode: z
      .enum(['hmac', 'bearer'])
      .describe('Authentication of requests: a signature, or the secret as bearer token.'),
    secret: webhookSecret
      .optional()
      .describe(
        'Secret shared with the sender, 16 to 512 characters. Write-only; an update without it keeps the stored one.',
      ),
    provider: z
      .enum(['svc', 'github', 'vercel', 'custom'])
      .optional()
      .describe(
        'Signature scheme: Standard Webhooks (`svc`, the default), GitHub, Vercel, or the custom fields below.',
      ),
    signatureHeader: headerName.optional().describe('Header with the signature, for `custom`.'),
    signatureAlgorithm: z
      .enum(['sha1', 'sha256', 'sha512'])
      .optional()
      .describe('Hash of the signature, for `custom`; sha256 by default.'),
    signatureEncoding: z
      .enum(['hex', 'base64'])
      .optional()
      .describe('Encoding of the signature, for `custom`; hex by default.'),
    signaturePrefix: z
      .string()
      .max(50)
      .optional()
      .describe('Text before the signature in its header, for `custom`, as in `sha256=`.'),
    allowedEvents: z
      .array(eventName)
      .max(LIMITS.allowedEvents)
      .min(1)
      .optional()
      .describe('Names of the events that start executions; all by default.'),
    eventNameHeader: headerName.optional().describe('Header with the name of the event.'),
    idempotencyHeader: headerName
      .optional()
      .describe('Header with the id of the event. It is not signed: prefer `idempotencyBodyPath`.'),
    idempotencyBodyPath: z
      .string()
      .min(1)
      .max(LIMITS.pathLength)
      .optional()
      .describe('Dot-path to the id of the event in the body. Each id starts at most one execution.'),
    payloadMapping: z
      .enum(['pass-through', 'wrap'])
      .optional()
      .describe('Mapping of the body: it becomes the trigger context (the default), or its field `source`.'),
  })
  .meta({
    id: 'InboundWebhook',
    description: 'Requests that start an execution, and how they authenticate.',
  });
