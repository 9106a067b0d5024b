/** Schemas of results. */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { grantMatch, permitState } from './requests.js';

export type * from './views.gen.js';

const at = (what: string) => z.int().describe(what);
const atOrNull = (what: string) => z.int().nullable().describe(what);
const json = z
  .custom<object>()
  .meta({ type: 'object', additionalProperties: true })
  .register(typeNames, { type: 'JsonObject' });

const ref = z
  .object({
    framework: z.string().describe('Framework that runs the program, 1 to 200 characters.'),
    runId: z.string().describe('Its run, 1 to 200 characters.'),
    callId: z.string().describe('The call in that run, 1 to 200 characters.'),
    attempt: z.int().describe('Number of the attempt, from 1.'),
  })
  .meta({ id: 'Ref', description: 'Name of a call in a run of a program; scoped to its requester.' });

const call = z
  .object({
    tool: z
      .string()
      .describe(
        'The name that the host registered the tool under: 1 to 200 letters, digits and `_ . : / -`. Never one that a model, a client or a server sent.',
      ),
    args: json.describe(
      'Arguments of the tool, after its own schema: a JSON object, up to 192 KiB and 60 levels.',
    ),
    target: z
      .string()
      .nullable()
      .describe('Target of the call, if the arguments do not name it: 1 to 500 characters; else null.'),
  })
  .meta({
    id: 'Call',
    description: 'A call of a program: the tool, under the name that the host registered, and its arguments.',
  });

const requester = z
  .object({
    principal: z.string().describe('The program. It never answers for its own call.'),
    onBehalfOf: z
      .string()
      .nullable()
      .describe('User the program works for, or null. May decide, unless the node excludes the initiator.'),
  })
  .meta({
    id: 'Requester',
    description:
      'The requester: a program, and the user it works for. The call runs with the rights of the requester, never of the reviewer.',
  });

const stepId = z.string().describe('Id of the step.');
const grantedBy = z
  .union([
    z.object({
      kind: z.literal('person').describe('A user approved a step of its run.'),
      userId: z.string().describe('User who approved.'),
      onBehalfOf: z.string().nullable().describe('User they substituted; null if none.'),
      stepId,
      at: at('Time of the event.'),
    }),
    z.object({
      kind: z
        .literal('override')
        .describe('An administrator forced the approval of a step, and the rule accepts that.'),
      actorId: z.string().describe('The administrator.'),
      stepId,
    }),
    z.object({
      kind: z.literal('grant').describe('A standing grant was used.'),
      grantId: z.string().describe('Id of the grant.'),
    }),
    z.object({
      kind: z.literal('policy').describe('A rule of the policies allows it.'),
      rule: z.int().describe('Index of the rule, from 0.'),
    }),
  ])
  .register(typeNames, { id: 'GrantedBy', description: 'Grantor of a permit: a user, a grant or a rule.' });

const outcome = z
  .object({
    ok: z.boolean().describe('True if the call succeeded.'),
    resultDigest: z.string().nullable().describe('Digest of the result, if the requester gave one.'),
    error: z.string().nullable().describe('Error text, or null.'),
    at: at('Time of the report.'),
  })
  .meta({ id: 'PermitOutcome', description: 'Outcome of the call, as reported by its requester.' });

const history = z
  .object({
    at: at('Time of the event.'),
    type: z.string().describe('`requested`, `amended`, `outcome`, or a state.'),
    actorId: z.string().describe('Actor: a user, or `system:gate`.'),
    digest: z.string().describe('Digest of the call at that time.'),
    reason: z.string().exactOptional().describe('Reason, if the actor gave one.'),
  })
  .meta({
    id: 'PermitHistoryEntry',
    description:
      "One line of a permit's history: `requested`, `amended`, `outcome`, or the state that it came into.",
  });

export const permit = z
  .object({
    permitId: z.string().describe('Id of the permit.'),
    ref: ref.describe('Name of the call in its run.'),
    call: call.describe(
      'The call as it would be executed: as asked, or as amended. Redacted values are `[hidden]`.',
    ),
    digest: z.string().describe('Digest of that call, redacted values included: `sha256:<hex>`.'),
    revision: z.int().describe('Revision of the call, from 1.'),
    requester: requester.describe('The requester.'),
    reason: z.string().nullable().describe("Reason in the program's own words, or null."),
    batchId: z.string().nullable().describe('Id of its batch; null outside a batch.'),
    state: permitState.describe('State of the permit.'),
    code: z.string().nullable().describe('Code of a denial or revocation; null otherwise.'),
    executionId: z
      .string()
      .nullable()
      .describe('Execution in which people decide; null until it starts, and for permits without reviewers.'),
    policyVersion: z.string().describe('SHA-256 of the policies that chose the reviewers: `sha256:<hex>`.'),
    grantedBy: z.array(grantedBy).describe('Grantors; empty until it is granted.'),
    refusals: z.int().describe('Number of refused redemptions; a statistic.'),
    createdAt: at('Time of the request.'),
    grantedAt: atOrNull('Time of the grant; null until then.'),
    endedAt: atOrNull('Time of the end; null until then.'),
    expiresAt: at('Expiry: while pending, of the decision; once granted, of the redemption.'),
    history: z.array(history).describe('Changes, oldest first, up to 200.'),
    outcome: z
      .union([z.null(), z.literal('unknown'), outcome])
      .describe('Outcome of the call: null until it is spent, `unknown` until the requester reports.'),
  })
  .meta({ id: 'Permit', description: 'A permit: one call, asked about once, executed at most once.' });

export const grantView = z
  .object({
    grantId: z.string().describe('Id of the grant.'),
    requester: requester.describe('Requester whose calls it covers.'),
    tool: z.string().describe('Name of the tool.'),
    target: z.string().nullable().describe('Target; null for calls without one.'),
    match: grantMatch.describe('Conditions on the arguments.'),
    maxUses: z.int().describe('Largest number of calls.'),
    expiresAt: at('Expiry.'),
    createdBy: z.string().describe('User who granted it.'),
    reason: z.string().nullable().describe('Reason, or null.'),
    uses: z.int().describe('Number of permits it granted.'),
    state: z
      .enum(['active', 'used', 'expired', 'revoked'])
      .register(typeNames, { id: 'GrantState', description: 'State of a standing grant.' })
      .describe('State of the grant.'),
  })
  .meta({ id: 'GrantView', description: 'A standing grant.' });

const batchError = z
  .object({
    status: z.string().register(typeNames, { type: 'ErrorStatus' }).describe('Status of the error.'),
    message: z.string().describe('What is wrong and how to fix it.'),
    details: json.describe('Further details.').register(typeNames, { type: 'ErrorDetails' }),
  })
  .meta({ id: 'RequestBatchError', description: 'Error of one item of a batch.' });

export const requestBatchResult = z
  .object({
    items: z
      .array(
        z
          .union([
            z.object({ permit: permit.describe('The permit.') }),
            z.object({ error: batchError.describe('Error of this item.') }),
          ])
          .register(typeNames, {
            id: 'RequestBatchAnswer',
            description: 'One answer of `permits/requestBatch`.',
          }),
      )
      .describe('A permit or an error for each item.'),
  })
  .meta({
    id: 'RequestBatchResult',
    description: 'The answers of `permits/requestBatch`, in the order asked.',
  });

const redeemable = z
  .object({
    ok: z.literal(true).describe('The one redemption of this permit that may execute.'),
    permit: permit.describe('The permit, spent.'),
    call: call.describe('The call to execute.'),
    changed: z
      .boolean()
      .describe('True if the call was amended and differs from the one given to `redeem`. Tell the model.'),
    idempotencyKey: z.string().describe('`permit:<permitId>`, for tools that take a key.'),
  })
  .register(typeNames, {
    id: 'Redeemable',
    description:
      'The permit is spent: execute `call`, and nothing else. It is a frozen copy, never the object that you held.',
  });

const refused = z
  .object({
    ok: z.literal(false).describe('Do not execute.'),
    why: z
      .enum(['unknown', 'wrong-requester', 'revoked', 'denied', 'expired', 'spent', 'pending', 'mismatch'])
      .register(typeNames, {
        id: 'Why',
        description: 'Reason why a permit was not redeemed, in the order of the checks.',
      })
      .describe('Reason of the refusal.'),
    code: z.string().nullable().describe('`code` of the permit.'),
    difference: z
      .array(z.string())
      .describe('For `mismatch`, JSON pointers to the values that differ, sorted, at most 20.'),
  })
  .register(typeNames, { id: 'Refused', description: 'Do not execute.' });

export const redeemed = z.union([redeemable, refused]).meta({
  id: 'Redeemed',
  description: 'Result of `redeem`. Anything but `ok: true`, an error included, means: do not execute.',
});

export const outcomeResult = z
  .object({ recorded: z.boolean().describe('False: the same was reported before.') })
  .meta({ id: 'PermitOutcomeResult', description: 'Result of reporting an outcome.' });

/** Returns the schema of pages of `item`, under its own name. */
export const pageOf = (id: string, item: z.ZodType) =>
  z
    .object({
      items: z.array(item).describe('The items of this page.'),
      nextCursor: z
        .string()
        .nullable()
        .describe('Pass it as `cursor` for the next page; null on the last one.'),
      hasMore: z.boolean().describe('True if another page follows.'),
    })
    .meta({ id, description: 'A page of a listing.' })
    .register(typeNames, { type: `PermitPage<${item.meta()?.id}>` });
