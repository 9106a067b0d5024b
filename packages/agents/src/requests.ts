/** Schemas of requests. Rules that a schema cannot express are checked after it. */
import { asMs } from '@org/approval-internal/duration';
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { type JsonObject, type JsonValue, LIMITS } from '@org/approval-core';
import { RequestParser, isPlainObject, userIdSchemas } from '@org/approval-core/internal';
import { TOOL_NAME } from './call/call.js';
import { PERMIT_LIMITS } from './limits.js';

export type * from './requests.gen.js';

/** Checks requests against their schemas; user ids stay as they are. */
export const parser = new RequestParser(PERMIT_LIMITS.batchBytes);
/** Checks a request against its schema; returns a frozen copy. */
export type Parse = <T>(schema: z.ZodType<T>, data: unknown) => T;
export const parse: Parse = (schema, data) => parser.parse(schema, data);

/** Returns a parser whose requests have user ids in the one form of the host. */
export function parserOf(normalizeUserId: (userId: string) => string): Parse {
  const own = new RequestParser(PERMIT_LIMITS.batchBytes, normalizeUserId);
  return (schema, data) => own.parse(schema, data);
}

const hasControls = /\p{Cc}/u;
/** Id of a user, chosen outside the gate. */
export const userId = z
  .string()
  .min(1)
  .max(LIMITS.actorLength)
  .refine((it) => !hasControls.test(it), 'contains a control character; remove it')
  .register(userIdSchemas, { isUserId: true });
export const onBehalfOf = userId.nullable().optional();
const refText = (what: string) => z.string().min(1).max(PERMIT_LIMITS.refLength).describe(what);
const jsonObject = (what: string) =>
  z
    .custom<JsonObject>((it) => isPlainObject(it), 'give a JSON object')
    .meta({ type: 'object', additionalProperties: true, description: what })
    .register(typeNames, { type: 'JsonPayload' });
export const toolName = z
  .string()
  .regex(TOOL_NAME, 'use 1 to 200 letters, digits and _ . : / -, a letter or digit first')
  .describe('The name that the host registered the tool under.');
export const target = z
  .string()
  .min(1)
  .max(PERMIT_LIMITS.targetLength)
  .nullable()
  .describe('Target of the call, if the arguments do not name it: 1 to 500 characters, or null.');

export const call = z
  .strictObject({
    tool: toolName.describe(
      'The name that the host registered the tool under: 1 to 200 letters, digits and `_ . : / -`. Never one that a model, a client or a server sent.',
    ),
    args: jsonObject('What the tool gets, after its own schema: a JSON object, up to 192 KiB and 60 levels.'),
    target: target
      .optional()
      .describe('Target of the call, if the arguments do not name it: 1 to 500 characters; null by default.'),
  })
  .meta({ id: 'CallRequest', description: 'A call as it is asked about, and as it comes to `redeem`.' });
export const requester = z
  .strictObject({
    principal: userId.describe('The program. It never answers for its own call.'),
    onBehalfOf: userId.nullable().optional().describe('User the program works for; null by default.'),
  })
  .meta({ id: 'RequesterRequest', description: 'The requester, in a request.' });
export const ref = z
  .strictObject({
    framework: refText('Which framework runs the program, 1 to 200 characters.'),
    runId: refText('Its run, 1 to 200 characters.'),
    callId: refText('The call in that run, 1 to 200 characters.'),
    attempt: z
      .union([z.int().min(1).max(PERMIT_LIMITS.attempts), z.literal('auto')])
      .optional()
      .describe('Number of the attempt, 1 to 1,000; 1 by default. `auto`: the live attempt, or the next.'),
  })
  .meta({ id: 'RefRequest', description: 'A ref in a request.' });

const permitId = z.string().min(1).max(PERMIT_LIMITS.refLength).describe('Id of the permit.');
const grantId = z.string().min(1).max(PERMIT_LIMITS.refLength).describe('Id of the grant.');
const reason = z.string().max(PERMIT_LIMITS.reasonLength);
const idempotencyKey = z
  .string()
  .regex(/^[A-Za-z0-9:_.-]{1,200}$/, 'use 1 to 200 letters, digits and : _ . -')
  .optional();
const page = {
  pageSize: z
    .int()
    .min(1)
    .max(LIMITS.pageSize)
    .optional()
    .describe('Items per page, 1 to 500; 50 by default.'),
  cursor: z
    .string()
    .min(1)
    .max(LIMITS.cursorLength)
    .optional()
    .describe('`nextCursor` of the page before; the first page without it.'),
};

/** Fields of every request for a permit, without the requester. */
export const askedFields = {
  call: call.describe('The call to make.'),
  ref: ref.describe('Name of the call in its run.'),
  reason: reason.optional().describe("Reason in the program's own words, up to 2,000 characters."),
};
export const batchId = z.string().min(1).max(PERMIT_LIMITS.refLength).optional();

export const asked = z
  .strictObject({
    ...askedFields,
    reason: askedFields.reason.describe(
      "Why, in the program's own words, up to 2,000 characters; shown to people as such.",
    ),
    requester: requester.describe('The requester.'),
    batchId: batchId.describe('Groups related calls, 1 to 200 characters; `requestBatch` makes one.'),
  })
  .register(typeNames, { id: 'Asked', description: 'Request of a program.' });
export const requestBatch = z
  .strictObject({
    items: z
      .array(z.strictObject({ ...askedFields, requester }).register(typeNames, { type: 'Asked' }))
      .min(1)
      .max(PERMIT_LIMITS.batch)
      .readonly()
      .describe('1 to 50, without `batchId`.'),
  })
  .register(typeNames, {
    id: 'RequestBatch',
    description: 'Several calls at once, each with its own permit.',
  });
export const getPermitFields = {
  permitId,
  waitMs: z.preprocess(asMs, z.int().min(0).max(PERMIT_LIMITS.waitMs)).optional(),
};
export const getPermit = z.strictObject(getPermitFields);
export const getPermitData = z
  .strictObject({
    ...getPermitFields,
    waitMs: z
      .int()
      .min(0)
      .max(PERMIT_LIMITS.httpWaitMs)
      .optional()
      .describe(
        'Longest time in ms to wait while the permit is pending, 0 to 60,000; 0 by default. Over HTTP at most 25,000.',
      ),
  })
  .meta({ id: 'GetPermitRequest', description: 'A permit, and how long to wait for it.' });
export const permitState = z
  .enum(['pending', 'granted', 'denied', 'expired', 'revoked', 'spent'])
  .register(typeNames, { id: 'PermitState', description: 'The last four never change.' });
export const listPermits = z
  .strictObject({
    state: permitState.optional().describe('Only permits in this state.'),
    principal: userId.optional().describe('Only those of this program.'),
    outcome: z.literal('unknown').optional().describe('Only spent ones without a reported outcome.'),
    ...page,
  })
  .meta({ id: 'ListPermitsRequest', description: 'A page of permits, newest first.' });
export const redeemFields = { permitId, call: call.describe('The call that is about to be executed.') };
export const redeem = z
  .strictObject({
    ...redeemFields,
    requester: requester.describe('Requester of the permit, which executes the call.'),
  })
  .register(typeNames, { id: 'RedeemRequest', description: 'A permit to spend on a call.' });
export const outcomeFields = {
  permitId,
  ok: z.boolean().describe('True if the call succeeded.'),
  resultDigest: z
    .string()
    .min(1)
    .max(PERMIT_LIMITS.refLength)
    .nullable()
    .optional()
    .describe('Digest of the result: `<algorithm>:<hex>`.'),
  error: z
    .string()
    .max(PERMIT_LIMITS.errorLength)
    .nullable()
    .optional()
    .describe('Error text, up to 2,000 characters.'),
};
export const outcome = z
  .strictObject({
    ...outcomeFields,
    requester: requester.describe('Requester of the permit, which executed the call.'),
  })
  .register(typeNames, { id: 'OutcomeRequest', description: 'Outcome of the call.' });
export const amendFields = {
  permitId,
  ifDigest: z.string().min(1).max(PERMIT_LIMITS.refLength).describe('Digest of the call to amend, as shown.'),
  args: jsonObject('The arguments in place of those there are.'),
  reason: reason.optional().describe('Reason, up to 2,000 characters.'),
  idempotencyKey: idempotencyKey.describe(
    'Idempotency key: a retry with the same key does not amend again and returns the permit as it is. 1 to 200 letters, digits and `: _ . -`.',
  ),
};
export const amend = z
  .strictObject({
    ...amendFields,
    actorId: userId.describe('User who amends; a current reviewer of the run.'),
  })
  .register(typeNames, {
    id: 'AmendRequest',
    description: 'New arguments for a pending call.',
  });
export const revokeFields = {
  permitId,
  reason: z
    .string()
    .max(PERMIT_LIMITS.revokeReasonLength)
    .optional()
    .describe('Reason, up to 500 characters.'),
};
export const revokePermit = z
  .strictObject({ ...revokeFields, actorId: userId.describe('User who revokes it.') })
  .register(typeNames, { id: 'RevokePermitRequest', description: 'A permit to revoke.' });

const json = z
  .custom<JsonValue>((it) => it !== undefined, 'give a JSON value')
  .meta({ description: 'Any JSON.' })
  .register(typeNames, { type: 'JsonValue' });
export const argumentMatch = z
  .union(
    [
      z.strictObject({ eq: json.describe('Exactly this JSON value.') }),
      z.strictObject({
        in: z.array(json).min(1).max(PERMIT_LIMITS.matchValues).describe('One of 1 to 50 JSON values.'),
      }),
      z.strictObject({
        between: z
          .tuple([z.number(), z.number()])
          .refine(([from, to]) => from <= to, 'give the lower number first')
          .describe('A number from the first to the second, both included.'),
      }),
    ],
    { error: 'give {"eq": …}, {"in": […]} or {"between": [from, to]}' },
  )
  .register(typeNames, {
    id: 'ArgumentMatch',
    description:
      'Condition on one argument: this value, one of these, or a number from the first to the second.',
  });
export const grantMatch = z.record(z.string(), argumentMatch).register(typeNames, {
  id: 'GrantMatch',
  description: 'Conditions by argument; a call has exactly these arguments and no other.',
});
export const grantFields = {
  requester: requester.describe('Requester whose calls it covers.'),
  tool: toolName.describe('Name of the tool, not a prefix.'),
  target: target.describe('Exact target; null for calls without one.'),
  match: grantMatch
    .refine((it) => Object.keys(it).length <= PERMIT_LIMITS.matchArguments, 'name at most 50 arguments')
    .describe('Conditions on the arguments.'),
  maxUses: z
    .int()
    .min(1)
    .max(PERMIT_LIMITS.grantUses)
    .describe("Number of calls, 1 to 1,000, within the rule's cap."),
  expiresAt: z.int().min(0).describe("Expiry, within the rule's cap."),
  reason: reason.optional().describe('Reason, up to 2,000 characters.'),
  idempotencyKey: idempotencyKey.describe(
    'Idempotency key: a retry with the same key returns the existing grant. 1 to 200 letters, digits and `: _ . -`.',
  ),
};
export const createGrant = z
  .strictObject({
    ...grantFields,
    createdBy: userId.describe('User who grants it: one that the rule names, never the principal.'),
  })
  .register(typeNames, {
    id: 'CreateGrantRequest',
    description: 'Permission for future calls: limited in number, time and arguments.',
  });
export const listGrants = z
  .strictObject({ principal: userId.optional().describe('Only those of this program.'), ...page })
  .meta({ id: 'ListGrantsRequest', description: 'A page of standing grants, newest first.' });
export const revokeGrantFields = { grantId };
export const revokeGrant = z
  .strictObject({
    grantId,
    actorId: userId.describe('User who revokes it; recorded in the history of the permits revoked with it.'),
  })
  .register(typeNames, { id: 'RevokeGrantRequest', description: 'A standing grant to revoke.' });

/** Fields that select the workspace of an operation. */
export const workspaceRequest = z.strictObject({
  workspaceId: z
    .string()
    .min(1)
    .max(LIMITS.workspaceIdLength)
    .refine((it) => !hasControls.test(it), 'contains a control character; remove it'),
});
