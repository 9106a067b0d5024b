/** Authentication of the requests of webhook nodes. */
import * as z from 'zod';
import { LIMITS } from '../../definition/limits.js';
import { webhookSecret } from '../../definition/webhooks.js';
import { headerName, isReservedHeader } from './schema-headers.js';

const ONE_LINE = /^[\x20-\x7e\xa0-\xff]*$/;
const secret = z
  .string()
  .min(1)
  .max(LIMITS.callSecretLength)
  .regex(ONE_LINE, 'give one line of Latin-1 characters')
  .optional()
  .describe('Secret, up to 2,048 characters. Write-only; an update without it keeps the stored one.');

/** `authorization`, or a header that a request may have. */
const secretHeader = headerName.refine(
  (it) => it.toLowerCase() === 'authorization' || !isReservedHeader(it),
  'this header is set by the engine; use another name',
);

export const auth = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none').describe('No authentication.') }),
    z.strictObject({
      kind: z.literal('hmac').describe('Signature over the body, as of events.'),
      secret: webhookSecret
        .optional()
        .describe('Secret, 16 to 512 characters. Write-only; an update without it keeps the stored one.'),
    }),
    z.strictObject({ kind: z.literal('bearer').describe('A bearer token.'), secret }),
    z.strictObject({
      kind: z.literal('basic').describe('A user name and a password.'),
      username: z
        .string()
        .min(1)
        .max(LIMITS.referenceLength)
        .regex(/^(?:(?!:)\P{Cc})*$/u, 'may have no colon and no line break')
        .describe('User name.'),
      secret,
    }),
    z.strictObject({
      kind: z.literal('header').describe('A named header.'),
      header: secretHeader.describe('Name of the header.'),
      secret,
    }),
    z.strictObject({
      kind: z.literal('host').describe('Headers that the host gives for each attempt.'),
      name: z
        .string()
        .min(1)
        .max(LIMITS.referenceLength)
        .describe('Name of the credentials, as the host knows them.'),
    }),
  ])
  .meta({ id: 'WebhookAuth', description: 'Authentication of a request.' });
