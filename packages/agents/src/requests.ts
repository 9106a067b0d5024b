/** The shapes of requests. What a schema does not say is checked behind it. */
import { asMs } from '@org/approval-internal/duration';
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { type JsonObject, type JsonValue, LIMITS } from '@org/approval-core';
import { RequestParser, isPlainObject } from '@org/approval-core/internal';
import { TOOL_NAME } from './call/call.js';
import { PERMIT_LIMITS } from './limits.js';

export type * from './requests.gen.js';

/** Checks the shape of a request; the result is a frozen copy. */
export const parser = new RequestParser(PERMIT_LIMITS.batchBytes);
export const parse = <T>(schema: z.ZodType<T>, data: unknown): T => parser.parse(schema, data);

const hasControls = /\p{Cc}/u;
/** Text that somebody chose as a name. */
export const userId = z
  .string()
  .min(1)
  .max(LIMITS.actorLength)
  .refine((it) => !hasControls.test(it), 'contains a control character; remove it');
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
  .describe('What it is done to, where the arguments do not say: 1 to 500 characters, or null.');

export const call = z
  .strictObject({
    tool: toolName.describe(
      'The name that the host registered the tool under: 1 to 200 letters, digits and `_ . : / -`. Never one that a model, a client or a server sent.',
    ),
    args: jsonObject('What the tool gets, after its own schema: a JSON object, up to 192 KiB and 60 levels.'),
    target: target
      .optional()
      .describe('What it is done to, where the arguments do not say: 1 to 500 characters; null by default.'),
  })
  .meta({ id: 'CallRequest', description: 'A call as it is asked about, and as it comes to `redeem`.' });
export const requester = z
  .strictObject({
    principal: userId.describe('The program. It never answers for its own call.'),
    onBehalfOf: userId.nullable().optional().describe('Whom it works for; nobody by default.'),
  })
  .meta({ id: 'RequesterRequest', description: 'Who asks, in a request.' });
export const ref = z
  .strictObject({
    framework: refText('Which framework runs the program, 1 to 200 characters.'),
    runId: refText('Its run, 1 to 200 characters.'),
    callId: refText('The call in that run, 1 to 200 characters.'),
    attempt: z
      .union([z.int().min(1).max(PERMIT_LIMITS.attempts), z.literal('auto')])
      .optional()
      .describe(
        'Which asking about that call, 1 to 1,000; 1 by default. `auto`: the one that has not ended, or the next.',
      ),
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
  pageSize: z.int().min(1).max(LIMITS.pageSize).optional().describe('How many, 1 to 500; 50 by default.'),
  cursor: z
    .string()
    .min(1)
    .max(LIMITS.cursorLength)
    .optional()
    .describe('`nextCursor` of the page before; the first page without it.'),
};

/** What every asking has, whoever the requester is. */
export const askedFields = {
  call: call.describe('What it wants to do.'),
  ref: ref.describe('Which call of its run that is.'),
  reason: reason.optional().describe("Why, in the program's own words, up to 2,000 characters."),
};
export const batchId = z.string().min(1).max(PERMIT_LIMITS.refLength).optional();

export const asked = z
  .strictObject({
    ...askedFields,
    reason: askedFields.reason.describe(
      "Why, in the program's own words, up to 2,000 characters; shown to people as such.",
    ),
    requester: requester.describe('Who asks.'),
    batchId: batchId.describe(
      'Of calls that belong together, 1 to 200 characters; `requestBatch` makes one.',
    ),
  })
  .register(typeNames, { id: 'Asked', description: 'What a program asks for.' });
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
        'Answers when the permit is no longer pending, at the latest after so many ms, 0 to 60,000; 0 by default. Over HTTP at most 25,000.',
      ),
  })
  .meta({ id: 'GetPermitRequest', description: 'Which permit, and how long to wait.' });
export const permitState = z
  .enum(['pending', 'granted', 'denied', 'expired', 'revoked', 'spent'])
  .register(typeNames, { id: 'PermitState', description: 'The last four never change.' });
export const listPermits = z
  .strictObject({
    state: permitState.optional().describe('Only permits in this state.'),
    principal: userId.optional().describe('Only those of this program.'),
    outcome: z.literal('unknown').optional().describe('Only spent ones whose outcome nobody reported.'),
    ...page,
  })
  .meta({ id: 'ListPermitsRequest', description: 'A page of permits, newest first.' });
export const redeemFields = { permitId, call: call.describe('The call that is about to be executed.') };
export const redeem = z
  .strictObject({
    ...redeemFields,
    requester: requester.describe('Who executes it: the requester of the permit.'),
  })
  .register(typeNames, { id: 'RedeemRequest', description: 'Which permit to spend, on which call.' });
export const outcomeFields = {
  permitId,
  ok: z.boolean().describe('Whether the call did what it was to do.'),
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
    .describe('What went wrong, up to 2,000 characters.'),
};
export const outcome = z
  .strictObject({
    ...outcomeFields,
    requester: requester.describe('Who executed it: the requester of the permit.'),
  })
  .register(typeNames, { id: 'OutcomeRequest', description: 'What came of the call.' });
export const amendFields = {
  permitId,
  ifDigest: z
    .string()
    .min(1)
    .max(PERMIT_LIMITS.refLength)
    .describe('The digest that is amended, as it was shown.'),
  args: jsonObject('The arguments in place of those there are.'),
  reason: reason.optional().describe('Why, up to 2,000 characters.'),
  idempotencyKey: idempotencyKey.describe(
    'Of whoever amends: the same again amends no second time, so that a repeat after a lost answer gives the permit as it is. 1 to 200 letters, digits and `: _ . -`.',
  ),
};
export const amend = z
  .strictObject({
    ...amendFields,
    actorId: userId.describe('Who amends: somebody whom the run asks now.'),
  })
  .register(typeNames, {
    id: 'AmendRequest',
    description: 'Other arguments for a call that people are asked about.',
  });
export const revokeFields = {
  permitId,
  reason: z.string().max(PERMIT_LIMITS.revokeReasonLength).optional().describe('Why, up to 500 characters.'),
};
export const revokePermit = z
  .strictObject({ ...revokeFields, actorId: userId.describe('Who takes it back.') })
  .register(typeNames, { id: 'RevokePermitRequest', description: 'Which permit to take back.' });

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
      'What one argument must be: this value, one of these, or a number from the first to the second.',
  });
export const grantMatch = z.record(z.string(), argumentMatch).register(typeNames, {
  id: 'GrantMatch',
  description: 'By argument; a call has exactly these arguments and no other.',
});
export const grantFields = {
  requester: requester.describe('Whose calls.'),
  tool: toolName.describe('Which tool; no prefix.'),
  target: target.describe('Which target, exactly; null for calls without one.'),
  match: grantMatch
    .refine((it) => Object.keys(it).length <= PERMIT_LIMITS.matchArguments, 'name at most 50 arguments')
    .describe('What the arguments must be.'),
  maxUses: z
    .int()
    .min(1)
    .max(PERMIT_LIMITS.grantUses)
    .describe("How many calls, 1 to 1,000, within the rule's cap."),
  expiresAt: z.int().min(0).describe("Until when, within the rule's cap."),
  reason: reason.optional().describe('Why, up to 2,000 characters.'),
  idempotencyKey: idempotencyKey.describe(
    'Of whoever grants: the same again is the same grant, so that a lost answer never grants twice. 1 to 200 letters, digits and `: _ . -`.',
  ),
};
export const createGrant = z
  .strictObject({
    ...grantFields,
    createdBy: userId.describe("Who grants it: one of the rule's people, never the principal."),
  })
  .register(typeNames, {
    id: 'CreateGrantRequest',
    description: 'Permission for calls to come: so many, until then, exactly such ones.',
  });
export const listGrants = z
  .strictObject({ principal: userId.optional().describe('Only those of this program.'), ...page })
  .meta({ id: 'ListGrantsRequest', description: 'A page of standing grants, newest first.' });
export const revokeGrantFields = { grantId };
export const revokeGrant = z
  .strictObject({
    grantId,
    actorId: userId.describe('Who takes it back; in the history of the permits that go with it.'),
  })
  .register(typeNames, { id: 'RevokeGrantRequest', description: 'Which standing grant to take back.' });

/** Whose rows an operation is on. */
export const workspaceRequest = z.strictObject({
  workspaceId: z
    .string()
    .min(1)
    .max(LIMITS.workspaceIdLength)
    .refine((it) => !hasControls.test(it), 'contains a control character; remove it'),
});
