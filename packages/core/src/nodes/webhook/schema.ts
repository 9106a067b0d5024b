/** A webhook node as its author writes it. */
import { parseUrl } from '@org/approval-internal/parse-url';
import * as z from 'zod';
import { LIMITS } from '../../definition/limits.js';
import { recordOf } from '../../definition/parts.js';
import { webhookUrl } from '../../definition/webhooks.js';
import { common, jsonTemplate } from '../schema-common.js';
import type { NodeTraits } from '../schema-traits.js';
import { auth } from './schema-auth.js';
import { headerName, isReservedHeader } from './schema-headers.js';

export const webhookTraits = {
  decidedByPeople: false,
  rejectedByPeople: false,
  mayDecide: false,
  callsAgent: false,
  calls: 'webhook',
  hasHttpStatus: true,
  // To make the request, and to fail the step when all attempts and the callback exceed their time.
  jobs: ['call', 'call-timeout'],
  isEnd: false,
  finishedIn: ['pending', 'running'],
} as const satisfies NodeTraits;

const text = z.string();

const body = z
  .union([
    z.literal('none').describe('No body.'),
    z.strictObject({ json: jsonTemplate.describe('JSON whose strings are templates.') }),
    z.strictObject({
      text: text.describe('Template of the text.'),
      contentType: z
        .string()
        .regex(/^[\x21-\x7e][\x20-\x7e]{0,199}$/, 'give a media type, as in "text/plain"')
        .describe('Content type of the text.'),
    }),
    z.strictObject({
      form: recordOf(text, LIMITS.formNames).describe('Fields of a form, as templates by name.'),
    }),
  ])
  .meta({ id: 'WebhookBody', description: 'Body of a request.' });

/** Names of the output that the engine gives. */
const OWN_OUTPUT: readonly string[] = [
  'httpStatus',
  'responseHeaders',
  'responseText',
  'responseJson',
  'responseTruncated',
  'attempts',
  'durationMs',
  'decision',
  'approved',
];

const outputPath = z
  .string()
  .max(LIMITS.pathLength)
  .regex(
    /^response\.(status|text|(headers|json)(\.[^.]+)*)$/,
    'give a path that starts with response.status, response.headers, response.json or response.text',
  );

const keptHeader = headerName.refine(
  (it) => !/^(set-cookie|authorization|www-authenticate|proxy-.*)$/i.test(it),
  'this header of a response is never kept',
);

const statusCode = z
  .int()
  .refine((it) => (it >= 200 && it <= 299) || (it >= 400 && it <= 599), 'give a code of 200-299 or 400-599');

const webhookNodeConfig = z
  .strictObject({
    url: webhookUrl.describe(
      'URL of the request, a template behind the host. It must use HTTPS and a public host.',
    ),
    method: z
      .enum(['POST', 'GET', 'PUT', 'PATCH', 'DELETE'])
      .optional()
      .describe('Method of the request; POST by default.'),
    headers: recordOf(text, LIMITS.headers, headerName)
      .optional()
      .describe('Headers of the request, as templates by name.'),
    body: body.optional().describe('Body of the request; by default an envelope with the input of the step.'),
    auth: auth.optional().describe('Authentication of the request; none by default.'),
    mode: z
      .enum(['sync', 'async'])
      .optional()
      .describe('End of the step: the response (`sync`, the default), or a callback.'),
    timeoutMs: z
      .int()
      .min(1_000)
      .max(LIMITS.callTimeoutMs)
      .optional()
      .describe('Maximum time of one exchange in ms; 10,000 by default.'),
    maxRuntimeMs: z
      .int()
      .min(1_000)
      .max(LIMITS.asyncRuntimeMs)
      .optional()
      .describe(
        'Maximum time of all attempts and the callback in ms: up to 1 day, 30 minutes by default; async up to 1 year, 1 day by default.',
      ),
    successCodes: z
      .array(statusCode)
      .max(LIMITS.successCodes)
      .min(1)
      .optional()
      .describe('Status codes that complete the step; 200-299 by default.'),
    output: recordOf(outputPath, LIMITS.outputNames)
      .optional()
      .describe('Further fields of the output, by name: paths into the response.'),
    responseHeaders: z
      .array(keptHeader)
      .max(LIMITS.responseHeaders)
      .optional()
      .describe('Further response headers to keep.'),
    requireNonEmptyOutput: z
      .boolean()
      .optional()
      .describe('Fails the step if the response has no body. Sync only.'),
  })
  .superRefine((config, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    const { method = 'POST', mode = 'sync', maxRuntimeMs = 0 } = config;
    // A template is read by the linter.
    if (!config.url.includes('{{') && parseUrl(config.url) === null)
      refuse(['url'], 'is not a URL; give one as in "https://api.example.com/orders"');
    if (method === 'GET' && config.body !== undefined)
      refuse(['body'], 'a GET request has no body; remove it');
    if (mode === 'sync' && maxRuntimeMs > LIMITS.callRuntimeMs)
      refuse(['maxRuntimeMs'], `may be at most ${LIMITS.callRuntimeMs} in sync mode`);
    if (mode === 'async' && config.requireNonEmptyOutput === true)
      refuse(['requireNonEmptyOutput'], 'is for sync mode; remove it');
    for (const name of reservedIn(config.headers))
      refuse(['headers', name], 'this header is set by the engine; use another name');
    for (const name of repeatedIn(config.headers))
      refuse(['headers', name], 'this header is given twice; names ignore case');
    for (const name of Object.keys(config.output ?? {}).filter((it) => OWN_OUTPUT.includes(it)))
      refuse(['output', name], 'the engine gives this field of the output; use another name');
  })
  .meta({ id: 'WebhookNodeConfig', description: 'A request, and its effect on the step.' });

const reservedIn = (headers: Readonly<Record<string, string>> = {}): string[] =>
  Object.keys(headers).filter(isReservedHeader);

function repeatedIn(headers: Readonly<Record<string, string>> = {}): string[] {
  const names = Object.keys(headers);
  return names.filter((it, index) =>
    names.slice(0, index).some((other) => other.toLowerCase() === it.toLowerCase()),
  );
}

/** A webhook node. */
export const webhookNode = z
  .strictObject({
    ...common,
    type: z.literal('webhook').describe('Kind of the node.'),
    config: webhookNodeConfig.optional().describe('Request of the node.'),
  })
  .meta({
    id: 'WebhookNode',
    description: 'A node that makes an HTTP request, at least once.',
  });
