/** The receiver of a definition's events and its inbound triggers (contract sections 2, 12, 13): shapes only. */
import { z } from 'zod';
import { LIMITS } from './limits.js';
import { lineOf, localId } from './identifiers.js';

/** Write-only: taken in, kept apart from the definition, never given back. */
export const webhookSecret = z.string().min(LIMITS.secretMinLength).max(LIMITS.secretMaxLength);
export const webhookUrl = z.string().min(1).max(LIMITS.urlLength);
const eventName = lineOf(LIMITS.referenceLength);
const headerName = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'give the name of an HTTP header');

export const webhookConfig = z.strictObject({
  url: webhookUrl,
  secret: webhookSecret.optional(),
  eventTypes: z.array(eventName).min(1).max(50).optional(),
});

const inboundWebhook = z.strictObject({
  authMode: z.enum(['hmac', 'bearer']),
  secret: webhookSecret.optional(),
  provider: z.enum(['svc', 'github', 'custom']).optional(),
  signatureHeader: headerName.optional(),
  signatureAlgorithm: z.enum(['sha256', 'sha512']).optional(),
  signaturePrefix: z.string().max(50).optional(),
  allowedEvents: z.array(eventName).min(1).max(100).optional(),
  eventNameHeader: headerName.optional(),
  idempotencyHeader: headerName.optional(),
  idempotencyBodyPath: z.string().min(1).max(LIMITS.pathLength).optional(),
  payloadMapping: z.enum(['pass-through', 'wrap']).optional(),
});

export const trigger = z.strictObject({ triggerId: localId, inboundWebhook });

export type WebhookConfig = z.infer<typeof webhookConfig>;
export type Trigger = z.infer<typeof trigger>;
