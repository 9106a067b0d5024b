/** The receiver of a definition's events and its inbound triggers (contract sections 2, 12, 13): shapes only. */
import * as z from 'zod';
import { LIMITS } from './limits.js';
import { lineOf, localId } from './identifiers.js';

export type * from './webhooks.gen.js';

/** Write-only: taken in, kept apart from the definition, never given back. */
export const webhookSecret = z.string().min(LIMITS.secretMinLength).max(LIMITS.secretMaxLength);
export const webhookUrl = z.string().min(1).max(LIMITS.urlLength);
const eventName = lineOf(LIMITS.referenceLength);
const headerName = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'give the name of an HTTP header');

export const webhookConfig = z
  .strictObject({
    url: webhookUrl.describe('Where events are posted to; HTTPS, and a public host.'),
    secret: webhookSecret
      .optional()
      .describe(
        'Signs the requests: 16 to 512 characters. Write-only; an update that leaves it out keeps it.',
      ),
    eventTypes: z
      .array(eventName)
      .max(LIMITS.eventTypes)
      .min(1)
      .optional()
      .describe('Types of the events that are sent; all external ones by default.'),
  })
  .meta({ id: 'WebhookConfig', description: 'A receiver of the events of runs.' });

const inboundWebhook = z
  .strictObject({
    authMode: z
      .enum(['hmac', 'bearer'])
      .describe('How a request proves itself: signed, or with the secret as its token.'),
    secret: webhookSecret
      .optional()
      .describe(
        'Shared with the sender: 16 to 512 characters. Write-only; an update that leaves it out keeps it.',
      ),
    provider: z
      .enum(['svc', 'github', 'custom'])
      .optional()
      .describe(
        'How requests are signed: as Standard Webhooks (`svc`, the default), as by GitHub, or as named here.',
      ),
    signatureHeader: headerName.optional().describe('Header with the signature, for `custom`.'),
    signatureAlgorithm: z
      .enum(['sha256', 'sha512'])
      .optional()
      .describe('Hash of the signature, for `custom`; sha256 by default.'),
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
      .describe('Names of the events that start runs; all by default.'),
    eventNameHeader: headerName.optional().describe('Header with the name of the event.'),
    idempotencyHeader: headerName
      .optional()
      .describe('Header with the id of the event. It is not signed: prefer `idempotencyBodyPath`.'),
    idempotencyBodyPath: z
      .string()
      .min(1)
      .max(LIMITS.pathLength)
      .optional()
      .describe(
        'Dot-path to the id of the event in the body; an id starts one run, however often it is sent.',
      ),
    payloadMapping: z
      .enum(['pass-through', 'wrap'])
      .optional()
      .describe('Whether the body becomes the trigger context itself (the default), or its field `source`.'),
  })
  .meta({ id: 'InboundWebhook', description: 'Which requests start a run, and how they prove themselves.' });

export const trigger = z
  .strictObject({
    triggerId: localId.describe('Id of the trigger, unique in its definition.'),
    inboundWebhook: inboundWebhook.describe('The requests that it takes.'),
  })
  .meta({ id: 'DefinitionTrigger', description: 'An inbound webhook that starts runs of its definition.' });
